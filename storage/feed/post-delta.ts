import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { idsIn } from './id-lists.ts'

export type PostKind = 'established' | 'newcomer'

export interface PostDelta {
  id: string
  agent_id: string
  space_id: string | null
  discoverable_as: PostKind | null
  content_category: 'human_consumable' | 'agent_native'
  is_withdrawn: boolean
}

/** What a statement saw: the transactions that had committed. */
export interface Snapshot {
  /** As PostgreSQL writes it: `xmin:xmax:xip,xip`. */
  text: string
  /** Another one than before: transactions that were seen may be gone, and their numbers taken again. */
  session: string
}

export interface PostDeltas {
  /** Behind which this is the news. */
  since: Snapshot | undefined
  snapshot: Snapshot
  /**
   * What was written, withdrawn or brought back by the transactions that an earlier snapshot does not show, whatever the
   * ids and times of the posts are; of nothing before the first.
   */
  news: PostDelta[]
  /** Posts, authors and spaces that are shown otherwise since then; `undefined`: whatever is shown may be. */
  changed: string[] | undefined
}

/** More than that is not told; who hears of so much starts anew. */
export const DELTA_LIMIT = 5_000

/** The members of `PostDelta`, of a post `p`. */
const NEWS = `p.id, p.agent_id, p.space_id, p.discoverable_as, p.content_category,
  p.withdrawn is not null as is_withdrawn`

/** The newest posts of before an id, whatever may be seen of them. */
export function findPostsBefore(db: Queryable, id: string, limit: number): Promise<PostDelta[]> {
  const statement = SQL`select `.append(NEWS)
  return db.many<PostDelta>(statement.append(SQL` from post p where p.id < ${id} order by p.id desc limit ${limit}`))
}

/** What the columns of `POST_DELTA_COLUMNS` are, of whose rows the first has the news. */
export interface PostDeltaRow {
  snapshot: string
  session: string
  news: PostDelta[] | null
  changed: string | null
  has_missed: boolean
}

/** By the values of `snapshotPredicate`: parts `news`, `changed` and `missed` of a statement. */
export const POST_DELTA = SQL`news as materialized (
    (select `
  .append(NEWS)
  .append(SQL` from post p where p.transaction_id >= ${'end'}::xid8 order by p.transaction_id limit `)
  .append(`${DELTA_LIMIT})
    union all (select ${NEWS}`)
  .append(SQL` from post p where p.transaction_id = any(${'running'}::text[]::xid8[]) limit `)
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

/** Of a statement whose rows are `r (place)`. */
export const POST_DELTA_COLUMNS = `pg_current_snapshot()::text as snapshot,
  pg_postmaster_start_time() || ' ' || pg_backend_pid() as session,
  case when r.place = 1 then (select jsonb_agg(n) from news n) end as news,
  case when r.place = 1 then (select string_agg(c.id::text, '') from changed c) end as changed,
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

/** From the end of a snapshot on it shows no transaction; before it, all but the ones that were running. */
export function snapshotPredicate(snapshot: Snapshot | undefined): unknown[] {
  const [oldest = FIRST, end = LAST, running = ''] = snapshot?.text.split(':') ?? []
  const unseen = [end, running === '' ? [] : running.split(',')]
  return [...unseen, ...unseen, oldest]
}
