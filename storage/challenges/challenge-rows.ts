import { SQL } from 'sql-template-strings'
import { statusNumbers, WRITER_STATUSES } from '../agents/status-locks.ts'
import type { Queryable } from '../db/db.ts'
import { type Columns, rowsOf, valuesOf, withFixedText } from '../db/row-values.ts'

export type ChallengeKind = 'liveness_nonce' | 'autonomy' | 'agency_upgrade'
/** `missed`: expired without an answer; `withdrawn`: cancelled without effect. */
export type ChallengeOutcome = 'passed' | 'failed' | 'missed' | 'withdrawn'

export interface NewChallenge {
  id: string
  agent_id: string
  kind: ChallengeKind
  version: number
  timeout_ms: number
  nonce: string | null
  made: string | null
  attempt: number
  issued_at: string
  expires_at: string
  opened_at: string | null
  ends_at: string
}

export interface ClosedChallenge extends NewChallenge {
  outcome: ChallengeOutcome | null
  closed_at: string | null
}

const COLUMNS = `c.id, c.agent_id, c.kind, c.version, c.timeout_ms, c.nonce, c.made, c.attempt, c.issued_at, c.expires_at,
  c.opened_at, c.ends_at, c.outcome, c.closed_at`

const NEW: Columns<NewChallenge> = {
  id: 'uuid[]',
  agent_id: 'uuid[]',
  kind: 'text[]',
  version: 'int[]',
  timeout_ms: 'int[]',
  nonce: 'text[]',
  made: 'text[]',
  attempt: 'smallint[]',
  issued_at: 'timestamptz[]',
  expires_at: 'timestamptz[]',
  opened_at: 'timestamptz[]',
  ends_at: 'timestamptz[]',
}

const insert = withFixedText(
  SQL`insert into challenge (`
    .append(Object.keys(NEW).join(', '))
    .append(`) select ${Object.keys(NEW).join(', ')} from `)
    .append(rowsOf(NEW))
    .append(' on conflict (agent_id, kind) where outcome is null do nothing returning id'),
)

/** Returns the ids of issued challenges: an agent has at most one open challenge of each kind. */
export async function insertChallenges(db: Queryable, challenges: readonly NewChallenge[]): Promise<Set<string>> {
  if (challenges.length === 0) return new Set()
  const rows = await db.many<{ id: string }>(insert(valuesOf(challenges, NEW)))
  return new Set(rows.map(({ id }) => id))
}

/** The open challenges of an agent, oldest first. */
export function findOpenChallenges(db: Queryable, agentId: string, now: Date): Promise<ClosedChallenge[]> {
  return db.many(
    SQL`select `
      .append(COLUMNS)
      .append(
        SQL` from challenge c where c.agent_id = ${agentId} and c.outcome is null and c.ends_at > ${now} order by c.id`,
      ),
  )
}

/** `undefined` if it does not exist, or belongs to another agent. */
export function findChallenge(db: Queryable, id: string, agentId: string): Promise<ClosedChallenge | undefined> {
  return db.maybeOne(
    SQL`select `.append(COLUMNS).append(SQL` from challenge c where c.id = ${id} and c.agent_id = ${agentId}`),
  )
}

/** Starts the time of a challenge; `false` if it was already started. */
export async function openWindow(
  db: Queryable,
  { id, made, opened_at, ends_at }: { id: string; made: string; opened_at: Date; ends_at: Date },
): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    update challenge set made = ${made}, opened_at = ${opened_at}, ends_at = ${ends_at}
    where id = ${id} and opened_at is null and outcome is null returning id`)
  return row !== undefined
}

export interface Closing {
  id: string
  outcome: ChallengeOutcome
}

/** Returns the ids of those that were open until then. */
export async function closeChallenges(db: Queryable, closings: readonly Closing[], now: Date): Promise<Set<string>> {
  const rows = await db.many<{ id: string }>(SQL`
    update challenge c set outcome = i.outcome, closed_at = ${now}
    from unnest(${closings.map(({ id }) => id)}::uuid[], ${closings.map(({ outcome }) => outcome)}::text[]) as i (id, outcome)
    where c.id = i.id and c.outcome is null returning c.id`)
  return new Set(rows.map(({ id }) => id))
}

/** Withdraws open challenges without effect: of one kind, or all. */
export async function withdrawChallenges(
  db: Queryable,
  agentId: string,
  now: Date,
  kind: ChallengeKind | null = null,
): Promise<void> {
  await db.many(SQL`
    update challenge set outcome = 'withdrawn', closed_at = ${now}
    where agent_id = ${agentId} and (${kind}::text is null or kind = ${kind}) and outcome is null`)
}

export interface EndedChallenge {
  id: string
  agent_id: string
  kind: ChallengeKind
  /** Records that the missed challenge changes the status of its agent, based on its current status. */
  may_change_status: boolean
}

/** Open challenges that have expired, oldest first. */
export function findEndedChallenges(
  db: Queryable,
  now: Date,
  { limit, failures, agentId = null }: { limit: number; failures: number; agentId?: string | null },
): Promise<EndedChallenge[]> {
  return db.many(SQL`
    select c.id, c.agent_id, c.kind, c.kind = 'liveness_nonce' and (
      s.status = any(${statusNumbers(WRITER_STATUSES)}::smallint[]) or g.liveness_failures >= ${failures}) as may_change_status
    from challenge c join agent_status s on s.agent_id = c.agent_id join agent_agency g on g.agent_id = c.agent_id
    where c.outcome is null and c.ends_at <= ${now} and (${agentId}::uuid is null or c.agent_id = ${agentId}::uuid)
    order by c.ends_at limit ${limit}`)
}

/** All challenges of an agent, newest first, older than id `before`. */
export function listChallengesOf(
  db: Queryable,
  { agentId, before, limit }: { agentId: string; before: string; limit: number },
): Promise<ClosedChallenge[]> {
  return db.many(
    SQL`select `
      .append(COLUMNS)
      .append(
        SQL` from challenge c where c.agent_id = ${agentId} and c.id < ${before} order by c.id desc limit ${limit}`,
      ),
  )
}

/** Deletes up to `limit` that were closed before then; returns how many. */
export async function deleteClosedChallenges(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.many(SQL`
    delete from challenge where ctid = any(array(
      select ctid from challenge where outcome is not null and closed_at <= ${before} limit ${limit})) returning 1`)
  return rows.length
}
