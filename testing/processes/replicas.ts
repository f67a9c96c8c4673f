import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestFn } from 'ava'
import { SQL } from 'sql-template-strings'
import { type Db, type DbOptions, openDb } from '../../storage/db/db.ts'
import { migrate } from '../../storage/db/migrate.ts'
import { findReplayed, POSITION, type WalPosition } from '../../storage/db/timelines.ts'
import { findBinaries, installBinaries } from '../../storage/embedded/binaries.ts'
import { chooseDataDir, giveOwnership } from '../../storage/embedded/data-dir.ts'
import type { DatabaseAccess, SocketAddress } from '../../storage/embedded/database-access.ts'
import { launch, type Postmaster } from '../../storage/embedded/postmaster.ts'
import { type EmbeddedDatabase, startEmbedded } from '../../storage/embedded/start-embedded.ts'
import { currentAccount, runAs, type SystemAccount } from '../../storage/embedded/system-account.ts'

/** A PostgreSQL of its own, and standbys that follow it. */
export interface Replicas {
  primary: DatabaseAccess
  /** Of the role that owns the tables. */
  db: Db
  standbys: readonly Replica[]
  /** How far the primary is. */
  position(): Promise<WalPosition>
  open(address: SocketAddress, options?: Partial<DbOptions>): Db
}

export interface Replica {
  address: SocketAddress
  db: Db
  /** Holds it where it is. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Until it has come as far as the primary is now. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

const OPTIONS: DbOptions = { name: 'test', max: 4, statementTimeoutMs: 300_000, connectTimeoutSeconds: 300 }
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '120' }
const quiet = () => {}

export const replicaUrl = ({ user, password, database }: SocketAddress, port: number) =>
  `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`

export const socketOf = ({ socketDir, port }: SocketAddress) => path.join(socketDir, `.s.PGSQL.${port}`)

/** What was started, to be ended. */
interface Started {
  folder: string
  stopping: AbortController
  postmasters: Postmaster[]
  opened: Db[]
  primary?: EmbeddedDatabase
}

export function useReplicas(test: TestFn, count = 1): () => Replicas {
  const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-replicas-'))
  // The account of the databases has to pass.
  chmodSync(folder, 0o711)
  const started: Started = { folder, stopping: new AbortController(), postmasters: [], opened: [] }
  let replicas: Replicas | undefined
  const open: Replicas['open'] = (address, options = {}) => {
    const db = openDb(address, { ...OPTIONS, ...options })
    started.opened.push(db)
    return db
  }
  test.serial.before(async () => {
    const { primary, source } = await startPrimary(folder)
    started.primary = primary
    const { owner, plain } = primary
    const db = open(owner)
    const position = () => db.one<WalPosition>(SQL`select `.append(POSITION))
    const standbys: Replica[] = []
    for (let n = 0; n < count; n++) {
      const { address, postmaster } = await startStandby(started, n, { from: owner, source })
      standbys.push(asReplica(address, open(address), postmaster, position))
    }
    replicas = { primary: { owner, plain }, db, standbys, position, open }
  })
  test.after.always(async () => {
    await Promise.all(started.opened.map(db => db.close()))
    await Promise.all(started.postmasters.map(postmaster => postmaster.stop()))
    await started.primary?.stop()
    started.stopping.abort()
    rmSync(folder, { recursive: true, force: true })
  })
  return () => replicas as Replicas
}

/** Migrated, and copied while it stood still. */
async function startPrimary(folder: string): Promise<{ primary: EmbeddedDatabase; source: string }> {
  const dataDir = path.join(folder, 'primary')
  const source = path.join(folder, 'source')
  const first = await startEmbedded({ dataDir, log: quiet, settings: SETTINGS })
  const db = openDb(first.owner, OPTIONS)
  await migrate(db)
  await db.close()
  await first.stop()
  const { home, cluster } = await chooseDataDir(dataDir, quiet)
  appendFileSync(path.join(cluster, 'pg_hba.conf'), 'local replication all scram-sha-256\n')
  await copyAs(currentAccount, cluster, source)
  return { primary: await startEmbedded({ dataDir: home, log: quiet, settings: SETTINGS }), source }
}

async function copyAs(account: SystemAccount, from: string, to: string): Promise<void> {
  const { code, output } = await runAs(account, ['cp', '-a', from, to])
  if (code !== 0) throw new Error(output)
}

async function startStandby(
  { folder, postmasters, stopping }: Started,
  n: number,
  { from, source }: { from: SocketAddress; source: string },
) {
  const dataFolder = await chooseDataDir(path.join(folder, `standby-${n}`), quiet)
  await copyAs(currentAccount, source, dataFolder.cluster)
  const signal = path.join(dataFolder.cluster, 'standby.signal')
  writeFileSync(signal, '')
  giveOwnership(signal, dataFolder.account)
  const native = await installBinaries(findBinaries(), dataFolder.home, dataFolder.account)
  const primary_conninfo = `host=${from.socketDir} port=${from.port} user=${from.user} password=${from.password}`
  const postmaster = await launch(
    { dataDir: dataFolder, native, settings: { ...SETTINGS, primary_conninfo }, log: quiet },
    stopping.signal,
  )
  postmasters.push(postmaster)
  const { socketDir, port } = postmaster
  return { address: { ...from, socketDir, port }, postmaster }
}

function asReplica(address: SocketAddress, db: Db, { stop }: Postmaster, position: Replicas['position']): Replica {
  const replayed = async () => {
    const { lsn } = await db.one<{ lsn: number }>(SQL`select (pg_last_wal_replay_lsn() - '0/0')::float8 as lsn`)
    return lsn
  }
  return {
    address,
    db,
    async pause() {
      await db.many(SQL`select pg_wal_replay_pause()`)
      const paused = SQL`select 1 where pg_get_wal_replay_pause_state() = 'paused'`
      while ((await db.maybeOne(paused)) === undefined);
    },
    async resume() {
      await db.many(SQL`select pg_wal_replay_resume()`)
    },
    async catchUp() {
      const { lsn } = await position()
      while ((await replayed()) < lsn);
    },
    stop,
  }
}

/** Until the timeline of the primary is noted, and the standby knows of it. */
export async function untilKnown({ db }: Replica, timeline: number): Promise<void> {
  while ((await findReplayed(db, timeline)) === undefined);
}
