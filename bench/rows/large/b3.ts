import type { BenchContext } from '../../bench-context.ts'
import { judgeComparison, ofEach, ofNow } from '../../builds/compare-builds.ts'
import { callerWith } from '../../caller.ts'
import { agentId } from '../../keys.ts'
import { FEW, MANY, type Readers } from '../../large/shape.ts'
import type { GivenPlan, SignedPlan } from '../../load/plan.ts'
import { bearerRequests } from '../../load/requests.ts'
import { mcpSessions, type SessionSource, tokensOf } from '../../mcp.ts'
import type { Check, Outcome } from '../../outcome.ts'
import { connect, type Product } from '../../product.ts'
import { alternate, type Contender, type Measured, medianOf, ratio } from '../../rounds.ts'
import { analyze } from '../../seed.ts'
import { askAndSettle } from '../setup/settle.ts'

const PAGE = '/api/v1/aui/feed?limit=20'
const OWN = '/api/v1/aui/posts/mine?limit=20'

interface Side extends Product {
  feed: GivenPlan
  own: GivenPlan
  sessions: GivenPlan
}

/** The feed of readers in an active installation, compared with the same page read from a materialised table. */
export async function b3(context: BenchContext): Promise<Outcome> {
  const { load, isQuick, rounds, keys, size } = context
  const products = await context.large()
  const { database } = products[0]!
  await materialise(products[0]!)
  const bare = await context.reference('timeline', { keys, database })
  const sdk = await context.reference('mcp-echo')
  const echo: SessionSource = { url: `http://127.0.0.1:${sdk.port}/mcp`, token: async () => undefined }
  const echoes = await mcpSessions(echo, FEW.count, 'echo')
  const sides: Side[] = []
  for (const product of products) sides.push(await prepare(product, context))
  const requests = isQuick ? 500 : 4_000
  const common = { requests, inFlight: 16 }
  const given = { ...common, isRepeatable: true }
  const contenders: Contender[] = [
    {
      ...{ ...given, label: 'node:http + verify + materialised SELECT', pid: bare.pid, port: bare.port },
      ...{ plan: sign(bare.port, FEW, requests), postmaster: products[0]!.postmaster },
    },
    { ...given, label: 'SDK 1.32, echo', pid: sdk.pid, port: sdk.port, plan: echoes },
    ...ofEach(sides, ({ pid, port, postmaster, feed, own, sessions }) => {
      const at = { pid, port, postmaster }
      return [
        { ...common, ...at, label: `feed, ${FEW.follows} follows`, plan: sign(port, FEW, requests) },
        { ...common, ...at, label: `feed, ${MANY.follows} follows`, plan: sign(port, MANY, requests) },
        { ...given, ...at, label: 'feed, bearer', plan: feed },
        { ...given, ...at, label: 'posts/mine, bearer', plan: own },
        { ...given, ...at, label: 'get_feed over MCP', plan: sessions },
      ]
    }),
  ]
  const measured = await alternate(load, contenders, { rounds })
  return {
    name: 'B3',
    title: `GET /feed of 20; the large seed, ${size} of it, 16 in flight`,
    measured,
    checks: [...judge(ofNow(measured)), ...judgeComparison(measured)],
    notes: [
      `${FEW.count} readers with ${FEW.follows} follows, ${MANY.count} with ${MANY.follows} (or half of all agents); by bearer and over MCP the former`,
      "the reference reads 20 rows of one reader by its key; the SDK's echo is stateful",
      'measured when the server has read ahead what it reads once, in 17 s of spare time',
    ],
  }
}

function judge(measured: readonly Measured[]): Check[] {
  const [bare, sdk, few, many, feed, own, sessions] = measured as [
    Measured,
    Measured,
    Measured,
    Measured,
    Measured,
    Measured,
    Measured,
  ]
  const isLessBetter = true
  const p99 = medianOf(few, 'p99Ms')
  return [
    { what: 'feed, of the reference', value: ratio(few, bare), unit: '%', must: 0.5, aim: 0.8 },
    { what: 'p99 of the feed', value: p99, unit: 'ms', isLessBetter, must: 25, aim: 10 },
    {
      what: 'p99 of many follows, of few',
      value: ratio(many, few, 'p99Ms'),
      unit: 'x',
      isLessBetter,
      must: 2,
      aim: 1.5,
    },
    { what: 'feed, of posts/mine', value: ratio(feed, own), unit: '%', must: 0.7, aim: 1 },
    { what: 'get_feed over MCP, of the SDK', value: ratio(sessions, sdk), unit: '%', must: 0.5, aim: 1 },
  ]
}

const sign = (port: number, { from, count: agents }: Readers, count: number): SignedPlan => ({
  ...{ kind: 'signed', host: `127.0.0.1:${port}`, method: 'GET', path: PAGE },
  ...{ payload: 'none', agents, from, order: 'random', count },
})

/** Tokens and sessions of readers with few follows. */
async function prepare(product: Product, { keys }: BenchContext): Promise<Side> {
  const { baseUrl, port } = product
  const tokens = await tokensOf(baseUrl, keys, FEW, 'feed:read')
  const source = { url: `${baseUrl}/mcp`, token: async (n: number) => tokens[n] }
  await askAndSettle(product, [() => callerWith(baseUrl, tokens[0]!)('GET', '/feed')])
  return {
    ...product,
    feed: bearerRequests(PAGE, port, tokens),
    own: bearerRequests(OWN, port, tokens),
    sessions: await mcpSessions(source, FEW.count, 'get_feed'),
  }
}

/** Materialises the newest posts of the authors that each reader follows, with all that a page shows. */
async function materialise({ database }: Product): Promise<void> {
  const sql = connect(database)
  await sql`drop table if exists bench_timeline`
  await sql`
    create table bench_timeline (reader_id uuid, id uuid, agent_id uuid, handle text, name text, content text,
      hashtags text[], created_at timestamptz, primary key (reader_id, id))`
  await sql`
    insert into bench_timeline
    select r.id, p.id, p.agent_id, a.handle, a.name, p.content, p.hashtags, p.created_at
    from agent r cross join lateral (
      select p.* from follow f join post p on p.agent_id = f.followed_id where f.follower_id = r.id
      order by p.id desc limit 60) p
    join agent a on a.id = p.agent_id
    where r.id between ${agentId(FEW.from)} and ${agentId(FEW.from + FEW.count - 1)}`
  await sql.end()
  await analyze(database)
}
