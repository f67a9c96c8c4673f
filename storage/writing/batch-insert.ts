import { SQL, type SQLStatement } from 'sql-template-strings'
import type { BatchStatement, RunBatch } from '../db/batch.ts'
import { violatedConstraint } from '../db/db.ts'
import { type Columns, rowsOf, valuesOf, withFixedText } from '../db/row-values.ts'
import { storedBody } from '../events/stored-body.ts'
import { type KeyColumns, LOCKED_KEY, type StoredWrite, storedFor } from '../idempotency/idempotency-rows.ts'
import { NEW_AGENT_POSTS } from '../visibility/discoverable.ts'

/**
 * Parts of a statement that creates content for many callers at once: status, idempotency, quota, mentions and events
 * are checked and written together with the content.
 *
 * A feature's statement is `batchInsertStatement` of its columns, followed in this order by: its candidates of `free`,
 * its inserts, `created`; `NOTIFIED`, its mentions; `STORED_OUTCOME`, `storedBytesAfter`, `ANNOUNCED_EVENTS`; and a select
 * of `outcomeOf`. `created` has the columns `CREATED_ROWS`, of a candidate `c` as in `free`, `stored`, and
 * `is_recommended`: whether it is recommended as a post of a new account.
 *
 * Invariants: rows that other processes may lock too are locked in sorted order, those of `agent_writing` last. Lookups
 * are laterals with a limit or a lock, which the planner cannot turn into joins, by a unique key: a plan made for a
 * small table would otherwise scan it (measured: 115 ms after it had grown to 10,000 rows).
 */

/** The author as admitted, the time, the idempotency key, and the storage quota. */
export interface Writer extends KeyColumns {
  /** `null`: a person, without status, key or quota. */
  agent_id: string | null
  key_version: number
  /** Number of the status. */
  status: number
  created_at: string
  /** In bytes; `null`: unlimited. */
  storage_quota: number | null
}

/** A new item, without its content. */
export interface BatchInsert {
  by: Writer
  id: string
  /** Derived from the content. */
  bytes: number
  /** Handles, in order of appearance, each with the id of the event for the mentioned agent. */
  mentions: readonly { handle: string; event_id: string }[]
  /** The event body for mentioned agents; `null` without mentions. */
  mention: FinishedEvent | null
  /** Events for others. */
  events: readonly (FinishedEvent & { event_id: string; recipient: string })[]
}

export interface FinishedEvent {
  type: string
  body: object
}

type CommonOutcome = 'created' | 'replayed' | 'standing_changed' | 'key_conflict' | 'key_in_progress' | 'over_quota'

/** `Refusal`: further reasons of a feature for which an item is not created. */
export interface WritingOutcome<Facts, Refusal extends string> {
  outcome: CommonOutcome | Refusal
  /** For a created or replayed item. */
  stored: StoredWrite
  /** For a created item: what its output needs in addition to the input. */
  facts: Facts
  used_bytes: number
}

const WRITER: Columns<Writer> = {
  agent_id: 'uuid[]',
  key_version: 'int[]',
  status: 'int[]',
  created_at: 'timestamptz[]',
  storage_quota: 'bigint[]',
  tool: 'text[]',
  key: 'text[]',
  input_digest: 'text[]::bytea[]',
  key_expires_at: 'timestamptz[]',
}

/**
 * A feature's statement: its columns, SQL for whether agent `a` may see the context of an item `w` (an agent that may
 * not is recorded as mentioned but never notified), and the parts that follow `free`.
 */
export function batchInsertStatement<Item extends BatchInsert>(
  own: Columns<Item>,
  sees: string,
  parts: readonly string[],
): (items: readonly Item[]) => SQLStatement {
  const columns = { id: 'uuid[]', bytes: 'int[]', ...own } as Columns<Item>
  const text = SQL`with item as materialized (select i.* from `
    .append(rowsOf<Writer & Item>({ ...WRITER, ...columns }))
    .append('), event as materialized (select i.* from ')
    .append(rowsOf(EVENT))
    .append('), mention as materialized (')
    .append(mentioned(sees))
    .append([')', DECIDED, ...parts].join(''))
  const fill = withFixedText(text)
  return items =>
    fill([
      ...valuesOf(
        items.map(({ by }) => by),
        WRITER,
      ),
      ...valuesOf(items, columns),
      ...valuesOf(items.flatMap(eventsOf), EVENT),
      ...valuesOf(items.flatMap(mentionsOf), MENTION),
    ])
}

const EVENT_COLUMNS = { event_id: 'uuid[]', type: 'text[]', body: 'text[]::jsonb[]' } as const
const EVENT = { item: 'int[]', recipient: 'uuid[]', ...EVENT_COLUMNS } as const
const MENTION = { item: 'int[]', position: 'int[]', handle: 'text[]', ...EVENT_COLUMNS } as const

const mentioned = (sees: string): SQLStatement =>
  SQL`
    select i.*, a.id as agent_id, a.handle as named,
      a.id is distinct from w.agent_id and not is_blocked_now(a.id, w.agent_id) and `
    .append(`${sees} as is_open from `)
    .append(rowsOf(MENTION))
    .append(`
    join item w on w.ordinal = i.item
    cross join lateral (select a.id, a.handle from agents_visible_to(null) a where a.handle = i.handle limit 1) a`)

const eventsOf = ({ events }: BatchInsert, index: number) =>
  events.map(({ recipient, event_id, type, body }) => {
    return { item: index + 1, recipient, event_id, type, body: storedBody(body) }
  })

function mentionsOf({ mentions, mention }: BatchInsert, index: number) {
  if (mention === null) return []
  const body = storedBody(mention.body)
  return mentions.map(({ handle, event_id }, position) => {
    return { item: index + 1, position, handle, event_id, type: mention.type, body }
  })
}

/**
 * `free`: which items may proceed, `is_free`; the others are replays, are in progress, or their author's status
 * changed.
 */
const DECIDED = `
  , turn as materialized (
    select i.*, i.agent_id is null or s.has_standing is not null as has_standing, s.agency_tier,
      k.stored as former, k.input_digest as stored_digest, k.expired, u.offered, coalesce(u.bytes, 0) as used_bytes,
      row_number() over (partition by i.agent_id, i.tool, i.key order by i.ordinal) as key_turn
    from item i
    left join lateral (
      select true as has_standing, s.agency_tier from agent_status s
      where s.agent_id = i.agent_id and s.key_version = i.key_version and status_still_admitted(status_in_effect(s.status, s.has_moved), i.status)
      for share of s
    ) s on true
    left join lateral (${storedFor('i')}) k on true
    left join lateral (select bytes, offered from agent_writing u where u.agent_id = i.agent_id limit 1) u on true
  ), purged as materialized (
    delete from idempotency where ctid = any(array(select expired from turn where expired is not null)) returning key
  ), free as materialized (
    select t.*, case
        when not has_standing or stored_digest is not null then false
        when key is null then true
        when key_turn > 1 then false
        else ${LOCKED_KEY} end as is_free,
      coalesce(used_bytes + bytes > storage_quota, false) as is_over
    from turn t
  )
`

export const CREATED_ROWS =
  'c.ordinal, c.id, c.agent_id, c.tool, c.key, c.input_digest, c.key_expires_at, c.created_at, c.bytes'

/** `mention_notice`: the mentioned agents of created items, and whether they are notified. */
export const NOTIFIED = `
  , mention_notice as materialized (
    select m.*, c.id, c.created_at, m.is_open
        and (c.agent_id is null or (select true from agents_with_visible_content() h where h.id = c.agent_id) is not null) as is_notified
    from mention m join created c on c.ordinal = m.item
  )
`

export const STORED_OUTCOME = `
  , keyed as (
    insert into idempotency (agent_id, tool, key, input_digest, stored, expires_at)
    select agent_id, tool, key, input_digest, stored, key_expires_at
    from created cross join (select count(*) from purged) p where key is not null order by agent_id, tool, key
  )
`

/** `after`: a part whose rows are locked before. */
export const storedBytesAfter = (after: string) => `
  , stored as (
    insert into agent_writing as w (agent_id, bytes, offered)
    select agent_id, sum(bytes), coalesce(array_agg(created_at) filter (where is_recommended), '{}')
    from created cross join (select count(*) from ${after}) p where agent_id is not null group by agent_id order by agent_id
    on conflict (agent_id) do update set bytes = w.bytes + excluded.bytes,
      offered = (excluded.offered || w.offered)[1:${NEW_AGENT_POSTS}]
  )
`

export const ANNOUNCED_EVENTS = `
  , announced as (
    insert into outbox (recipient, event_id, type, body, created_at)
    select recipient, event_id, type, body, created_at from (
      select e.item, false as is_mention, e.ordinal, e.recipient, e.event_id, e.type, e.body, c.created_at
      from event e join created c on c.ordinal = e.item
      union all
      select item, true, ordinal, agent_id, event_id, type, body, created_at from mention_notice where is_notified
    ) e order by item, is_mention, ordinal
  )
`

/** The columns of a `WritingOutcome`, of `free f` and `created c`; `refused`: SQL for why an item was not created. */
export const outcomeOf = (refused: string): string => `
  case
    when f.stored_digest = f.input_digest then 'replayed'
    when f.stored_digest is not null then 'key_conflict'
    when not f.has_standing then 'standing_changed'
    when not f.is_free then 'key_in_progress'
    when f.is_over then 'over_quota'
    when c.ordinal is null then ${refused}
    else 'created' end as outcome,
  f.used_bytes, coalesce(c.stored, f.former) as stored`

const DECIDED_FOR_GOOD: readonly string[] = [
  'created',
  'replayed',
  'key_conflict',
  'key_in_progress',
  'standing_changed',
]

/**
 * A key's lock may be free because its holder committed after this statement's snapshot. What the holder wrote then
 * appears as a rejection, or as a violation of the key, which rolls back the whole batch and then this item. A second
 * run sees it and replays. The same applies if the target was deleted permanently.
 */
export async function insertBatched<Item extends BatchInsert, Outcome extends { outcome: string }>(
  batch: RunBatch,
  statement: BatchStatement<Item, Outcome>,
  item: Item,
): Promise<Outcome> {
  const first = await batch(statement, item).catch((error: unknown) => {
    if (violatedConstraint(error) === undefined) throw error
  })
  const isDecided = first !== undefined && (item.by.key === null || DECIDED_FOR_GOOD.includes(first.outcome))
  return isDecided ? first : await batch(statement, item)
}
