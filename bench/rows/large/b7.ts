import { setTimeout as pause } from 'node:timers/promises'
import type { BenchContext } from '../../bench-context.ts'
import { judgeComparison, ofEach, ofNow } from '../../builds/compare-builds.ts'
import { type Call, callerWith } from '../../caller.ts'
import { agentId, type KeyTexts } from '../../keys.ts'
import { ALONE, FEW, FOLLOWED } from '../../large/shape.ts'
import type { Fired, SignedPlan } from '../../load/plan.ts'
import { bearerRequests } from '../../load/requests.ts'
import { tokenFor, tokensOf } from '../../mcp.ts'
import type { Check, Outcome } from '../../outcome.ts'
import { connect, type Product } from '../../product.ts'
import { alternate, type Measured, median, ratio } from '../../rounds.ts'

const SCOPE = 'feed:read post:write'
const READERS = 32
/** How many of them wait for one post: more would delay each other. */
const WATCHING = 8
const POST_EVERY_MS = 50
const ARRIVES_WITHIN_MS = 10_000

interface FeedCallers {
  followed: Call
  alone: Call
  readers: Call[]
  tokens: string[]
}

/** The cost of an author with very many followers: its post, its arrival in feeds, and reads in the meantime. */
export async function b7(context: BenchContext): Promise<Outcome> {
  const { load, isQuick, rounds, size, keys } = context
  const products = await context.large()
  const requests = isQuick ? 300 : 1_000
  const contenders = ofEach(products, ({ pid, port, postmaster }) => {
    const common = { pid, port, postmaster, requests, inFlight: 4 }
    return [
      { ...common, label: 'post, followed by two thirds', plan: sign(port, FOLLOWED, requests) },
      { ...common, label: 'post, followed by nobody', plan: sign(port, ALONE, requests) },
    ]
  })
  const measured = await alternate(load, contenders, { rounds })
  const product = products[0]!
  const feedCallers = await callers(product, keys)
  const delays = await arrivals(feedCallers, isQuick ? 5 : 20)
  const reading = await readMeanwhile(context, product, feedCallers)
  const what = `an author with ${await followersOf(product)} followers posts`
  return {
    name: 'B7',
    title: `${what}; the large seed, ${size} of it, 4 in flight`,
    measured,
    checks: [...judge(ofNow(measured), Math.max(...delays), reading.ratio), ...judgeComparison(measured)],
    table: { head: ['feeds read while', 'p50 ms', 'p99 ms'], rows: reading.rows },
    notes: [
      `a post each ${POST_EVERY_MS} ms while feeds are read, 8 in flight; arrival from the answer to the post on, by polling`,
    ],
  }
}

function judge([crowded, lonely]: readonly Measured[], slowest: number, meanwhile: number): Check[] {
  const isLessBetter = true
  const p50 = ratio(crowded!, lonely!, 'p50Ms')
  return [
    { what: 'p50, of a post without followers', value: p50, unit: 'x', isLessBetter, must: 2, aim: 1.2 },
    { what: `in ${WATCHING} feeds, the slowest`, value: slowest, unit: 'ms', isLessBetter, must: 2_000, aim: 300 },
    { what: 'p99 of feeds, of while the other posts', value: meanwhile, unit: 'x', isLessBetter, aim: 1.2 },
  ]
}

const sign = (port: number, from: number, count: number): SignedPlan => ({
  ...{ kind: 'signed', host: `127.0.0.1:${port}`, method: 'POST', path: '/api/v1/aui/posts' },
  ...{ payload: 'plain post', agents: 1, from, order: 'each', count },
})

async function callers({ baseUrl }: Product, keys: KeyTexts): Promise<FeedCallers> {
  const as = async (n: number) => callerWith(baseUrl, await tokenFor(baseUrl, keys, n, SCOPE))
  const tokens = await tokensOf(baseUrl, keys, { from: FEW.from, count: READERS }, SCOPE)
  const readers = tokens.map(token => callerWith(baseUrl, token))
  return { followed: await as(FOLLOWED), alone: await as(ALONE), readers, tokens }
}

async function followersOf({ database }: Product): Promise<number> {
  const sql = connect(database)
  const [row] = await sql`select followers from follow_count where agent_id = ${agentId(FOLLOWED)}`
  await sql.end()
  return Number(row?.followers)
}

/** For each post the time until the last of the sampled followers has it in its feed, in ms. */
async function arrivals({ followed, readers }: FeedCallers, posts: number): Promise<number[]> {
  const delays: number[] = []
  for (let n = 0; n < posts; n++) {
    const { id } = await followed('POST', '/posts', { content: `arrival ${n} ${Math.random()}` })
    const startedAt = performance.now()
    const watching = Array.from({ length: WATCHING }, (_, index) => readers[(n * WATCHING + index) % READERS]!)
    await Promise.all(watching.map(reader => untilThere(reader, String(id), startedAt)))
    delays.push(performance.now() - startedAt)
  }
  return delays
}

async function untilThere(reader: Call, id: string, startedAt: number): Promise<void> {
  while (performance.now() - startedAt < ARRIVES_WITHIN_MS) {
    if (JSON.stringify(await reader('GET', '/feed?limit=20')).includes(id)) return
  }
  throw new Error(`a post did not come into a feed within ${ARRIVES_WITHIN_MS} ms`)
}

/** Reads feeds while one author and then the other posts. */
async function readMeanwhile(
  { load, rounds, isQuick }: BenchContext,
  { port }: Product,
  { followed, alone, tokens }: FeedCallers,
) {
  await load.prepare('feeds', bearerRequests('/api/v1/aui/feed?limit=20', port, tokens))
  const fired: Record<'followed' | 'alone', Fired[]> = { followed: [], alone: [] }
  for (let round = 0; round <= rounds; round++) {
    for (const [name, call] of round % 2
      ? ([
          ['alone', alone],
          ['followed', followed],
        ] as const)
      : ([
          ['followed', followed],
          ['alone', alone],
        ] as const)) {
      const stop = keepPosting(call)
      const result = await load.fire('feeds', { port, inFlight: 8, count: isQuick ? 500 : 2_000 })
      await stop()
      if (result.failed > 0) throw new Error(`feeds: ${result.failed} failed; the first:\n${result.failure}`)
      if (round > 0) fired[name].push(result)
    }
  }
  const row = (label: string, samples: Fired[]) => [
    label,
    ...(['p50Ms', 'p99Ms'] as const).map(figure => median(samples.map(result => result[figure])).toFixed(1)),
  ]
  return {
    ratio: median(fired.followed.map((result, round) => result.p99Ms / fired.alone[round]!.p99Ms)),
    rows: [row('the followed author posts', fired.followed), row('the other posts', fired.alone)],
  }
}

function keepPosting(call: Call): () => Promise<void> {
  let isOver = false
  const posting = (async () => {
    for (let n = 0; !isOver; n++) {
      await call('POST', '/posts', { content: `meanwhile ${n} ${Math.random()}` })
      await pause(POST_EVERY_MS)
    }
  })()
  return async () => {
    isOver = true
    await posting
  }
}
