import { createHash } from 'node:crypto'
import type { Queryable } from '../storage/db.ts'
import { findKept, type Kept, keep, tryKey } from '../storage/idempotency.ts'
import type { Context, TransactionScope } from './context.ts'
import { Replay } from './define.ts'
import { keyConflict, keyInProgress } from './idempotency-problems.ts'

/** decisions S9 */
export const KEY_KEPT_MS = 24 * 3_600_000

/** The problems that `once` may raise. */
export const onceProblems = ['idempotency-conflict', 'idempotency-in-progress'] as const

/** What is done once, and how it is answered. */
interface Deed<Facts extends Kept, Output> {
  /** Answers what is kept under the key: ids, and what neither the input nor a later read can tell. */
  act(scope: TransactionScope): Promise<Facts>
  /** The answer, of the first call and of each replay alike: own words from the input, all else as it is now. */
  present(db: Queryable, kept: Facts): Promise<Output>
}

/**
 * A transaction that is done once for each idempotency key of the agent and the tool (decisions S9, S53); without a key
 * it is a plain one. `input` is the validated input without the key: a replay has the very same.
 */
export async function once<Facts extends Kept, Output>(
  context: Context,
  tool: string,
  { idempotency_key: key, ...input }: { idempotency_key?: string | undefined },
  { act, present }: Deed<Facts, Output>,
): Promise<Output | Replay<Output>> {
  const { actor, now, transaction } = context
  if (key === undefined) return await transaction(async scope => present(scope.db, await act(scope)))
  const call = { agent_id: actor.agent_id, tool, key }
  const input_digest = createHash('sha256').update(JSON.stringify(input)).digest()
  return await transaction(async scope => {
    if (!(await tryKey(scope.db, call))) throw keyInProgress()
    const former = await findKept<Facts>(scope.db, call, now)
    if (former && !former.input_digest.equals(input_digest)) throw keyConflict()
    if (former) return new Replay(await present(scope.db, former.kept))
    const kept = await act(scope)
    await keep(scope.db, call, { input_digest, kept }, new Date(now.getTime() + KEY_KEPT_MS))
    return await present(scope.db, kept)
  })
}
