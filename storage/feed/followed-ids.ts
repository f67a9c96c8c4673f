import { idsIn } from './post-delta.ts'

/** The agents that an agent follows; `null`: too many to cache. */
export type Follows = ReadonlySet<string> | null

/** Feeds of an agent with more follows use the statements of `feed-candidates.ts`. */
const FOLLOWS = 5_000

/** SQL for the ids that an agent follows, up to that many; null: none, or too many to cache. */
export const followsOf = (agent: string, count: string): string => `case when ${count} <= ${FOLLOWS} then (
    select string_agg(f.followed_id::text, '') from follow f where f.follower_id = ${agent}) end`

/** Parses the result of that SQL. */
export const followsIn = (text: string | null, count: number): Follows =>
  count > FOLLOWS ? null : new Set(idsIn(text ?? ''))
