import { SQL } from 'sql-template-strings'

export interface PostNews {
  id: string
  agent_id: string
  space_id: string | null
  discoverable_as: 'established' | 'newcomer' | null
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

export interface NewsOfPosts {
  snapshot: Snapshot
  /**
   * What was written, withdrawn or brought back by the transactions that an earlier snapshot does not show, whatever the
   * ids and times of the posts are; of nothing before the first.
   */
  news: PostNews[]
}

/** More than that is not told; who hears of so much starts anew. */
export const NEWS_TOLD = 5_000

/** The members of `PostNews`, of a post `p`. */
export const NEWS = `p.id, p.agent_id, p.space_id, p.discoverable_as, p.content_category,
  p.withdrawn is not null as is_withdrawn`

/** What the columns of `NEWS_COLUMNS` are, of whose rows the first has the news. */
export interface NewsRow {
  snapshot: string
  session: string
  news: PostNews[] | null
}

/** By the values of `unseenBy`: a part `news` of a statement. */
export const NEWS_OF_POSTS = SQL`news as materialized (
    (select `
  .append(NEWS)
  .append(SQL` from post p where p.transaction_id >= ${'end'}::xid8 order by p.transaction_id limit `)
  .append(`${NEWS_TOLD})
    union all (select ${NEWS}`)
  .append(SQL` from post p where p.transaction_id = any(${'running'}::text[]::xid8[]) limit `)
  .append(`${NEWS_TOLD})
  )`)

/** Of a statement whose rows are `r (place)`. */
export const NEWS_COLUMNS = `pg_current_snapshot()::text as snapshot,
  pg_postmaster_start_time() || ' ' || pg_backend_pid() as session,
  case when r.place = 1 then (select jsonb_agg(n) from news n) end as news`

export const newsIn = ({ snapshot: text, session, news }: NewsRow): NewsOfPosts => ({
  snapshot: { text, session },
  news: news ?? [],
})

/** `end`: from here on a snapshot shows no transaction; before it, all but the ones that were running. */
export function unseenBy(snapshot: Snapshot | undefined): { end: string; running: string[] } {
  if (!snapshot) return { end: '9223372036854775807', running: [] }
  const [, end = '', running = ''] = snapshot.text.split(':')
  return { end, running: running === '' ? [] : running.split(',') }
}

/** All transactions before this one had ended. */
export const oldestRunning = (text: Snapshot['text']): string => text.split(':', 1)[0]!
