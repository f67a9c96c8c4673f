import { SQL } from 'sql-template-strings'
import { type DbAddress, openDb, type Queryable } from './db.ts'

const LOCK = 7002
const KEY_LOCKS = 7003

const HELD_AGAIN_EVERY_MS = 5_000

interface Mark {
  sharesSecret: boolean
  keyIds: readonly Buffer[]
  tellRefused(): void
}

/**
 * Marks this server as present at its database. Servers that share a secret stand beside each other; one without a
 * configured secret stands alone: `refused` where that cannot be. `keyIds` are of the keys that it was given. A session
 * that was lost, as in a failover, took the mark with it: it is set again, or where another server came that it cannot
 * stand beside `tellRefused` is called, once until it is.
 */
export async function holdInstallation(
  address: DbAddress,
  { sharesSecret, keyIds, tellRefused }: Mark,
  everyMs = HELD_AGAIN_EVERY_MS,
): Promise<{ release(): Promise<void> } | 'refused'> {
  // One connection, so that the session's lock lives as long as the pool.
  const db = openDb(address, { name: 'presence', max: 1, statementTimeoutMs: 5_000 })
  // The keys first: who counts servers finds none without the keys that it has.
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
    if (!isHeld && !isRefused) tellRefused()
    isRefused = !isHeld
  }
  // While the database is away there is nothing to tell: whoever asks it does.
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

/** How many servers are present, whatever their processes, and how many of them were not given the key. */
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
