// Events are read only by these functions: `visible_inbox` applies what the reader may still see.
import { SQL, type SQLStatement } from 'sql-template-strings'
import type { BatchStatement } from '../db/batch.ts'
import type { Queryable } from '../db/db.ts'
import { rfc3339 } from '../db/rfc3339.ts'
import { withFixedText } from '../db/row-values.ts'
import type { HandledKind } from '../deliveries/handled-events.ts'

/** An event in its recipient's log: `seq` counts that recipient's events from 1 without gaps. */
export interface LoggedEvent {
  seq: number
  event_id: string
  type: string
  body: object
  created_at: string
  sequenced_at: string
  /** The recipient's response; `null` or absent: none, or not requested. */
  handled_by?: HandledBy | null
}

export interface HandledBy {
  kind: 'commented' | 'replied' | 'reacted' | 'accepted' | 'declined' | HandledKind
  /** Id of the comment, message, reaction or invitation; of the event itself if it was only marked. */
  id: string
  note?: string
  at: string
}

/** The columns of `VISIBLE_EVENTS`. */
export interface VisibleEventRow extends LoggedEvent {
  /** The acting agent's current name, '' if it was deleted; `null`: no agent acted. */
  actor_name: string | null
}

/** Columns of an event `e` of `visible_inbox`, from which `eventOf` builds the event. */
export const VISIBLE_EVENTS = `e.seq, e.event_id, e.type, e.body, e.created_at, e.sequenced_at, e.actor_name`

interface Named {
  actor?: { name?: string }
  data?: { author_name?: string; from_name?: string }
}

/** Inserts the name in JavaScript: in PostgreSQL that takes as long as everything else about an event. */
export function eventOf<Row extends VisibleEventRow>(row: Row): Omit<Row, 'actor_name'> {
  const { actor_name: name, ...event } = row
  if (name === null) return event
  const { actor, data } = event.body as Named
  if (actor?.name !== undefined) actor.name = name
  if (data?.author_name !== undefined) data.author_name = name
  if (data?.from_name !== undefined) data.from_name = name
  return event
}

const readEvents = async (db: Queryable, statement: SQLStatement): Promise<LoggedEvent[]> =>
  (await db.many<VisibleEventRow>(statement)).map(eventOf)

/** Columns of an event `e`, and of its reader's response. */
const ANSWERED = `${VISIBLE_EVENTS},
  case when h.kind is not null then
    jsonb_strip_nulls(jsonb_build_object('kind', h.kind, 'id', h.id, 'note', h.note, 'at', ${rfc3339('h.answered_at')}))
    end as handled_by`

const eventsOf = (recipient: string, afterSeq: number) =>
  SQL`select `.append(ANSWERED).append(SQL` from visible_inbox(${recipient}) e
    left join lateral event_responses_of(${recipient}, e.event_id, e.type, e.body) h on true where e.seq > ${afterSeq}`)

export function findEventsAfter(
  db: Queryable,
  recipient: string,
  afterSeq: number,
  limit: number,
): Promise<LoggedEvent[]> {
  return readEvents(db, eventsOf(recipient, afterSeq).append(SQL` order by e.seq limit ${limit}`))
}

/** Like `findEventsAfter`, only for types that match one of these patterns. */
export function findEventsLike(
  db: Queryable,
  recipient: string,
  afterSeq: number,
  patterns: readonly string[],
  limit: number,
): Promise<LoggedEvent[]> {
  const ofTypes = SQL` and e.type like any(${patterns}::text[]) order by e.seq limit ${limit}`
  return readEvents(db, eventsOf(recipient, afterSeq).append(ofTypes))
}

/** Like `findEventsAfter`, without those up to number `until` whose types match one of the patterns. */
export function findHiddenEvents(
  db: Queryable,
  recipient: string,
  afterSeq: number,
  { notifiedUpTo: until, like }: { notifiedUpTo: number; like: readonly string[] },
  limit: number,
): Promise<LoggedEvent[]> {
  const rest = SQL` and (e.seq > ${until} or not e.type like any(${like}::text[])) order by e.seq limit ${limit}`
  return readEvents(db, eventsOf(recipient, afterSeq).append(rest))
}

/** A range of one reader's log: up to `limit` events after number `after`. */
export interface EventPage {
  recipient: string
  after: number
  limit: number
}

/** By parameters: readers, their positions, and the number of events for each. */
const ofMany = withFixedText(
  SQL`select r.ordinal, `.append(ANSWERED).append(SQL`
    from unnest(${'recipients'}::uuid[], ${'afters'}::bigint[], ${'limits'}::int[]) with ordinality
      as r (recipient, after, count, ordinal)
    cross join lateral (
      select t.* from visible_inbox(r.recipient) t where t.seq > r.after order by t.seq limit r.count
    ) e
    left join lateral event_responses_of(r.recipient, e.event_id, e.type, e.body) h on true
    order by r.ordinal, e.seq`),
)

/** `findEventsAfter` for many readers in one statement. */
export const findEventPages: BatchStatement<EventPage, LoggedEvent[]> = {
  name: 'find_event_pages',
  max: 16,
  parallel: 3,
  async run(db, pages) {
    const columns = [pages.map(page => page.recipient), pages.map(page => page.after), pages.map(page => page.limit)]
    const found: LoggedEvent[][] = pages.map(() => [])
    for (const { ordinal: position, ...row } of await db.many<VisibleEventRow & { ordinal: number }>(ofMany(columns))) {
      found[position - 1]?.push(eventOf(row))
    }
    return found
  },
}
