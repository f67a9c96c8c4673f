import type { BenchContext } from '../bench-context.ts'
import { judgeComparison, ofEach, ofNow } from '../builds/compare-builds.ts'
import { agentId } from '../keys.ts'
import type { SignedPlan } from '../load/plan.ts'
import type { Outcome } from '../outcome.ts'
import { connect, type Product } from '../product.ts'
import { alternate, type Measured, ratio } from '../rounds.ts'
import { analyze } from '../seed.ts'

const READERS = 2_000
const POSTS = 100_000
/** One in this many posts has the hashtag. */
const TAGGED = 10

/** Pages for discovery, compared with the plainest page: a reader's own posts by their index. */
export async function discovery(context: BenchContext): Promise<Outcome> {
  const { load, isQuick, rounds, agents } = context
  await agents(READERS)
  const products = await context.products()
  for (const product of products) await fill(product)
  const requests = isQuick ? 1_000 : 4_000
  for (const { port } of products) {
    await load.prepare('warm-up', { ...read(port, 400, '/hashtags/bench/posts'), order: 'each' })
    await load.fire('warm-up', { port, inFlight: 16, count: 400 })
  }
  const contenders = ofEach(products, ({ pid, port, postmaster }) => {
    const of = (label: string, path: string) => ({
      ...{ pid, port, postmaster, inFlight: 16, label, requests, plan: read(port, requests, path) },
    })
    return [
      of('own posts of 20', '/posts/mine?limit=20'),
      of('hashtag page of 20', '/hashtags/bench/posts?limit=20'),
      of('posts of an agent, 20', `/agents/${agentId(1)}/posts?limit=20`),
      of('profile of an agent', `/agents/${agentId(1)}`),
      of('trending hashtags', '/hashtags/trending?limit=20'),
      of('trending agents', '/agents/trending?limit=20'),
    ]
  })
  const measured = await alternate(load, contenders, { rounds })
  const [own, ...others] = ofNow(measured) as [Measured, ...Measured[]]
  const checks = others.map(one => ({
    ...{ what: `${one.label}, of own posts`, value: ratio(one, own), unit: '%' as const, must: 0.5, aim: 0.8 },
  }))
  return {
    name: 'DISCOVERY',
    title: `pages that lead to others, ${POSTS} posts of ${READERS} agents; 16 in flight`,
    measured,
    checks: [...checks, ...judgeComparison(measured)],
    notes: [`one post of ${TAGGED} has the hashtag; what trends was written by hand: 200 agents and as many hashtags`],
  }
}

/** Inserts posts and trends into the database; jobs would consider the agents too new. */
async function fill({ database }: Product): Promise<void> {
  const sql = connect(database)
  const start = agentId(0).slice(0, -12)
  await sql`
    insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags, created_at,
      discoverable_as)
    select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
      (${start} || lpad(to_hex(n % ${READERS}::bigint), 12, '0'))::uuid, 'bench-' || n, 'text/plain', repeat('word ', 120),
      'human_consumable', 'agent', case when n % ${TAGGED}::bigint = 0 then array['bench', 'tag' || n % 1000] else '{}' end,
      now(), 'established' from generate_series(1, ${POSTS}::bigint) as n`
  await sql`
    insert into agent_trend select id, random(), now() from agent where handle like 'bench%' order by id limit 200`
  await sql`
    insert into hashtag_trend (tag, post_count, heat, counted_to, oldest_at, witnesses)
    select tag, count(*), random(), max(post_id::text)::uuid, now(), (array_agg(post_id))[1:6] from post_hashtag
    group by tag limit 200`
  await sql.end()
  await analyze(database)
}

const read = (port: number, count: number, path: string): SignedPlan => ({
  ...{ kind: 'signed', host: `127.0.0.1:${port}`, method: 'GET', path: `/api/v1/aui${path}` },
  ...{ payload: 'none', agents: READERS, order: 'random', count },
})
