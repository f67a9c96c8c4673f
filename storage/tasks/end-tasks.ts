import { SQL } from 'sql-template-strings'
import type { Db } from '../db/db.ts'
import { insertingEvents, type NewEvent } from '../events/outbox.ts'
import { type ChainEnd, INSERTED_RECEIPTS, insertingReceipts, MOVED_CHAINS, type NewReceipt } from './task-receipts.ts'
import {
  insertingArtifacts,
  type LockedTask,
  type NewArtifact,
  type TaskUpdate,
  updatingTasks,
} from './task-updates.ts'

/** How tasks end, all of them or none. */
export interface TaskEnds {
  /** As claimed. */
  known: readonly Pick<LockedTask, 'id' | 'holder' | 'cancel_requested_at'>[]
  /** The receipt chains of their providers, as last read. */
  chains: readonly ChainEnd[]
  tasks: readonly TaskUpdate[]
  artifacts: readonly NewArtifact[]
  receipts: readonly NewReceipt[]
  events: readonly NewEvent[]
}

/**
 * Ends tasks that refund nothing, in one statement; `false`: nothing was done, because a task is no longer claimed, its
 * cancellation was requested, or another process signed for its provider. Locks in the order of a settling transaction.
 */
export async function endTasks(
  db: Pick<Db, 'many'>,
  { known, chains, tasks, artifacts, receipts, events }: TaskEnds,
  now: Date,
): Promise<boolean> {
  const ready = ' and (select is_ready from ready)'
  const rows = await db.many(
    SQL`
    with held as materialized (
      select t.id from unnest(${known.map(({ id }) => id)}::uuid[], ${known.map(({ holder }) => holder)}::uuid[],
        ${known.map(one => one.cancel_requested_at)}::timestamptz[]) as k (id, holder, cancel_requested_at)
      join service_task t on t.id = k.id and t.holder = k.holder and t.dispatch <> 'ended'
        and t.cancel_requested_at is not distinct from k.cancel_requested_at
      order by t.id for update of t
    ), chain as materialized (
      select c.provider_id from unnest(${chains.map(chain => chain.provider_id)}::uuid[],
        ${chains.map(({ ordinal: position }) => position)}::bigint[], ${chains.map(({ sha256 }) => sha256)}::text[])
        as k (provider_id, ordinal, sha256)
      join service_receipt_chain c on c.provider_id = k.provider_id and c.ordinal = k.ordinal and c.sha256 = k.sha256
      where (select count(*) from held) = ${known.length}
      order by c.provider_id for update of c
    ), ready as materialized (
      select count(*) = ${chains.length} as is_ready from chain
    ), updated as (`
      .append(updatingTasks(tasks).append(ready))
      .append('), delivered as (')
      .append(insertingArtifacts(artifacts).append(ready))
      .append('), emitted as (')
      .append(insertingEvents(events, now).append(`${ready} order by ordinal`))
      .append('), added as (')
      .append(insertingReceipts(receipts, now).append(`${ready}${INSERTED_RECEIPTS}`))
      .append(`), moved as (${MOVED_CHAINS}) select from ready where is_ready`),
  )
  return rows.length > 0
}
