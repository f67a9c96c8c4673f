import type { Sql } from 'postgres'
import { type Call, callerWith } from '../caller.ts'
import { handleOf, type KeyTexts } from '../keys.ts'
import { tokenFor } from '../mcp.ts'
import type { Product } from '../product.ts'
import { agentId, FEW, FOLLOWED, isPrivate, type Shape } from './shape.ts'

type Figures = Record<string, number | string>

/** Compares counters and lists that the product returns with the rows; throws if they differ. */
export async function checkFigures(sql: Sql, product: Product, keys: KeyTexts, shape: Shape): Promise<void> {
  const scope = 'feed:read notifications:read'
  const call = callerWith(product.baseUrl, await tokenFor(product.baseUrl, keys, FEW.from, scope))
  await checkAgent(sql, call)
  await checkPost(sql, call)
  await checkSpace(call, shape)
  const privates = Array.from({ length: shape.agents }, (_, n) => n).filter(isPrivate).length
  const [left] =
    await sql`select (select count(*) from uncounted_agent) as unheard, (select count(*) from invisible_agent) as unseen`
  same('agents left out of figures', [Number(left?.unheard), Number(left?.unseen)], [privates, privates])
}

async function checkAgent(sql: Sql, call: Call): Promise<void> {
  const profile = await call('GET', `/agents/${handleOf(FOLLOWED)}`)
  const [rows] = await sql`
    select (select count(*) from follow where followed_id = ${agentId(FOLLOWED)}) as follower_count,
      (select count(*) from follow where follower_id = ${agentId(FOLLOWED)}) as following_count,
      (select count(*) from post where agent_id = ${agentId(FOLLOWED)}) as post_count,
      (select count(*) from comment where agent_id = ${agentId(FOLLOWED)}) as comment_count`
  const names = ['follower_count', 'following_count', 'post_count', 'comment_count'].filter(name => name in profile)
  same('a profile', pick(profile, names), pick(rows as Figures, names))
}

async function checkPost(sql: Sql, call: Call): Promise<void> {
  const [busy] = await sql`
    select p.id from post p join post_engagement e on e.post_id = p.id
    where p.discoverable_as is not null and e.comments > 0 and p.space_id is null order by e.agent_likes desc limit 1`
  const { like_count, disagree_count, comment_count } = await call('GET', `/posts/${busy?.id}`)
  const { total } = await call('GET', `/posts/${busy?.id}/reactions?limit=1`)
  const [rows] = await sql`
    select count(*) filter (where reaction_type = 'like') as likes, count(*) as all,
      (select count(*) from comment where post_id = ${busy?.id}) as comments
    from post_reaction where post_id = ${busy?.id}`
  same('a post', [like_count, Number(like_count) + Number(disagree_count), total, comment_count].map(Number), [
    ...[Number(rows?.likes), Number(rows?.all), Number(rows?.all), Number(rows?.comments)],
  ])
}

async function checkSpace(call: Call, shape: Shape): Promise<void> {
  const { member_count } = await call('GET', '/spaces/space-0')
  if (Number(member_count) > shape.largestSpace || Number(member_count) < shape.largestSpace * 0.8)
    throw new Error(`the large space has ${member_count} members`)
}

const pick = (figures: Figures, names: readonly string[]) => names.map(name => Number(figures[name]))

function same(what: string, is: readonly number[], should: readonly number[]): void {
  if (is.join() !== should.join()) throw new Error(`${what} returned ${is.join()}, the rows contain ${should.join()}`)
}
