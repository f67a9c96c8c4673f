import { AGENT_STATUS } from '../../storage/agents/standing.ts'
import type { BatchStatement } from '../../storage/db/batch.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { findKept, type KeptWriting, type KeyColumns } from '../../storage/idempotency/idempotency.ts'
import {
  type BatchedWriting,
  type Writer,
  type WritingOutcome,
  writeBatched,
} from '../../storage/writing/batched-writing.ts'
import type { Context } from '../kernel/context.ts'
import { Replay } from '../kernel/define.ts'
import { inputDigest, KEY_KEPT_MS } from '../kernel/idempotency.ts'
import { keyConflict, keyInProgress } from '../kernel/idempotency-problems.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { standingChanged } from '../kernel/standing/standing-changed.ts'
import { overQuota, storageQuota } from './storage-quota.ts'

/** The problems that `writeOnce` may raise. */
export const writeOnceProblems = ['storage-quota-exceeded', 'idempotency-conflict', 'idempotency-in-progress'] as const

interface KeyedCall {
  tool: string
  key: string | undefined
  /** The validated input without its key. */
  input(): object
}

/** What is written by a batched statement, and how it is answered, then and at each replay. */
interface BatchedDeed<Item, Outcome, Facts, State, Output> {
  statement: BatchStatement<Item, Outcome>
  /** Refuses what cannot be written; the statement judges again. */
  prepare(by: Writer): Promise<Item>
  /** The state of what nobody has touched yet. */
  begin(facts: Facts): State
  recall(db: Queryable, kept: KeptWriting): Promise<State>
  present(kept: KeptWriting, state: State): Output
  /** Why the statement did not write it. */
  refusal(outcome: Outcome): Problem
}

/** As `once`, by one statement that serves many callers. A replay goes ahead of every refusal. */
export async function writeOnce<
  Item extends BatchedWriting,
  Facts,
  Outcome extends WritingOutcome<Facts, string>,
  State,
  Output,
>(
  context: Context,
  call: KeyedCall,
  deed: BatchedDeed<Item, Outcome, Facts, State, Output>,
): Promise<Output | Replay<Output>> {
  const keyed = keyColumns(context, call)
  const replay = async (kept: KeptWriting) => new Replay(deed.present(kept, await deed.recall(context.db, kept)))
  let item: Item
  try {
    item = await deed.prepare(await writerOf(context, keyed))
  } catch (refusal) {
    const kept = refusal instanceof Problem ? await findAnswered(context, keyed) : undefined
    if (!kept) throw refusal
    return await replay(kept)
  }
  const outcome = await writeBatched(context.batch, deed.statement, item)
  switch (outcome.outcome) {
    case 'created':
      if (item.events.length > 0 || item.mentions.length > 0) context.wakeOutbox()
      return deed.present(outcome.kept, deed.begin(outcome.facts))
    case 'replayed':
      return await replay(outcome.kept)
    case 'standing_changed':
      throw await standingChanged(context)
    case 'key_conflict':
      throw keyConflict()
    case 'key_in_progress':
      throw keyInProgress()
    case 'over_quota':
      throw overQuota(outcome.used_bytes, item.by.storage_quota)
    default:
      throw deed.refusal(outcome)
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
  return { tool, key, input_digest, key_expires_at: new Date(now.getTime() + KEY_KEPT_MS).toISOString() }
}

// Members are listed one by one: an object put together of spreads is a slow one.
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

/** What the key keeps, where it answered this very call before. */
async function findAnswered({ actor, db, now }: Context, { tool, key, input_digest }: KeyColumns) {
  if (tool === null || key === null) return undefined
  const former = await findKept<KeptWriting>(db, { agent_id: actor.agent_id, tool, key }, now)
  if (former && `\\x${former.input_digest.toString('hex')}` !== input_digest) throw keyConflict()
  return former?.kept
}
