// `npm run operator -- help`: what those who run an installation do from its command line.
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { runCommand } from './facade/operator/command.ts'
import { VERBS } from './facade/operator/verbs.ts'
import { openEgress } from './push/egress.ts'
import { openOutbox } from './push/outbox.ts'
import { type Config, readConfig, requireCorrectDriver } from './server/config.ts'
import { asConfigError, ConfigError, EXIT_CONFIG } from './server/config-error.ts'
import { monotonicClock, openDatabaseClock } from './server/database-clock.ts'
import { openIds } from './server/ids.ts'
import { asSecretError, openInstallationKeys, secretKeysOf } from './server/installation-keys.ts'
import { openLog } from './server/log.ts'
import { buildRuntime, describeInstallation } from './server/runtime.ts'
import { findSecrets } from './server/secret.ts'
import { readDatabaseTime } from './storage/db/database-time.ts'
import { DatabaseUnavailable, type Db, type DbAddress, openDb } from './storage/db/db.ts'
import { isMigrated } from './storage/db/migrate.ts'
import { findRunning } from './storage/embedded/running.ts'

/** EX_UNAVAILABLE of sysexits.h. */
const EXIT_UNAVAILABLE = 69

/** There is nothing to work on; the message is one line that says why. */
class Unavailable extends Error {}

async function findDatabase({ DATABASE_URL, DATA_DIR }: Config): Promise<DbAddress> {
  if (DATABASE_URL) return { url: DATABASE_URL }
  const found = await findRunning(DATA_DIR)
  if (found === 'none') {
    throw new Unavailable(`no server runs on DATA_DIR ${DATA_DIR}; start it with npm start, or set DATABASE_URL`)
  }
  if (found === 'closed') {
    throw new Unavailable(`DATA_DIR ${DATA_DIR} is closed to you; work as the account that runs the server, or as root`)
  }
  return found
}

async function requireMigrated(db: Db): Promise<void> {
  const isOfThisVersion = await isMigrated(db).catch(error => {
    if (error instanceof DatabaseUnavailable) throw new Unavailable('the database does not answer')
    throw asConfigError(error)
  })
  if (!isOfThisVersion) {
    throw new Unavailable(
      "the database's schema is not of this version; a server of this version brings it up at its start",
    )
  }
}

async function openRuntime() {
  requireCorrectDriver()
  const config = readConfig()
  const log = openLog('error')
  const address = await findDatabase(config)
  const secrets = findSecrets(config)
  if (!secrets) throw new ConfigError('SECRET_KEY: must be that of the server, or DATA_DIR be that of the server')
  const db = openDb(address, { name: 'operator', max: 4, statementTimeoutMs: 30_000 })
  const keys = await requireMigrated(db)
    .then(() => openInstallationKeys(db, secrets))
    .catch(async (error: unknown) => {
      await db.close()
      throw asSecretError(error)
    })
  const time = openDatabaseClock({ readTime: () => readDatabaseTime(db), log })
  await time.ready
  const outbox = openOutbox({ db, drainDb: db, clock: time.now, log })
  const egress = openEgress({ monotonic: monotonicClock })
  const runtime = buildRuntime({
    installation: describeInstallation(config.SERVICE_NAME, config.BASE_URL, { host: config.HOST, port: config.PORT }),
    pools: { db, slowDb: db, searchDb: db, batchDb: db, writeDb: db, admissionDb: db },
    outbox,
    egress,
    ...keys,
    secretKeys: secretKeysOf(secrets),
    versionEnding: () => undefined,
    limits: undefined,
    clock: time.now,
    newId: openIds(time.now),
    log,
  })
  return {
    runtime,
    async close() {
      time.stop()
      await egress.close()
      await outbox.stop()
      await db.close()
    },
  }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // An account without a name, as containers have them.
    return `uid ${process.getuid?.() ?? ''}`
  }
}

// A reader that has seen enough, as head, closes the pipe.
process.stdout.on('error', () => {})

try {
  process.exitCode = await runCommand(VERBS, process.argv.slice(2), {
    userName,
    print: text => void process.stdout.write(`${text}\n`),
    complain: text => void process.stderr.write(`${text}\n`),
    readInput: () => readFileSync(0, 'utf8'),
    readFile: path => readFileSync(path, 'utf8'),
    openRuntime,
  })
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof Unavailable)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error instanceof ConfigError ? EXIT_CONFIG : EXIT_UNAVAILABLE
}
