import type { BatchStatement } from '../db/batch.ts'
import type { Columns } from '../db/row-values.ts'
import { firstRight } from '../entitlements/rights.ts'
import type { OfferPricing } from '../offers/new-revisions.ts'
import {
  type BatchInsert,
  batchInsertStatement,
  CREATED_ROWS,
  outcomeOf,
  STORED_OUTCOME,
} from '../writing/batch-insert.ts'
import { QUEUED, QUEUED_COLUMNS } from './new-tasks.ts'

/** A task for an offer as it was found, under an idempotency key. */
export interface NewTaskRequest extends BatchInsert {
  provider_id: string
  service_id: string
  offer_revision_id: string
  /** Of the revision's card. */
  binding_revision: number
  pricing_model: OfferPricing['pricing_model']
  message: string
  /** JSON text. */
  data: string
  request_sha256: string
  poll_ms: number
  deadline_at: string
}

interface Acceptance {
  /** Every value except `created`: nothing was done, and the caller's individual attempt finds out why. */
  outcome: string
  /** The number of the consumer's newest event: events of the task come later. */
  last_seq: number
}

const COLUMNS: Columns<NewTaskRequest> = {
  provider_id: 'uuid[]',
  service_id: 'uuid[]',
  offer_revision_id: 'uuid[]',
  binding_revision: 'int[]',
  pricing_model: 'text[]',
  message: 'text[]',
  data: 'text[]',
  request_sha256: 'text[]',
  poll_ms: 'int[]',
  deadline_at: 'timestamptz[]',
}

/** The last use of an entitlement is left to individual attempts, which notify its holders. */
const DRAWN = `
  , willing as materialized (
    select f.*, case when not f.is_free then false
      when f.provider_id = f.agent_id then true
      else not is_blocked_now(f.provider_id, f.agent_id) end as is_willing
    from free f
  ), chosen as materialized (
    select w.ordinal, r.*, row_number() over (partition by r.allowance_id order by w.ordinal) as turn
    from willing w cross join lateral (${firstRight('w')}) r where w.is_willing
  ), held as materialized (
    select a.id, a as allowance from service_allowance a where a.id = any(array(select allowance_id from chosen))
    order by a.id for update
  ), drawn as materialized (
    select c.* from chosen c join held h on h.id = c.allowance_id
    where c.limit_per_cycle is null or used_since(h.allowance, c.start) + c.turn < c.limit_per_cycle
  ), used as (
    update service_allowance a
    set used = used_since(a, d.start) + d.uses, window_start = greatest(a.window_start, d.start)
    from (select allowance_id, max(start) as start, count(*)::int as uses from drawn group by allowance_id) d
    where a.id = d.allowance_id
    returning a.id as allowance_id, a.window_start
  )
`

const WRITTEN = `
  , queued as (
    insert into service_task (${QUEUED_COLUMNS})
    select ${QUEUED}
    from (
      select w.*, w.agent_id as consumer_id, d.entitlement_id, d.allowance_id, u.window_start
      from willing w join drawn d on d.ordinal = w.ordinal join used u on u.allowance_id = d.allowance_id) n
    cross join lateral (
      select e.interface_url from service_endpoint_revision e
      where e.service_id = n.service_id and e.binding_revision = n.binding_revision limit 1) e
    returning id
  ), created as materialized (
    select ${CREATED_ROWS}, jsonb_build_object('id', c.id) as stored from queued q join willing c on c.id = q.id
  )
`

const OUTCOMES = `
  select ${outcomeOf(`'not_drawn'`)},
    coalesce((select h.last_seq from inbox_head h where h.recipient = f.agent_id), 0) as last_seq
  from free f left join created c on c.ordinal = f.ordinal
  order by f.ordinal
`

const statement = batchInsertStatement(COLUMNS, 'true', [DRAWN, WRITTEN, STORED_OUTCOME, OUTCOMES])

/** Consumes uses and queues the tasks of all current callers; for the usage see `insertBatched`. */
export const acceptTasks: BatchStatement<NewTaskRequest, Acceptance> = {
  name: 'accept_tasks',
  max: 32,
  isWrite: true,
  run: (db, items) => db.many<Acceptance>(statement(items)),
}
