import { createHash } from 'node:crypto'
import { findKeptAnswer, keepAnswer, tryKey } from '../storage/idempotency.ts'
import type { Context, TransactionScope } from './context.ts'
import { Replay } from './define.ts'
import { keyConflict, keyInProgress } from './idempotency-problems.ts'

/** decisions S9 */
export const KEY_KEPT_MS = 24 * 3_600_000

/** The problems that `once` may raise. */
export const onceProblems = ['idempotency-conflict', 'idempotency-in-progress'] as const

/**
 * A transaction that is done once for each idempotency key of the agent and the tool (decisions S9, S53); without a key
 * it is a plain one. `input` is the validated input without the key.
 */
export async function once<Output extends object>(
  context: Context,
  tool: string,
  { idempotency_key: key, ...input }: { idempotency_key?: string | undefined },
  body: (scope: TransactionScope) => Promise<Output>,
): Promise<Output | Replay<Output>> {
  if (key === undefined) return await context.transaction(body)
  const { actor, now } = context
  const call = { agent_id: actor.agent_id, tool, key }
  const input_digest = createHash('sha256').update(JSON.stringify(input)).digest()
  return await context.transaction(async scope => {
    if (!(await tryKey(scope.db, call))) throw keyInProgress()
    const kept = await findKeptAnswer(scope.db, call, now)
    if (kept && !kept.input_digest.equals(input_digest)) throw keyConflict()
    if (kept) return new Replay(kept.output as Output)
    const output = await body(scope)
    await keepAnswer(scope.db, call, { input_digest, output: { ...output } }, new Date(now.getTime() + KEY_KEPT_MS))
    return output
  })
}
