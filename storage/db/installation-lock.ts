import { SQL } from 'sql-template-strings'
import { type DbAddress, openDb, type Queryable } from './db.ts'

const LOCK = 7002
const KEY_LOCKS = 7003

const HELD_AGAIN_EVERY_MS = 5_000

interface Mark {
  sharesSecret: boolean
  keyIds: readonly Buffer[]
  reportRefused(): void
}

/**
 * Marks this server as present at its database, by advisory locks. Servers with the same secret may run together; one
 * without a configured secret must be alone: `refused` if that is violated. `keyIds` are the ids of its keys. A lost
 * session, as in a failover, loses the mark: it is set again, or, if an incompatible server has started, `tellRefused`
 * is called, once until it is set.
 */
export async function holdInstallation(
  address: DbAddress,
  { sharesSecret, keyIds, reportRefused }: Mark,
  everyMs = HELD_AGAIN_EVERY_MS,
): Promise<{ release(): Promise<void> } | 'refused'> {
  // A single connection, so that the session's lock lives as long as the pool.
  const db = openDb(address, { name: 'presence', max: 1, statementTimeoutMs: 5_000 })
  // The keys first, so that whoever counts servers always sees their keys.
  const take = async () => {
    const locks = keyIds.map(lockOf)
    await db.many(SQL`select pg_advisory_lock_shared(${KEY_LOCKS}, l) from unnest(${locks}::int[]) as k (l)`)
    const { held } = await db.one<{ held: boolean }>(
      sharesSecret
        ? SQL`select pg_try_advisory_lock_shared(${LOCK}) as held`
        : SQL`select pg_try_advisory_lock(${LOCK}) as held`,
    )
    return held
  }
  if (!(await take())) {
    await db.close()
    return 'refused'
  }
  let isRefused = false
  const look = async () => {
    const isHeld = (await isMarked(db)) || (await take())
    if (!isHeld && !isRefused) reportRefused()
    isRefused = !isHeld
  }
  // If the database is not reachable, those who query it report that.
  const timer = setInterval(() => void look().catch(() => {}), everyMs)
  timer.unref()
  return {
    release() {
      clearInterval(timer)
      return db.close()
    },
  }
}

const isMarked = async (db: Queryable): Promise<boolean> =>
  (await db.maybeOne(SQL`
    select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and classid = 0 and objid = ${LOCK}
      and objsubid = 1`)) !== undefined

const lockOf = (keyId: Buffer) => keyId.readInt32BE(0)

/** How many servers are present, regardless of their number of processes, and how many of them lack the key. */
export async function countServers(db: Queryable, keyId: Buffer): Promise<{ present: number; without_key: number }> {
  return await db.one<{ present: number; without_key: number }>(SQL`
    select count(*)::int as present, (count(*) filter (where not exists (
        select from pg_locks k where k.locktype = 'advisory' and k.pid = p.pid
          and k.classid = ${KEY_LOCKS} and k.objid = (${lockOf(keyId)}::bigint & 4294967295)::oid and k.objsubid = 2)
      ))::int as without_key
    from pg_locks p
    where p.locktype = 'advisory' and p.database = (select oid from pg_database where datname = current_database())
      and p.classid = 0 and p.objid = ${LOCK} and p.objsubid = 1 and p.granted`)
}
