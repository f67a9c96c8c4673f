import { NoUsableDatabase } from '../../facade/cli/execute-command.ts'
import { openDb } from '../../storage/db/db.ts'
import { type Config, loadConfig } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { loadInstallationKeys } from '../installation-keys.ts'
import { findSecrets } from '../installation-secret.ts'
import { findOperatorDatabase } from '../operator-runtime.ts'
import { checkServers } from './cluster-checks.ts'
import { checkDatabase } from './database.ts'
import { checkDisk, checkKeyFiles } from './disk-checks.ts'
import { changeNeeded, type DoctorFinding, okFinding, unknownFinding } from './finding.ts'
import { checkMail } from './mail.ts'
import { checkBaseUrl, checkProxy } from './public-url.ts'

/** What is to be changed about the deployment that the environment and the file describe. */
export async function runDoctor(file: string | undefined, now: () => number): Promise<DoctorFinding[]> {
  try {
    const { config, unknownVariables } = loadConfig(file)
    const odd = unknownVariables.map(({ message }) => changeNeeded('configuration', message))
    return [
      ...(odd.length > 0 ? odd : [okFinding('configuration', 'all values are valid')]),
      ...(await examineDeployment(config, file, now)),
    ]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [changeNeeded('configuration', error.message)]
  }
}

async function examineDeployment(
  config: Config,
  file: string | undefined,
  now: () => number,
): Promise<DoctorFinding[]> {
  const { HOST, PORT, BASE_URL } = config
  const baseUrl = BASE_URL ?? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`
  const base = await checkBaseUrl(baseUrl, now)
  const { findings, secret } = await lookInside(config)
  const proxy = secret
    ? await checkProxy(config, baseUrl, secret, now)
    : [unknownFinding('forwarded addresses', 'not measured without the database')]
  const mail = await checkMail(config, baseUrl)
  return [...base, ...proxy, ...findings, checkDisk(config), ...checkKeyFiles(config, file), mail]
}

/** The database, and the key by which the server knows who asks. */
async function lookInside(config: Config): Promise<{ findings: DoctorFinding[]; secret: Buffer | undefined }> {
  try {
    const address = await findOperatorDatabase(config)
    const db = openDb(address, { name: 'doctor', max: 1, statementTimeoutMs: 10_000 })
    try {
      const findings = await checkDatabase(db, config)
      if (findings.length === 1) return { findings, secret: undefined }
      const secrets = findSecrets(config)
      const keys = secrets && (await loadInstallationKeys(db, secrets).catch(() => undefined))
      const lacking = keys
        ? []
        : [changeNeeded('secret', 'SECRET_KEY, or DATA_DIR/secret, does not match this database')]
      const servers = await checkServers(db, config, secrets)
      return { findings: [...findings, ...lacking, servers], secret: keys?.secret }
    } finally {
      await db.close()
    }
  } catch (error) {
    if (!(error instanceof NoUsableDatabase)) throw error
    return { findings: [changeNeeded('database', error.message)], secret: undefined }
  }
}
