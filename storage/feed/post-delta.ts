import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export type PostKind = 'established' | 'new_agent'

export interface PostDelta {
  id: string
  agent_id: string
  space_id: string | null
  /** `test`: only on public pages. */
  discoverable_as: PostKind | 'test' | null
  content_category: 'human_consumable' | 'agent_native'
  is_withdrawn: boolean
}

/** The snapshot of a statement: the committed transactions. */
export interface Snapshot {
  /** In PostgreSQL's format: `xmin:xmax:xip,xip`. */
  text: string
  /** Changes after a failover, since transactions may be lost, and their numbers reused. */
  session: string
}

export interface PostDeltas {
  /** The new snapshot, relative to which the next changes are reported. */
  since: Snapshot | undefined
  snapshot: Snapshot
  /**
   * Posts that were written, withdrawn or restored by transactions which an earlier snapshot does not contain,
   * regardless of their ids and times; empty for the first snapshot.
   */
  news: PostDelta[]
  /** Posts, authors and spaces whose visibility changed since; `undefined`: anything may have changed. */
  changed: string[] | undefined
}

/** Beyond this number the caller starts over. */
export const DELTA_LIMIT = 5_000

/** The members of `PostDelta`, of a post `p`. */
const NEWS = `p.id, p.agent_id, p.space_id, p.discoverable_as, p.content_category,
  p.withdrawn is not null as is_withdrawn`

/** The newest posts older than an id, regardless of visibility. */
export function findPostsBefore(db: Queryable, id: string, limit: number): Promise<PostDelta[]> {
  const statement = SQL`select `.append(NEWS)
  return db.many<PostDelta>(
    statement.append(SQL` from post p where p.id < ${id} and p.is_imported is null order by p.id desc limit ${limit}`),
  )
}

/** The columns of `POST_DELTA_COLUMNS`; the first row has the changes. */
export interface PostDeltaRow {
  snapshot: string
  session: string
  news: PostDelta[] | null
  changed: string | null
  has_missed: boolean
}

/** Parts `news`, `changed` and `missed` of a statement, with the parameters of `snapshotPredicate`. */
export const POST_DELTA = SQL`news as materialized (
    (select `
  .append(NEWS)
  .append(
    SQL` from post p where p.transaction_id >= ${'end'}::xid8 and p.is_imported is null order by p.transaction_id limit `,
  )
  .append(`${DELTA_LIMIT})
    union all (select ${NEWS}`)
  .append(SQL` from post p where p.transaction_id = any(${'running'}::text[]::xid8[]) and p.is_imported is null limit `)
  .append(`${DELTA_LIMIT})
  ), changed as materialized (
    (select c.id from feed_change c`)
  .append(SQL` where c.transaction_id >= ${'end'}::xid8 order by c.transaction_id limit `)
  .append(`${DELTA_LIMIT})
    union all (select c.id from feed_change c`)
  .append(SQL` where c.transaction_id = any(${'running'}::text[]::xid8[]) limit `)
  .append(`${DELTA_LIMIT})
  ), missed as materialized (`)
  .append(SQL`select exists (select from feed_change_floor f where f.transaction_id > ${'oldest'}::xid8) as is_so)`)

/** For a statement with rows `r (ordinal)`. */
export const POST_DELTA_COLUMNS = `pg_current_snapshot()::text as snapshot,
  pg_postmaster_start_time() || ' ' || pg_backend_pid() as session,
  case when r.ordinal = 1 then (select jsonb_agg(n) from news n) end as news,
  case when r.ordinal = 1 then (select string_agg(c.id::text, '') from changed c) end as changed,
  (select m.is_so from missed m) as has_missed`

export function postDeltaIn(
  { snapshot: text, session, news, changed, has_missed }: PostDeltaRow,
  since: Snapshot | undefined,
): PostDeltas {
  const ids = idsIn(changed ?? '')
  return {
    since,
    snapshot: { text, session },
    news: news ?? [],
    changed: has_missed || ids.length >= DELTA_LIMIT ? undefined : ids,
  }
}

const FIRST = '0'
const LAST = '9223372036854775807'

/** From its xmax on, a snapshot contains no transaction; before that, all except those that were running. */
export function snapshotPredicate(snapshot: Snapshot | undefined): unknown[] {
  const [oldest = FIRST, end = LAST, running = ''] = snapshot?.text.split(':') ?? []
  const unseen = [end, running === '' ? [] : running.split(',')]
  return [...unseen, ...unseen, oldest]
}

const UUID_CHARACTERS = 36

/** Ids as one text without separators: parsing an array of 1,000 takes 0.4 ms. */
export const idsIn = (text: string): string[] =>
  Array.from({ length: text.length / UUID_CHARACTERS }, (_, at) =>
    text.slice(at * UUID_CHARACTERS, (at + 1) * UUID_CHARACTERS),
  )
