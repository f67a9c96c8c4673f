import cluster, { type Worker } from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { readDatabaseTime } from '../storage/db/database-time.ts'
import { DatabaseUnavailable, type Db, type DbAddress, openDb, unavailableReason } from '../storage/db/db.ts'
import { holdInstallation } from '../storage/db/installation-lock.ts'
import { type AdvanceMigrations, migrate } from '../storage/db/migrate.ts'
import { startEmbedded } from '../storage/embedded/start-embedded.ts'
import { createParts } from '../storage/partitions/partition-upkeep.ts'
import { PARTITIONED } from '../storage/partitions/partitioned-tables.ts'
import type { Config } from './config/config.ts'
import { ConfigError, toConfigError, toDataDirError } from './config/config-error.ts'
import { monotonicClock } from './database-clock.ts'
import { loadInstallationKeys, secretKeysOf, toSecretError } from './installation-keys.ts'
import { type InstallationSecrets, loadSecrets } from './installation-secret.ts'
import { requireFreePorts } from './listen-errors.ts'
import { showMigrations } from './log/migration-progress.ts'
import { paymentsOf } from './payments/payments.ts'
import { printStartupBanner, type StartedServer } from './startup-banner.ts'
import { type Addresses, serve, type WorkerOptions, type WorkOrder } from './worker.ts'
import { createReportRelay } from './worker-reports.ts'

interface Running extends Addresses {
  stop(): Promise<void>
}

const STOP_WITHIN_MS = 9_500
/** A Ctrl-C arrives from the terminal and again from npm, as do signals to a process group; later ones are intended. */
const ONE_WISH_MS = 1_000
const DATABASE_RETRY_MS = 500

interface Started extends Omit<StartedServer, 'config'> {
  /** Shows no progress of migrations. */
  isQuiet?: boolean
}

/**
 * Owns the database and the migrations, and runs one or more server processes; `started` describes how it was started.
 *
 * States: starting (database, migrations, keys, servers, in this order), running, draining. A first signal drains within
 * DRAIN_SECONDS and ends with code 0; a second one, or a drain that takes too long, ends at once with code 1. Invariants:
 * a server process that ends while running is replaced; the database stops after the last server.
 */
export async function runPrimary(
  config: Config,
  log: Logger,
  given: WorkerOptions = {},
  { isQuiet = false, ...started }: Started = { file: undefined, environment: {} },
): Promise<void> {
  paymentsOf(config)
  await requireFreePorts(config)
  const database = await openDatabase(config, log)
  const { running, release } = await startOn(
    database,
    { config, advance: showMigrations({ isQuiet, log }) },
    log,
    given,
  ).catch(async (error: unknown) => {
    await database.stop()
    throw error
  })
  let stoppedAt: number | undefined
  const stop = async (signal: string) => {
    if (stoppedAt !== undefined) {
      if (monotonicClock() - stoppedAt > ONE_WISH_MS) process.exit(1)
      return
    }
    stoppedAt = monotonicClock()
    log.info({ signal }, 'draining')
    setTimeout(() => process.exit(1), config.DRAIN_SECONDS * 1_000 + STOP_WITHIN_MS).unref()
    await running.stop()
    await release()
    await database.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void stop(signal))
  process.stdout.write(printStartupBanner(running, { config, ...started }))
}

interface Database {
  /** For migrations: the superuser of the embedded database, which nothing else uses. */
  owner: DbAddress
  plain: DbAddress
  stop(): Promise<void>
}

async function openDatabase({ DATABASE_URL: url, DATA_DIR, WEB_CONCURRENCY }: Config, log: Logger): Promise<Database> {
  if (url) return { owner: { url }, plain: { url }, stop: async () => {} }
  return await startEmbedded({
    dataDir: DATA_DIR,
    log: (message, fields) => log.info(fields ?? {}, message),
    onSpawned: WEB_CONCURRENCY === 1 ? preloadServer : undefined,
  }).catch((error: unknown) => {
    throw toDataDirError(error, DATA_DIR)
  })
}

/** While the database starts, which takes as long; what fails here fails again where the server is needed. */
const preloadServer = () => void import('./server.ts').catch(() => {})

interface Settings {
  config: Config
  advance: AdvanceMigrations
}

async function startOn({ owner, plain }: Database, settings: Settings, log: Logger, given: WorkerOptions) {
  const { config } = settings
  const { release, ...keys } = await prepare(settings, { owner, plain }, log)
  const order = { database: plain, ...keys }
  return { running: await startServers(config, order, log, given), release }
}

function requireSecrets(config: Config): InstallationSecrets {
  try {
    return loadSecrets(config)
  } catch (error) {
    throw toDataDirError(error, config.DATA_DIR)
  }
}

interface Prepared extends Pick<WorkOrder, 'keys' | 'secrets'> {
  release(): Promise<void>
}

/** Migrates, and returns what the servers need. */
async function prepare(
  { config, advance }: Settings,
  { owner, plain }: Omit<Database, 'stop'>,
  log: Logger,
): Promise<Prepared> {
  const db = openDb(owner, { name: 'primary', max: 2, statementTimeoutMs: 60_000 })
  const isOurs = config.DATABASE_URL === undefined
  try {
    await migrateWhenReachable(db, log, advance)
    await makePartitions(db, log)
  } catch (error) {
    await db.close()
    throw isOurs ? toDataDirError(error, config.DATA_DIR) : toConfigError(error)
  }
  try {
    const secrets = requireSecrets(config)
    const held = await hold(plain, isOurs || config.SECRET_KEY !== undefined, secrets, log)
    return { ...(await openKeys(secrets, db)), release: held.release }
  } finally {
    await db.close()
  }
}

async function migrateWhenReachable(db: Db, log: Logger, advance: AdvanceMigrations): Promise<void> {
  for (let logged = ''; ; ) {
    try {
      return await migrate(db, { report: (message, fields) => log.info(fields, message), advance })
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      const reason = unavailableReason(error) ?? (logged || 'no answer')
      if (reason !== logged) log.warn(`waiting for the database at ${db.address}: ${reason}`)
      logged = reason
      await delay(DATABASE_RETRY_MS)
    }
  }
}

/** As in the maintenance job: a server that was stopped for long has no partitions for today. */
async function makePartitions(db: Db, log: Logger): Promise<void> {
  try {
    const now = await readDatabaseTime(db)
    for (const of of PARTITIONED) {
      const left = await createParts(db, of, now)
      if (left.length > 0)
        log.warn({ left }, 'creating partitions failed; new rows go to the default partition meanwhile')
    }
  } catch (error) {
    log.warn({ err: error }, 'creating partitions failed; new rows go to the default partition meanwhile')
  }
}

async function hold(address: DbAddress, sharesSecret: boolean, secrets: InstallationSecrets, log: Logger) {
  const { current, previous } = secretKeysOf(secrets)
  const keyIds = [current, previous].flatMap(key => key?.id ?? [])
  const reportRefused = () =>
    log.error('another server uses this database with a different SECRET_KEY: stop one of them')
  const held = await holdInstallation(address, { sharesSecret, keyIds, reportRefused })
  if (held !== 'refused') return held
  throw new ConfigError('SECRET_KEY: is required, with the same value, if several servers share a database')
}

async function openKeys(secrets: InstallationSecrets, db: Db): Promise<Pick<WorkOrder, 'keys' | 'secrets'>> {
  try {
    const { secret, personKey } = await loadInstallationKeys(db, secrets)
    return {
      keys: { secret: secret.toString('hex'), personKey: personKey.toString('hex') },
      secrets: { current: secrets.current.toString('hex'), previous: secrets.previous?.toString('hex') },
    }
  } catch (error) {
    throw toSecretError(error)
  }
}

async function startServers(config: Config, order: WorkOrder, log: Logger, given: WorkerOptions): Promise<Running> {
  if (config.WEB_CONCURRENCY > 1) return await startWorkers(config.WEB_CONCURRENCY, order, log)
  const server = await serve(config, order, log, given)
  return { url: server.url, metricsUrl: server.metricsUrl, stop: () => server.close() }
}

async function startWorkers(count: number, order: WorkOrder, log: Logger): Promise<Running> {
  // Each process accepts its own connections: one that the primary has handed to a killed process would hang forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  /** During startup and shutdown, a process that ends is not replaced. */
  let isSettled = false
  const relay = createReportRelay()
  const start = () =>
    new Promise<Addresses>((resolve, reject) => {
      const worker = cluster.fork()
      worker.on('message', (message: 'server is ready' | { serving?: Addresses }) => {
        if (message === 'server is ready') worker.send(order)
        else if (message.serving) {
          relay.join(worker)
          resolve(message.serving)
        }
      })
      worker.once('exit', code => reject(new ConfigError(`a server process exited with code ${code}`)))
    })
  cluster.on('exit', (worker, code, signal) => {
    if (!isSettled) return
    log.error({ worker: worker.process.pid, code, signal }, 'a server process exited; starting a new one')
    void delay(DATABASE_RETRY_MS).then(async () => {
      if (isSettled) await start().catch(() => {})
    })
  })
  const addresses = await Promise.all(Array.from({ length: count }, start))
  isSettled = true
  return {
    ...addresses[0]!,
    async stop() {
      isSettled = false
      const workers = Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined)
      await Promise.all(
        workers.map(worker => {
          worker.process.kill('SIGTERM')
          return new Promise(resolve => worker.once('exit', resolve))
        }),
      )
    },
  }
}
