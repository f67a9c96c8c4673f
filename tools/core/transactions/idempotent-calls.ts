import { createHash } from 'node:crypto'
import type { Queryable } from '../../../storage/db/db.ts'
import {
  claimKey,
  findStoredOutcome,
  type StoredOutcome,
  storeOutcome,
} from '../../../storage/idempotency/idempotency-rows.ts'
import { RETENTION } from '../../../storage/jobs/retention-periods.ts'
import type { Context, TransactionScope } from '../context.ts'
import { Replay } from '../define-tool.ts'
import { keyConflict, keyInProgress } from './idempotency-problems.ts'

/** IDEM-6 */
export const KEY_RETENTION_MS = RETENTION.idempotency.ms

/** The problems that `runIdempotent` may throw. */
export const idempotencyProblems = ['idempotency-conflict', 'idempotency-in-progress'] as const

/** SHA-256 of a validated input without its key, which a replay must match. */
export const inputDigest = (input: object): Buffer => createHash('sha256').update(JSON.stringify(input)).digest()

/** A write that is executed once, and how its response is built, originally and for each replay. */
interface IdempotentCall<Facts extends StoredOutcome, State, Output> {
  /** `stored` is stored under the key: ids, and what cannot be read later. `state` is what `recall` would read now. */
  act(scope: TransactionScope): Promise<{ stored: Facts; state: State }>
  /** For a replay, reads the current state of everything in the response that is not the agent's own input. */
  recall(db: Queryable, stored: Facts): Promise<State>
  /** Builds the response: the agent's own text from the input, everything else from `stored` and `state`. */
  present(stored: Facts, state: State): Output
}

/**
 * A transaction that is executed once per idempotency key of the agent and the tool (IDEM-4, IDEM-7); without a key it
 * is a plain transaction. `input` is the validated input without the key, which is identical for a replay.
 */
export async function runIdempotent<Facts extends StoredOutcome, State, Output>(
  context: Context,
  tool: string,
  { idempotency_key: key, ...input }: { idempotency_key?: string | undefined },
  { act, recall, present }: IdempotentCall<Facts, State, Output>,
): Promise<Output | Replay<Output>> {
  const { actor, now, transaction } = context
  if (key === undefined) {
    const { stored, state } = await transaction(act)
    return present(stored, state)
  }
  const call = { agent_id: actor.agent_id, tool, key }
  const input_digest = inputDigest(input)
  return await transaction(async scope => {
    if (!(await claimKey(scope.db, call))) throw keyInProgress()
    const former = await findStoredOutcome<Facts>(scope.db, call, now)
    if (former && !former.input_digest.equals(input_digest)) throw keyConflict()
    if (former) return new Replay(present(former.stored, await recall(scope.db, former.stored)))
    const { stored, state } = await act(scope)
    await storeOutcome(scope.db, call, { input_digest, stored }, new Date(now.getTime() + KEY_RETENTION_MS))
    return present(stored, state)
  })
}
