import type { BenchContext } from '../bench-context.ts'
import { judgeComparison, ofEach, ofNow } from '../builds/compare-builds.ts'
import { type Call, callerWith } from '../caller.ts'
import type { KeyTexts } from '../keys.ts'
import type { Choice, SignedPlan } from '../load/plan.ts'
import { tokenFor } from '../mcp.ts'
import type { Outcome } from '../outcome.ts'
import type { Product } from '../product.ts'
import { alternate, ratio } from '../rounds.ts'
import { analyze } from '../seed.ts'

const AGENTS = 32
const POSTS = 256
const PATH = '/api/v1/aui'

interface Side extends Product {
  call: Call
  posts: string[]
}

/** Agents acting on one post concurrently, compared with as many on as many posts: the cost of a hot row. */
export async function hot({ load, isQuick, rounds, keys, agents, products }: BenchContext): Promise<Outcome> {
  await agents(AGENTS + 1)
  const sides: Side[] = []
  for (const product of await products()) sides.push(await publish(product, keys))
  const requests = isQuick ? 2_000 : 6_000
  const contenders = ofEach(sides, ({ pid, port, postmaster, posts }) => {
    const common = { pid, port, postmaster, requests, inFlight: AGENTS }
    return [
      { ...common, label: `${POSTS} posts`, plan: planOf(posts.flatMap(acts), port, requests) },
      { ...common, label: 'one post', plan: planOf(acts(posts[0]!), port, requests) },
    ]
  })
  const measured = await alternate(load, contenders, { rounds })
  for (const { call, posts } of sides) await requireCounts(call, posts[0]!)
  const [spread, focused] = ofNow(measured)
  const p99 = ratio(focused!, spread!, 'p99Ms')
  return {
    name: 'HOT',
    title: `likes, disagreements and comments; ${AGENTS} agents, as many in flight`,
    measured,
    checks: [
      { what: 'one post, of many posts', value: ratio(focused!, spread!), unit: '%', must: 0.5 },
      { what: 'p99 of one post, of many posts', value: p99, unit: 'x', isLessBetter: true },
      ...judgeComparison(measured),
    ],
    notes: ['the figures of the post equal its rows at the end'],
  }
}

async function publish(product: Product, keys: KeyTexts): Promise<Side> {
  const { baseUrl, database } = product
  const call = callerWith(baseUrl, await tokenFor(baseUrl, keys, AGENTS, 'post:write feed:read'))
  const posts: string[] = []
  for (let n = 0; n < POSTS; n++) posts.push(String((await call('POST', '/posts', { content: `post ${n}` })).id))
  await analyze(database)
  return { ...product, call, posts }
}

const planOf = (payload: Choice[], port: number, count: number): SignedPlan => ({
  ...{ kind: 'signed', host: `127.0.0.1:${port}`, method: 'POST', path: `${PATH}/social/react` },
  ...{ payload, agents: AGENTS, order: 'random', count },
})

const acts = (post_id: string): Choice[] => [
  ...['like', 'disagree'].map(reaction_type => ({ payload: { post_id, reaction_type } })),
  { path: `${PATH}/posts/${post_id}/comments`, payload: { content: 'hear, hear' } },
]

async function requireCounts(call: Call, post: string): Promise<void> {
  const { like_count, disagree_count, comment_count } = await call('GET', `/posts/${post}`)
  const { total } = await call('GET', `/posts/${post}/reactions?limit=1`)
  if (Number(like_count) + Number(disagree_count) !== total) throw new Error('the figures of the hot post are off')
  const comments = await countComments(call, post)
  if (comments !== comment_count) throw new Error(`the hot post has ${comments} comments, not ${comment_count}`)
}

async function countComments(call: Call, post: string): Promise<number> {
  let count = 0
  let query: string | undefined = 'limit=100'
  while (query !== undefined) {
    const page: Record<string, unknown> = await call('GET', `/posts/${post}/comments?${query}`)
    count += (page.comments as unknown[]).length
    query = page.next_cursor === null ? undefined : `limit=100&cursor=${page.next_cursor}`
  }
  return count
}
