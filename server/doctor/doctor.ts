import { NothingToWorkOn } from '../../facade/operator/carry-out.ts'
import { openDb } from '../../storage/db/db.ts'
import { type Config, configure } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { openInstallationKeys } from '../installation-keys.ts'
import { findDatabase } from '../operator-ground.ts'
import { findSecrets } from '../secret.ts'
import { lookAtDatabase } from './database.ts'
import { change, type Finding, fine, unknown } from './finding.ts'
import { checkPayments, checkRelayers, lookAtMail, lookAtModel } from './means.ts'
import { lookAtBase, lookAtWay } from './outside.ts'
import { lookAtDisk, lookAtKeyFiles } from './place.ts'
import { lookAtServers, lookAtStandbys } from './shared.ts'

/** What is to be changed about the deployment that the environment and the file describe. */
export async function examine(file: string | undefined, now: () => number): Promise<Finding[]> {
  try {
    const { config, strangers } = configure(file)
    const odd = strangers.map(({ message }) => change('configuration', message))
    return [
      ...(odd.length > 0 ? odd : [fine('configuration', 'every value is one that it may be')]),
      ...(await examineDeployment(config, file, now)),
    ]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [change('configuration', error.message)]
  }
}

async function examineDeployment(config: Config, file: string | undefined, now: () => number): Promise<Finding[]> {
  const { HOST, PORT, BASE_URL } = config
  const baseUrl = BASE_URL ?? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`
  const base = await lookAtBase(baseUrl, now)
  const { findings, secret } = await lookInside(config, now)
  const way = secret
    ? await lookAtWay(config, baseUrl, secret, now)
    : [unknown('forwarded addresses', 'not measured without the database')]
  const means = await Promise.all([lookAtMail(config, baseUrl), checkPayments(config), lookAtModel(config)])
  return [...base, ...way, ...findings, lookAtDisk(config), ...lookAtKeyFiles(config, file), ...means]
}

/** The database, and the key by which the server knows who asks. */
async function lookInside(
  config: Config,
  now: () => number,
): Promise<{ findings: Finding[]; secret: Buffer | undefined }> {
  try {
    const address = await findDatabase(config)
    const db = openDb(address, { name: 'doctor', max: 1, statementTimeoutMs: 10_000 })
    try {
      const findings = await lookAtDatabase(db, config)
      if (findings.length === 1) return { findings, secret: undefined }
      const secrets = findSecrets(config)
      const keys = secrets && (await openInstallationKeys(db, secrets).catch(() => undefined))
      const lacking = keys ? [] : [change('secret', 'SECRET_KEY, or DATA_DIR/secret, is not the one of this database')]
      const shared = [await lookAtServers(db, config, secrets), ...(await lookAtStandbys(db, config))]
      const relayers = await checkRelayers(db, config, now())
      return { findings: [...findings, ...lacking, ...shared, ...relayers], secret: keys?.secret }
    } finally {
      await db.close()
    }
  } catch (error) {
    if (!(error instanceof NothingToWorkOn)) throw error
    return { findings: [change('database', error.message)], secret: undefined }
  }
}
