import { AGENT_STATUS } from '../../storage/agents/status-locks.ts'
import type { BatchStatement } from '../../storage/db/batch.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { findStoredOutcome, type KeyColumns, type StoredWrite } from '../../storage/idempotency/idempotency-rows.ts'
import {
  type BatchInsert,
  insertBatched,
  type Writer,
  type WritingOutcome,
} from '../../storage/writing/batch-insert.ts'
import { statusChanged } from '../core/agent-status/status-changed.ts'
import type { Context } from '../core/context.ts'
import { Replay } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { keyConflict, keyInProgress } from '../core/transactions/idempotency-problems.ts'
import { inputDigest, KEY_RETENTION_MS } from '../core/transactions/idempotent-calls.ts'
import { storageExceeded, storageQuota } from './storage-quota.ts'

/** The problems that `writeIdempotent` may throw. */
export const idempotentWriteProblems = [
  'storage-quota-exceeded',
  'idempotency-conflict',
  'idempotency-in-progress',
] as const

interface KeyedCall {
  tool: string
  key: string | undefined
  /** The validated input without its key. */
  input(): object
}

/** A write by a batched statement, and how its response is built, originally and for each replay. */
interface BatchedWrite<Item, Outcome, Facts, State, Output> {
  statement: BatchStatement<Item, Outcome>
  /** Rejects invalid writes early; the statement checks again. */
  prepare(by: Writer): Promise<Item>
  /** The initial state of something new. */
  begin(facts: Facts): State
  recall(db: Queryable, stored: StoredWrite): Promise<State>
  present(stored: StoredWrite, state: State): Output
  /** Why the statement did not write it. */
  refusal(outcome: Outcome): Problem
}

/** Like `once`, by one statement that serves many callers. A replay takes precedence over every error. */
export async function writeIdempotent<
  Item extends BatchInsert,
  Facts,
  Outcome extends WritingOutcome<Facts, string>,
  State,
  Output,
>(
  context: Context,
  call: KeyedCall,
  write: BatchedWrite<Item, Outcome, Facts, State, Output>,
): Promise<Output | Replay<Output>> {
  const keyed = keyColumns(context, call)
  const replay = async (stored: StoredWrite) =>
    new Replay(write.present(stored, await write.recall(context.db, stored)))
  let item: Item
  try {
    item = await write.prepare(await writerOf(context, keyed))
  } catch (refusal) {
    const stored = refusal instanceof Problem ? await findAnswered(context, keyed) : undefined
    if (!stored) throw refusal
    return await replay(stored)
  }
  const outcome = await insertBatched(context.batch, write.statement, item)
  switch (outcome.outcome) {
    case 'created':
      if (item.events.length > 0 || item.mentions.length > 0) context.wakeOutbox()
      return write.present(outcome.stored, write.begin(outcome.facts))
    case 'replayed':
      return await replay(outcome.stored)
    case 'standing_changed':
      throw await statusChanged(context)
    case 'key_conflict':
      throw keyConflict()
    case 'key_in_progress':
      throw keyInProgress()
    case 'over_quota':
      throw storageExceeded(outcome.used_bytes, item.by.storage_quota)
    default:
      throw write.refusal(outcome)
  }
}

export const personAsWriter = (now: Date): Writer => ({
  agent_id: null,
  key_version: 0,
  status: 0,
  storage_quota: null,
  created_at: now.toISOString(),
  ...NO_KEY,
})

const NO_KEY: KeyColumns = { tool: null, key: null, input_digest: null, key_expires_at: null }

function keyColumns({ now }: Context, { tool, key, input }: KeyedCall): KeyColumns {
  if (key === undefined) return NO_KEY
  const input_digest = `\\x${inputDigest(input()).toString('hex')}`
  return { tool, key, input_digest, key_expires_at: new Date(now.getTime() + KEY_RETENTION_MS).toISOString() }
}

/** An agent that writes once, whatever it repeats. */
export const unkeyedWriter = (context: Context): Promise<Writer> => writerOf(context, NO_KEY)

// Members are listed explicitly: an object built by spreads is slower.
const writerOf = async ({ actor, now, settings }: Context, keyed: KeyColumns): Promise<Writer> => ({
  agent_id: actor.agent_id,
  key_version: actor.key_version,
  status: AGENT_STATUS[actor.status],
  created_at: now.toISOString(),
  storage_quota: storageQuota(await settings()),
  tool: keyed.tool,
  key: keyed.key,
  input_digest: keyed.input_digest,
  key_expires_at: keyed.key_expires_at,
})

/** What the key stores, if it belongs to this call. */
async function findAnswered({ actor, db, now }: Context, { tool, key, input_digest }: KeyColumns) {
  if (tool === null || key === null) return undefined
  const former = await findStoredOutcome<StoredWrite>(db, { agent_id: actor.agent_id, tool, key }, now)
  if (former && `\\x${former.input_digest.toString('hex')}` !== input_digest) throw keyConflict()
  return former?.stored
}
