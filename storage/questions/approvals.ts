import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { type HoldOutcome, wakeHeldCalls } from '../holds/held-calls.ts'

/** Of the owner of the asker, in whose conversation with it the request is. */
const OF_OWNER = `
  from question q join message m on m.id = q.message_id join conversation c on c.id = m.conversation_id
  join agent a on a.id = q.asker_id
  left join approval_decision d on d.question_id = q.id
  left join held_call h on h.id = q.id`

export interface RequestedApproval {
  question_id: string
  agent_id: string
  agent_handle: string
  content_type: string
  content: string
  asked_at: string
  closes_at: string
  /** The tool of the call that waits for it, if any, and what became of that. */
  held_tool: string | null
  held_outcome: HoldOutcome | null
}

const COLUMNS = `q.id as question_id, a.id as agent_id, a.handle as agent_handle, m.content_type, m.content,
  m.created_at as asked_at, q.closes_at, h.tool as held_tool, h.outcome as held_outcome`

/** The open requests to a person, the first to close in front. */
export function findRequestedApprovals(
  db: Queryable,
  person: string,
  now: Date,
  limit: number,
): Promise<RequestedApproval[]> {
  return db.many<RequestedApproval>(
    SQL`select `
      .append(COLUMNS)
      .append(OF_OWNER)
      .append(SQL`
      where a.owner_id = ${person} and c.user_id = ${person} and q.kind = 'approval' and q.closes_at > ${now}
        and q.closed_at is null and d.question_id is null
      order by q.closes_at, q.id limit ${limit}`),
  )
}

export type Decision = 'approved' | 'declined'

export interface DecidedApproval extends RequestedApproval {
  decision: Decision
  decided_at: string
}

/** What a person decided for agents that they still own, newest first. */
export function findDecidedApprovals(db: Queryable, person: string, limit: number): Promise<DecidedApproval[]> {
  return db.many<DecidedApproval>(
    SQL`select `
      .append(COLUMNS)
      .append(', d.decision, d.decided_at ')
      .append(OF_OWNER)
      .append(SQL`
      where d.person_id = ${person} and a.owner_id = ${person} order by d.decided_at desc, q.id limit ${limit}`),
  )
}

export interface LockedApproval extends RequestedApproval {
  is_closed: boolean
  is_decided: boolean
}

/** Locks a request to this owner: it is decided once. */
export async function lockApproval(db: Queryable, person: string, id: string): Promise<LockedApproval | undefined> {
  await db.many(SQL`select 1 from question where id = ${id} and kind = 'approval' for no key update`)
  // A statement of its own, whose snapshot is younger than the lock.
  return await db.maybeOne<LockedApproval>(
    SQL`select q.closed_at is not null as is_closed, d.question_id is not null as is_decided, `
      .append(COLUMNS)
      .append(OF_OWNER)
      .append(SQL`
      where q.id = ${id} and q.kind = 'approval' and a.owner_id = ${person} and c.user_id = ${person}`),
  )
}

interface NewDecision {
  question_id: string
  person_id: string
  decision: Decision
  record: string
}

/** Stores a decision; the question is closed by it, and a call that waits for it goes on. */
export async function insertDecision(db: Queryable, row: NewDecision, now: Date): Promise<void> {
  await db.many(SQL`
    with closed as (update question set closed_at = ${now} where id = ${row.question_id})
    insert into approval_decision (question_id, person_id, decision, record, decided_at)
    values (${row.question_id}, ${row.person_id}, ${row.decision}, ${row.record}, ${now})`)
  await wakeHeldCalls(db, { id: row.question_id }, now)
}
