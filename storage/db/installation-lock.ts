import { SQL } from 'sql-template-strings'
import { type DbAddress, openDb } from './db.ts'

const LOCK = 7002

/**
 * Marks this server as present at its database. Servers that share a secret stand beside each other; one without a
 * configured secret stands alone: `refused` where that cannot be.
 */
export async function holdInstallation(
  address: DbAddress,
  sharesSecret: boolean,
): Promise<{ release(): Promise<void> } | 'refused'> {
  // One connection, so that the session's lock lives as long as the pool.
  const db = openDb(address, { name: 'presence', max: 1, statementTimeoutMs: 5_000 })
  const { held } = await db.one<{ held: boolean }>(
    sharesSecret
      ? SQL`select pg_try_advisory_lock_shared(${LOCK}) as held`
      : SQL`select pg_try_advisory_lock(${LOCK}) as held`,
  )
  if (held) return { release: () => db.close() }
  await db.close()
  return 'refused'
}
