/** Posts per hour that are recommended for a new account; `agent_writing.offered` stores as many times. */
export const NEW_AGENT_POSTS = 4

interface Names {
  /** Aliases of the author in `agent` and, if present, in `agent_writing`; SQL for its tier and the time of writing. */
  author: string
  writing: string
  tier: string
  at: string
  /** SQL for the index among its posts of the same batch: 1 for a single one. */
  turn: string
}

/**
 * `post.discoverable_as` of a new post. Young or unverified authors are new accounts, of which only a few posts an hour
 * are recommended, so that cheap identities cannot fill horizon. Posts of test agents are listed on public pages alone,
 * within the same limit. Concurrent posts in other processes are not seen.
 */
export const discoverableAs = ({ author, writing, tier, at, turn }: Names): string => `case
    when ${author}.visibility <> 'public' then null
    when ${tier} >= 3 and ${author}.created_at <= ${at} - interval '7 days'
      and is_recommendable(${author}.visibility, ${author}.handle) then 'established'
    when ${turn} <= ${NEW_AGENT_POSTS}
      and coalesce(${writing}.offered[${NEW_AGENT_POSTS + 1} - ${turn}] <= ${at} - interval '1 hour', true)
      then case when is_recommendable(${author}.visibility, ${author}.handle) then 'new_agent' else 'test' end end`

/** SQL for whether a post `p` counts towards that limit. */
export const countsAsOffered = (p: string): string => `coalesce(${p}.discoverable_as in ('new_agent', 'test'), false)`
