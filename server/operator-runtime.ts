import { NoUsableDatabase } from '../facade/cli/execute-command.ts'
import type { OperatorRuntime } from '../facade/cli/runtime-reuse.ts'
import { createEgress } from '../push/egress.ts'
import { createMailTest } from '../push/mail.ts'
import { createOutbox } from '../push/outbox.ts'
import { readDatabaseTime } from '../storage/db/database-time.ts'
import { DatabaseUnavailable, type Db, type DbAddress, openDb } from '../storage/db/db.ts'
import { isMigrated, type Migration, readMigrations } from '../storage/db/migrate.ts'
import { findRunningDatabase } from '../storage/embedded/running-database.ts'
import { NO_PAYMENTS } from '../tools/core/payment-rail.ts'
import { CLI_COMMANDS } from './cli-names.ts'
import { type Config, loadConfig, mailOf, requireCorrectDriver } from './config/config.ts'
import { ConfigError, EXIT_CONFIG, toConfigError } from './config/config-error.ts'
import { createDatabaseClock, fixedClock, monotonicClock } from './database-clock.ts'
import { createIds } from './ids.ts'
import { loadInstallationKeys, secretKeysOf, toSecretError } from './installation-keys.ts'
import { findSecrets, type InstallationSecrets } from './installation-secret.ts'
import { createLog } from './log/log.ts'
import { buildRuntime, describeInstallation, type RuntimeParts } from './runtime.ts'

/** EX_UNAVAILABLE of sysexits.h. */
const EXIT_UNAVAILABLE = 69

export const databaseUnavailable = (why: string) => new NoUsableDatabase(EXIT_UNAVAILABLE, why)

/**
 * The dependencies of operator commands, from the environment and the file; throws `NoUsableDatabase`. `clock`: instead
 * of the database's, for servers that use another one too.
 */
export async function openOperatorRuntime(file?: string, clock?: () => number): Promise<OperatorRuntime> {
  try {
    requireCorrectDriver()
    const { config } = loadConfig(file)
    const address = await findOperatorDatabase(config)
    const secrets = findSecrets(config)
    if (!secrets) throw new ConfigError('SECRET_KEY: set SECRET_KEY or DATA_DIR to the value of the server')
    return await openOn(address, config, secrets, clock)
  } catch (error) {
    throw error instanceof ConfigError ? new NoUsableDatabase(EXIT_CONFIG, error.message) : error
  }
}

/** The port of the running servers. */
export async function findOperatorDatabase({ DATABASE_URL, DATA_DIR }: Config): Promise<DbAddress> {
  if (DATABASE_URL) return { url: DATABASE_URL }
  const found = await findRunningDatabase(DATA_DIR)
  if (found === 'none') {
    throw databaseUnavailable(
      `no server is running on DATA_DIR ${DATA_DIR}; start it with ${CLI_COMMANDS.start}, or set DATABASE_URL`,
    )
  }
  if (found === 'closed') {
    throw databaseUnavailable(`DATA_DIR ${DATA_DIR} is not accessible; use the account that runs the server, or root`)
  }
  return found
}

async function openOn(
  address: DbAddress,
  config: Config,
  secrets: InstallationSecrets,
  clock: (() => number) | undefined,
): Promise<OperatorRuntime> {
  const log = createLog('error')
  const migrations = readMigrations()
  const db = openDb(address, { name: 'operator', max: 4, statementTimeoutMs: 30_000 })
  const keys = await requireMigrated(db, migrations)
    .then(() => loadInstallationKeys(db, secrets))
    .catch(async (error: unknown) => {
      await db.close()
      throw toSecretError(error)
    })
  const time = clock ? fixedClock(clock) : createDatabaseClock({ readTime: () => readDatabaseTime(db), log })
  await time.ready
  const outbox = createOutbox({ db, drainDb: db, clock: time.now, log })
  const egress = createEgress({ monotonic: monotonicClock })
  const parts: RuntimeParts = {
    installation: installationOf(config),
    pools: { db, slowDb: db, searchDb: db, batchDb: db, writeDb: db, admissionDb: db },
    outbox,
    egress,
    brokerEgress: egress,
    payments: NO_PAYMENTS,
    chatModel: undefined,
    tryMail: mailTestOf(config),
    webPush: undefined,
    accountExport: undefined,
    ...keys,
    secretKeys: secretKeysOf(secrets),
    versionEnding: () => undefined,
    wakeTasks: () => {},
    limits: undefined,
    clock: time.now,
    newId: createIds(time.now),
    log,
  }
  return {
    isUsable: () => isMigrated(db, migrations).catch(() => false),
    newRuntime: () => buildRuntime(parts),
    async close() {
      time.stop()
      await egress.close()
      await outbox.stop()
      await db.close()
    },
  }
}

const installationOf = (config: Config) =>
  describeInstallation(
    config.SERVICE_NAME,
    config.BASE_URL,
    { host: config.HOST, port: config.PORT },
    { sendsMail: mailOf(config) !== undefined, securityContact: config.SECURITY_CONTACT },
  )

function mailTestOf(config: Config) {
  const mail = mailOf(config)
  return mail && createMailTest(mail)
}

async function requireMigrated(db: Db, migrations: readonly Migration[]): Promise<void> {
  const isOfThisVersion = await isMigrated(db, migrations).catch(error => {
    if (error instanceof DatabaseUnavailable) throw databaseUnavailable('the database does not respond')
    throw toConfigError(error)
  })
  if (!isOfThisVersion) {
    throw databaseUnavailable(
      'the database schema does not match this version; starting a server of this version updates it',
    )
  }
}
