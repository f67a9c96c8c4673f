import { SQL } from 'sql-template-strings'
import { type DbAddress, openDb, type Queryable } from './db.ts'

const LOCK = 7002
const KEY_LOCKS = 7003

/**
 * Marks this server as present at its database. Servers that share a secret stand beside each other; one without a
 * configured secret stands alone: `refused` where that cannot be. `keyIds` are of the keys that it was given.
 */
export async function holdInstallation(
  address: DbAddress,
  { sharesSecret, keyIds }: { sharesSecret: boolean; keyIds: readonly Buffer[] },
): Promise<{ release(): Promise<void> } | 'refused'> {
  // One connection, so that the session's lock lives as long as the pool.
  const db = openDb(address, { name: 'presence', max: 1, statementTimeoutMs: 5_000 })
  const { held } = await db.one<{ held: boolean }>(
    sharesSecret
      ? SQL`select pg_try_advisory_lock_shared(${LOCK}) as held`
      : SQL`select pg_try_advisory_lock(${LOCK}) as held`,
  )
  if (held) {
    const locks = keyIds.map(lockOf)
    await db.many(SQL`select pg_advisory_lock_shared(${KEY_LOCKS}, l) from unnest(${locks}::int[]) as k (l)`)
    return { release: () => db.close() }
  }
  await db.close()
  return 'refused'
}

const lockOf = (keyId: Buffer) => keyId.readInt32BE(0)

/** How many of the servers that are present were not given the key. */
export async function countServersWithoutKey(db: Queryable, keyId: Buffer): Promise<number> {
  const { count } = await db.one<{ count: number }>(SQL`
    select count(*)::int as count from pg_locks p
    where p.locktype = 'advisory' and p.database = (select oid from pg_database where datname = current_database())
      and p.classid = 0 and p.objid = ${LOCK} and p.objsubid = 1 and p.granted
      and not exists (
        select from pg_locks k where k.locktype = 'advisory' and k.pid = p.pid
          and k.classid = ${KEY_LOCKS} and k.objid = (${lockOf(keyId)}::bigint & 4294967295)::oid and k.objsubid = 2)`)
  return count
}
