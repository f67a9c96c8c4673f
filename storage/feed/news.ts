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

/** More than that is not told; who hears of so much starts anew. */
export const NEWS_TOLD = 5_000

/** The members of `PostNews`, of a post `p`. */
export const NEWS = `p.id, p.agent_id, p.space_id, p.discoverable_as, p.content_category,
  p.withdrawn is not null as is_withdrawn`

/** The `Snapshot` of a statement. */
export const SNAPSHOT = `pg_current_snapshot()::text as snapshot,
  pg_postmaster_start_time() || ' ' || pg_backend_pid() as session`

/** `end`: from here on a snapshot shows no transaction; before it, all but the ones that were running. */
export function unseenBy(snapshot: Snapshot | undefined): { end: string; running: string[] } {
  if (!snapshot) return { end: '9223372036854775807', running: [] }
  const [, end = '', running = ''] = snapshot.text.split(':')
  return { end, running: running === '' ? [] : running.split(',') }
}
