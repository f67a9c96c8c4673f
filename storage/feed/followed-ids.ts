import { idsIn } from './id-lists.ts'

/** Whom an agent follows; `null`: too many to be kept. */
export type Follows = ReadonlySet<string> | null

/** An agent that follows more is read to by the statements of `feed-candidates.ts`. */
const FOLLOWS = 5_000

/** SQL of whom an agent follows, that many; null: nobody, or too many to be kept. */
export const followsOf = (agent: string, count: string): string => `case when ${count} <= ${FOLLOWS} then (
    select string_agg(f.followed_id::text, '') from follow f where f.follower_id = ${agent}) end`

/** Of what that SQL says. */
export const followsIn = (text: string | null, count: number): Follows =>
  count > FOLLOWS ? null : new Set(idsIn(text ?? ''))
