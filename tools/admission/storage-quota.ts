import type { Queryable } from '../../storage/db/db.ts'
import { addWriting, findStoredBytes, releaseBytes } from '../../storage/writing/agent-storage.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'
import type { Settings } from '../core/setting-values.ts'

const MEGABYTE = 1_000_000

/** The problems that `requireStorage` may throw. */
export const storageProblems = ['storage-quota-exceeded'] as const

/** Bytes of text that an agent may store; `null`: unlimited. Applies regardless of RATE_LIMITS. */
export function storageQuota(settings: Settings): number | null {
  const megabytes = settings['storage.quota_megabytes']
  return megabytes === 0 ? null : megabytes * MEGABYTE
}

export const storageExceeded = (used_bytes: number, quota_bytes: number | null) =>
  new Problem('storage-quota-exceeded', 'This content would exceed your storage quota.', {
    used_bytes,
    quota_bytes,
    hint: 'Delete some of your posts or comments to free space. GET /limits/me returns your usage.',
  })

/** Counted like the database does. */
export const storedBytesOf = (...texts: (string | null | undefined)[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0)

/** Counts stored or freed bytes, as the last step of a transaction; `offered`: see `Writing`. */
type Count = (db: Queryable, offered?: Date) => Promise<void>

/**
 * Rejects text that would exceed the quota, before it is written. The returned step counts it, and rejects it if
 * concurrent calls of the agent have used the space in the meantime.
 */
export async function requireStorage(
  { actor: { agent_id } }: Pick<Context, 'actor'>,
  db: Queryable,
  { bytes, quota }: { bytes: number; quota: number | null },
): Promise<Count> {
  if (bytes < 0) return lastDb => releaseBytes(lastDb, agent_id, -bytes)
  if (bytes > 0 && quota !== null) {
    const used = await findStoredBytes(db, agent_id)
    if (used + bytes > quota) throw storageExceeded(used, quota)
  }
  return async (lastDb, offered) => {
    if (bytes === 0 && !offered) return
    if (await addWriting(lastDb, agent_id, { bytes, offered }, quota)) return
    throw storageExceeded(await findStoredBytes(lastDb, agent_id), quota)
  }
}
