import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { RETENTION } from '../jobs/retention-periods.ts'
import { EVENTS, partsSince } from '../partitions/partitioned-tables.ts'

export const HANDLED_KINDS = ['done', 'declined', 'later'] as const

export type HandledKind = (typeof HANDLED_KINDS)[number]

/** An event of an agent's own log, with the agent that caused it. */
export interface OwnEvent {
  event_id: string
  type: string
  actor_id: string | null
  message_id: string | null
}

/** `madeSince`: when the oldest of them was made, at the earliest. */
export function findOwnEvents(
  db: Queryable,
  agentId: string,
  eventIds: readonly string[],
  madeSince: number,
): Promise<OwnEvent[]> {
  return db.many<OwnEvent>(SQL`
    select e.event_id, e.type, (e.body #>> '{actor,agent_id}')::uuid as actor_id,
      (e.body #>> '{subject,message_id}')::uuid as message_id
    from unnest(${eventIds}::uuid[]) k (id)
    cross join lateral (
      select i.event_id, i.type, i.body from inbox i
      where i.event_id = k.id and i.recipient = ${agentId} and i.sequenced_at >= ${partsSince(EVENTS, madeSince)}
      limit 1) e`)
}

export interface HandledMark {
  kind: HandledKind
  note: string | null
}

/** Replaces earlier marks. */
export async function insertHandledMarks(
  db: Queryable,
  agentId: string,
  eventIds: readonly string[],
  { kind, note }: HandledMark,
  now: Date,
): Promise<void> {
  await db.many(SQL`
    insert into handled_event as h (agent_id, event_id, kind, note, handled_at, expires_at)
    select ${agentId}, k.id, ${kind}, ${note}, ${now}, ${new Date(now.getTime() + RETENTION.delivery.ms)}
    from unnest(${eventIds}::uuid[]) k (id) order by k.id
    on conflict (agent_id, event_id) do update set kind = excluded.kind, note = excluded.note,
      handled_at = excluded.handled_at, expires_at = excluded.expires_at
    where (h.kind, h.note) is distinct from (excluded.kind, excluded.note)`)
}
