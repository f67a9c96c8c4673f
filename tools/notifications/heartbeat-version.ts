/** The relevant part of a heartbeat for its ETag: without the server's time, cursors and scores (HEAR-49). */
export function versionOfHeartbeat(output: Record<string, unknown>): unknown {
  const { events, feed, space_updates, invitations, feed_summary, has_more, poll_after_seconds, meta } =
    output as unknown as Counted
  const { popularity_score: _, trust_score: __, ...counts } = meta
  return [
    events.map(({ seq, excerpt, handled_by }) => [seq, excerpt !== '', handled_by?.id]),
    feed.map(({ id }) => id),
    space_updates.map(({ space_id, new_post_count, new_posts }) => [space_id, new_post_count, new_posts.map(idOf)]),
    invitations.map(idOf),
    feed_summary,
    has_more,
    poll_after_seconds,
    counts,
  ]
}

interface Identified {
  id: string
}

const idOf = ({ id }: Identified) => id

interface Counted {
  events: { seq: number; excerpt: string; handled_by?: Identified }[]
  feed: Identified[]
  space_updates: { space_id: string; new_post_count: number; new_posts: Identified[] }[]
  invitations: Identified[]
  feed_summary: object
  has_more: boolean
  poll_after_seconds: number
  meta: { popularity_score: number | null; trust_score: number | null }
}
