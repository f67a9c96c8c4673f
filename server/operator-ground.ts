import { NothingToWorkOn } from '../facade/operator/carry-out.ts'
import type { Ground } from '../facade/operator/kept-ground.ts'
import { openEgress } from '../push/egress.ts'
import { openMailTrial } from '../push/mail.ts'
import { openOutbox } from '../push/outbox.ts'
import { readDatabaseTime } from '../storage/db/database-time.ts'
import { DatabaseUnavailable, type Db, type DbAddress, openDb } from '../storage/db/db.ts'
import { isMigrated, type Migration, readMigrations } from '../storage/db/migrate.ts'
import { findRunning } from '../storage/embedded/running.ts'
import { NO_PAYMENTS } from '../tools/kernel/payments.ts'
import { type Config, configure, mailOf, requireCorrectDriver } from './config/config.ts'
import { asConfigError, ConfigError, EXIT_CONFIG } from './config/config-error.ts'
import { givenClock, monotonicClock, openDatabaseClock } from './database-clock.ts'
import { COMMANDS } from './house.ts'
import { openIds } from './ids.ts'
import { asSecretError, openInstallationKeys, secretKeysOf } from './installation-keys.ts'
import { openLog } from './log/log.ts'
import { buildRuntime, describeInstallation, type RuntimeParts } from './runtime.ts'
import { findSecrets, type Secrets } from './secret.ts'

/** EX_UNAVAILABLE of sysexits.h. */
const EXIT_UNAVAILABLE = 69

export const unavailable = (why: string) => new NothingToWorkOn(EXIT_UNAVAILABLE, why)

/**
 * What the verbs of an operator stand on, as the environment and the file say; throws `NothingToWorkOn`. `clock`: in place
 * of the database's, for servers that are given one too.
 */
export async function openGround(file?: string, clock?: () => number): Promise<Ground> {
  try {
    requireCorrectDriver()
    const { config } = configure(file)
    const address = await findDatabase(config)
    const secrets = findSecrets(config)
    if (!secrets) throw new ConfigError('SECRET_KEY: must be that of the server, or DATA_DIR be that of the server')
    return await openOn(address, config, secrets, clock)
  } catch (error) {
    throw error instanceof ConfigError ? new NothingToWorkOn(EXIT_CONFIG, error.message) : error
  }
}

/** Of the servers that run. */
export async function findDatabase({ DATABASE_URL, DATA_DIR }: Config): Promise<DbAddress> {
  if (DATABASE_URL) return { url: DATABASE_URL }
  const found = await findRunning(DATA_DIR)
  if (found === 'none') {
    throw unavailable(`no server runs on DATA_DIR ${DATA_DIR}; start it with ${COMMANDS.start}, or set DATABASE_URL`)
  }
  if (found === 'closed') {
    throw unavailable(`DATA_DIR ${DATA_DIR} is closed to you; work as the account that runs the server, or as root`)
  }
  return found
}

async function openOn(
  address: DbAddress,
  config: Config,
  secrets: Secrets,
  clock: (() => number) | undefined,
): Promise<Ground> {
  const log = openLog('error')
  const migrations = readMigrations()
  const db = openDb(address, { name: 'operator', max: 4, statementTimeoutMs: 30_000 })
  const keys = await requireMigrated(db, migrations)
    .then(() => openInstallationKeys(db, secrets))
    .catch(async (error: unknown) => {
      await db.close()
      throw asSecretError(error)
    })
  const time = clock ? givenClock(clock) : openDatabaseClock({ readTime: () => readDatabaseTime(db), log })
  await time.ready
  const outbox = openOutbox({ db, drainDb: db, clock: time.now, log })
  const egress = openEgress({ monotonic: monotonicClock })
  const parts: RuntimeParts = {
    installation: installationOf(config),
    pools: { db, slowDb: db, searchDb: db, batchDb: db, writeDb: db, admissionDb: db },
    outbox,
    egress,
    brokerEgress: egress,
    payments: NO_PAYMENTS,
    chatModel: undefined,
    tryMail: mailTrialOf(config),
    ...keys,
    secretKeys: secretKeysOf(secrets),
    versionEnding: () => undefined,
    wakeTasks: () => {},
    limits: undefined,
    clock: time.now,
    newId: openIds(time.now),
    log,
  }
  return {
    isSound: () => isMigrated(db, migrations).catch(() => false),
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
    mailOf(config) !== undefined,
  )

function mailTrialOf(config: Config) {
  const mail = mailOf(config)
  return mail && openMailTrial(mail)
}

async function requireMigrated(db: Db, migrations: readonly Migration[]): Promise<void> {
  const isOfThisVersion = await isMigrated(db, migrations).catch(error => {
    if (error instanceof DatabaseUnavailable) throw unavailable('the database does not answer')
    throw asConfigError(error)
  })
  if (!isOfThisVersion) {
    throw unavailable(
      "the database's schema is not of this version; a server of this version brings it up at its start",
    )
  }
}
