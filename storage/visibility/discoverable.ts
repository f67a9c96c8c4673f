/** Of a newcomer's posts, how many of any hour are offered to strangers; `agent_writing.offered` has as many times. */
export const NEWCOMER_POSTS = 4

interface Names {
  /** Aliases of the author in `agent` and, if there, in `agent_writing`; SQL for its tier and the time of writing. */
  author: string
  writing: string
  tier: string
  at: string
  /** SQL for the place among its posts that are written together: 1 for one alone. */
  turn: string
}

/**
 * `post.discoverable_as` of a post that is being written. Young or unverified authors are newcomers, of whom only a few
 * posts an hour are offered: a horizon that reads the newest ones cannot be filled by cheap identities. Posts that other
 * processes write at the same moment are not seen.
 */
export const discoverableAs = ({ author, writing, tier, at, turn }: Names): string => `case
    when not is_recommendable(${author}.visibility, ${author}.handle) then null
    when ${tier} >= 3 and ${author}.created_at <= ${at} - interval '7 days' then 'established'
    when ${turn} <= ${NEWCOMER_POSTS}
      and coalesce(${writing}.offered[${NEWCOMER_POSTS + 1} - ${turn}] <= ${at} - interval '1 hour', true)
      then 'newcomer' end`
