import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** The position up to which an agent has acknowledged its events. */
export interface Ack {
  up_to_seq: number
  /** When that event was logged; the epoch if it was deleted. */
  logged_at: string
}

export function findAck(db: Queryable, agentId: string): Promise<Ack | undefined> {
  return db.maybeOne<Ack>(SQL`select up_to_seq, logged_at from heartbeat_ack where agent_id = ${agentId}`)
}

/** Moves it forward, never back, and returns the resulting position. */
export function advanceAck(db: Queryable, agentId: string, upToSeq: number): Promise<{ up_to_seq: number }> {
  return db.one(SQL`
    insert into heartbeat_ack as a (agent_id, up_to_seq, logged_at)
    select ${agentId}, ${upToSeq}, coalesce(
      (select e.sequenced_at from inbox e where e.recipient = ${agentId} and e.seq = ${upToSeq}), to_timestamp(0))
    on conflict (agent_id) do update set up_to_seq = greatest(a.up_to_seq, excluded.up_to_seq),
      logged_at = case when excluded.up_to_seq > a.up_to_seq then excluded.logged_at else a.logged_at end
    returning up_to_seq`)
}
