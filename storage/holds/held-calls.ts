import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export type HoldOutcome = 'done' | 'refused' | 'declined' | 'expired' | 'canceled'

/** What became of a held call: the ids of what it made, or the problem that refused it. */
export type HoldResult =
  | { made: Readonly<Record<string, string>>; problem?: undefined }
  | { made?: undefined; problem: { slug: string; detail: string; members: Record<string, unknown> } }

/** A call that is held, or was. */
export interface HeldCall {
  id: string
  tool: string
  idempotency_key: string | null
  input_digest: Buffer
  created_at: string
  closes_at: string
  ended_at: string | null
  outcome: HoldOutcome | null
  result: HoldResult | null
}

const COLUMNS =
  'h.id, h.tool, h.idempotency_key, h.input_digest, h.created_at, h.closes_at, h.ended_at, h.outcome, h.result'

interface RepeatedCall {
  agent_id: string
  tool: string
  key: string | undefined
  input_digest: Buffer
}

/** The call that this one repeats: by its key or, without one, the same call while it is held. */
export const findRepeatedHold = (
  db: Queryable,
  { agent_id, tool, key, input_digest }: RepeatedCall,
): Promise<HeldCall | undefined> =>
  db.maybeOne<HeldCall>(
    heldCalls(
      agent_id,
      key === undefined
        ? SQL`h.ended_at is null and h.idempotency_key is null and h.tool = ${tool} and h.input_digest = ${input_digest}
          limit 1`
        : SQL`h.idempotency_key = ${key}`,
    ),
  )

const heldCalls = (agentId: string, rest: SQLStatement): SQLStatement =>
  SQL`select `.append(COLUMNS).append(SQL` from held_call h where h.agent_id = ${agentId} and `).append(rest)

export async function countOpenHolds(db: Queryable, agentId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(SQL`
    select count(*)::int as count from held_call where agent_id = ${agentId} and ended_at is null`)
  return count
}

export interface NewHeldCall {
  id: string
  agent_id: string
  tool: string
  idempotency_key: string | undefined
  input_digest: Buffer
  /** JSON. */
  call: string
  created_at: Date
  closes_at: Date
  expires_at: Date
}

export async function insertHeldCall(db: Queryable, held: NewHeldCall): Promise<void> {
  await db.many(SQL`
    insert into held_call (id, agent_id, tool, idempotency_key, input_digest, call, created_at, closes_at, due_at, expires_at)
    values (${held.id}, ${held.agent_id}, ${held.tool}, ${held.idempotency_key ?? null}, ${held.input_digest}, ${held.call},
      ${held.created_at}, ${held.closes_at}, ${held.closes_at}, ${held.expires_at})`)
}

/** The calls of an agent that are held, and then the last that were, each newest first. */
export async function listHeldCalls(db: Queryable, agentId: string, ended: number): Promise<HeldCall[]> {
  const lists = await Promise.all([
    db.many<HeldCall>(heldCalls(agentId, SQL`h.ended_at is null order by h.id desc`)),
    db.many<HeldCall>(heldCalls(agentId, SQL`h.ended_at is not null order by h.id desc limit ${ended}`)),
  ])
  return lists.flat()
}

/** Something happened to held calls, after which they may go on or end. */
export async function wakeHeldCalls(
  db: Queryable,
  of: { id: string } | { agent_id: string },
  now: Date,
): Promise<void> {
  const which = 'id' in of ? SQL`id = ${of.id}` : SQL`agent_id = ${of.agent_id}`
  await db.many(SQL`update held_call set due_at = ${now} where ended_at is null and `.append(which))
}

export const isHeldCallDue = (now: Date): SQLStatement =>
  SQL`exists (select from held_call where ended_at is null and due_at <= ${now})`

export const findDueHeldCalls = (db: Queryable, now: Date, limit: number): Promise<{ id: string }[]> =>
  db.many(SQL`select id from held_call where ended_at is null and due_at <= ${now} order by due_at, id limit ${limit}`)

export interface OpenHeldCall {
  id: string
  agent_id: string
  tool: string
  /** JSON. */
  call: string
  closes_at: string
  decision: 'approved' | 'declined' | null
  /** Whether the person that it asks still owns the agent. */
  is_owned: boolean
}

/** Locks a call that is held, and the request for its approval, which nobody decides meanwhile. */
export async function lockOpenHeldCall(db: Queryable, id: string): Promise<OpenHeldCall | undefined> {
  await db.many(SQL`select 1 from question where id = ${id} for no key update`)
  await db.many(SQL`select 1 from held_call where id = ${id} for no key update`)
  // A statement of its own, whose snapshot is younger than the locks.
  return await db.maybeOne<OpenHeldCall>(SQL`
    select h.id, h.agent_id, h.tool, h.call, h.closes_at, d.decision, coalesce(c.user_id = a.owner_id, false) as is_owned
    from held_call h join agent a on a.id = h.agent_id
    left join message m on m.id = h.id left join conversation c on c.id = m.conversation_id
    left join approval_decision d on d.question_id = h.id
    where h.id = ${id} and h.ended_at is null`)
}

/** Ends a locked call and the request for its approval; `false` if it has ended already. */
export async function endHeldCall(
  db: Queryable,
  { id, outcome, result }: { id: string; outcome: HoldOutcome; result: HoldResult | null },
  now: Date,
): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    with closed as (update question set closed_at = ${now} where id = ${id} and closed_at is null)
    update held_call set ended_at = ${now}, outcome = ${outcome}, result = ${result}::jsonb, call = null
    where id = ${id} and ended_at is null returning 1`)
  return row !== undefined
}

export async function postponeHeldCall(db: Queryable, id: string, until: Date): Promise<void> {
  await db.many(SQL`update held_call set due_at = ${until} where id = ${id} and ended_at is null`)
}
