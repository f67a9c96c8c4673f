import { SQL } from 'sql-template-strings'
import type { BatchStatement } from '../db/batch.ts'
import type { Queryable } from '../db/db.ts'
import { LOCKED, type LockedTask, PARTY } from './task-updates.ts'

/** The content to send. */
export interface Outgoing {
  message: string
  data: string
  contract: string
  /** The evidence for its provider's endpoint has expired. */
  is_stale: boolean
}

/** A due task, with the endpoint of its provider. */
export interface DueTask extends LockedTask {
  host: string
  /** The owner of its provider, or the provider. */
  party: string
  /** A queued task that is now marked as being sent. */
  outgoing: Outgoing | null
  /** Of the card that its offer was created from. */
  interface_url: string
  tenant: string | null
  encryption_jwk: object | null
}

interface Wanted {
  holder: string
  now: Date
  until: Date
  limit: number
  /** Maximum tasks per host, */
  ofHost: number
  /** except for these hosts. */
  freeSlots: ReadonlyMap<string, number>
  /** Hosts to skip. */
  fullParties: readonly string[]
}

/** Number of candidates per query: many may be for hosts without free slots. */
const LOOKED_AT = 2_000

/** Claims due tasks, longest waiting first. Tasks to be sent are marked as being sent before the first byte. */
export async function leaseTasks(
  db: Queryable,
  { holder, now, until, limit, ofHost, freeSlots, fullParties }: Wanted,
): Promise<{ claimed: DueTask[]; isMore: boolean }> {
  const rows = await db.many<Claimed>(
    SQL`
    with room as materialized (
      select * from unnest(${[...freeSlots.keys()]}::text[], ${[...freeSlots.values()]}::int[]) as r (host, room)
    ), waiting as materialized (
      select id, host, due_at from service_task
      where due_at <= ${now} and leased_until <= ${now} and host <> all(array(select host from room where room <= 0))
        and provider_id <> all(array(select id from agent where owner_id = any(${fullParties}::uuid[])
          union all select unnest(${fullParties}::uuid[])))
      order by due_at limit ${LOOKED_AT}
    ), ranked as (
      select id, due_at, row_number() over (partition by host order by due_at) as ordinal,
        coalesce((select r.room from room r where r.host = w.host), ${ofHost}) as room
      from waiting w
    ), taken as materialized (
      select id, dispatch from service_task
      where id = any(array(select id from ranked where ordinal <= room order by due_at limit ${limit}))
        and due_at <= ${now} and leased_until <= ${now}
      order by id for update skip locked
    )
    update service_task t set holder = ${holder}, leased_until = ${until},
      dispatch = case taken.dispatch when 'queued' then 'sending' else taken.dispatch end,
      updated_at = case taken.dispatch when 'queued' then ${now} else t.updated_at end
    from taken, offer_revision o, service_endpoint_revision e
    where t.id = taken.id and o.id = t.offer_revision_id and e.service_id = t.service_id
      and e.binding_revision = o.binding_revision
    returning `
      .append(LOCKED)
      .append(`, ${PARTY}`)
      .append(SQL`, t.host, e.interface_url, e.tenant, e.encryption_jwk,
      case taken.dispatch when 'queued' then t.message end as message,
      case taken.dispatch when 'queued' then t.data end as data,
      case taken.dispatch when 'queued' then o.contract end as contract,
      case taken.dispatch when 'queued' then not endpoint_is_eligible(t.service_id, ${now}) end as is_stale,
      (select count(*)::int from waiting) as waiting`),
  )
  const [first] = rows
  return {
    claimed: rows.map(claimedOf),
    isMore:
      (first !== undefined && first.waiting > rows.length) ||
      fullParties.length > 0 ||
      [...freeSlots.values()].some(slots => slots <= 0),
  }
}

type Claimed = Omit<DueTask, 'outgoing'> & { [Name in keyof Outgoing]: Outgoing[Name] | null } & { waiting: number }

function claimedOf(row: Claimed): DueTask {
  const { waiting: _, message, data, contract, is_stale, ...task } = row
  const isOutgoing = message !== null && data !== null && contract !== null && is_stale !== null
  return { ...task, outgoing: isOutgoing ? { message, data, contract, is_stale } : null }
}

export async function renewTaskLeases(
  db: Queryable,
  holder: string,
  ids: readonly string[],
  until: Date,
): Promise<void> {
  await db.many(SQL`
    update service_task set leased_until = ${until}
    where id in (
      select id from service_task where id = any(${ids}::uuid[]) and holder = ${holder} order by id for update skip locked)`)
}

/** Releases tasks without a change. */
export async function releaseTaskLeases(db: Queryable, holder: string, ids: readonly string[]): Promise<void> {
  await db.many(SQL`
    update service_task set holder = null, leased_until = '-infinity'
    where id in (
      select id from service_task where id = any(${ids}::uuid[]) and holder = ${holder} order by id for update)`)
}

export interface NextPoll {
  id: string
  holder: string
  due_at: string
  poll_ms: number
}

/** For unchanged tasks: the next poll times. A lost claim changes nothing. */
export const postpone: BatchStatement<NextPoll, void> = {
  name: 'put_off_tasks',
  max: 256,
  isWrite: true,
  async run(db, polls) {
    await db.many(SQL`
      with next as materialized (
        select t.id, n.due_at, n.poll_ms from unnest(${polls.map(poll => poll.id)}::uuid[],
          ${polls.map(poll => poll.holder)}::uuid[], ${polls.map(poll => poll.due_at)}::text[],
          ${polls.map(poll => poll.poll_ms)}::int[]) as n (id, holder, due_at, poll_ms)
        join service_task t on t.id = n.id and t.holder = n.holder
        order by t.id for update of t
      )
      update service_task t set due_at = next.due_at::timestamptz, poll_ms = next.poll_ms, odd_polls = 0, holder = null,
        leased_until = '-infinity'
      from next where t.id = next.id`)
    return polls.map(() => undefined)
  },
}

/** The contracts of tasks, as JSON texts; `undefined`: the task was deleted. */
export const findContracts: BatchStatement<string, string | undefined> = {
  name: 'find_contracts_of_tasks',
  max: 64,
  async run(db, ids) {
    const rows = await db.many<{ id: string; contract: string }>(SQL`
      select t.id, o.contract from service_task t join offer_revision o on o.id = t.offer_revision_id
      where t.id = any(${ids}::uuid[])`)
    const found = new Map(rows.map(({ id, contract }) => [id, contract]))
    return ids.map(id => found.get(id))
  },
}
