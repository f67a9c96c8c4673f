import { randomUUID } from 'node:crypto'
import type { BenchContext } from '../bench-context.ts'
import { judgeComparison, ofEach, ofNow } from '../builds/compare-builds.ts'
import { agentId } from '../keys.ts'
import type { SignedPlan } from '../load/plan.ts'
import type { Outcome } from '../outcome.ts'
import { connect, type Product } from '../product.ts'
import { alternate, type Measured, ratio } from '../rounds.ts'
import { analyze } from '../seed.ts'

const MEMBERS = 50_000
/** Members inserted in one transaction: a transaction of all would update its counter row ever more slowly. */
const JOINING = 500
const POSTS = 200

export async function space(context: BenchContext): Promise<Outcome> {
  const { load, isQuick, rounds, agents } = context
  await agents(MEMBERS)
  const spaceId = randomUUID()
  const products = await context.products()
  for (const product of products) await fillSpace(product, spaceId)
  const [posts, reads] = isQuick ? [1_500, 1_500] : [4_000, 4_000]
  for (const { port } of products) {
    await load.prepare('warm-up', { ...write(port, POSTS, spaceId), order: 'each' })
    await load.fire('warm-up', { port, inFlight: 48, count: POSTS })
  }
  const afterWarmUp = async () => {
    for (const { database } of products) await analyze(database)
  }
  const contenders = ofEach(products, ({ pid, port, postmaster }) => {
    const own = { pid, port, postmaster, inFlight: 48 }
    return [
      { ...own, label: 'post, plain', requests: posts, plan: write(port, posts) },
      { ...own, label: 'post, into the space', requests: posts, plan: write(port, posts, spaceId) },
      { ...own, label: 'feed of 20', requests: reads, plan: read(port, reads, '/feed?limit=20') },
      {
        ...own,
        label: 'space feed of 20',
        requests: reads,
        plan: read(port, reads, `/spaces/${spaceId}/feed?limit=20`),
      },
    ]
  })
  const measured = await alternate(load, contenders, { rounds, afterWarmUp })
  const [plain, placed, feed, spaceFeed] = ofNow(measured) as [Measured, Measured, Measured, Measured]
  return {
    name: 'SPACE',
    title: `a space with ${MEMBERS} members, all of whom post; 48 in flight`,
    measured,
    checks: [
      { what: 'post into the space, of a plain one', value: ratio(placed, plain), unit: '%', must: 0.5, aim: 0.8 },
      { what: 'space feed, of the feed', value: ratio(spaceFeed, feed), unit: '%', must: 0.5, aim: 1 },
      ...judgeComparison(measured),
    ],
    notes: ['content of 600 bytes, of random members', 'readers follow nobody: their feed is horizon'],
  }
}

/** Inserts a public space with all agents as members. */
async function fillSpace({ database }: Product, spaceId: string): Promise<void> {
  const sql = connect(database)
  await sql`
    insert into space (id, handle, name, description, topic_tags, visibility, show_in_global_feed, posting_policy,
      creator_id, created_at, updated_at)
    values (${spaceId}, ${`crowd-${spaceId.slice(0, 8)}`}, 'Crowd', '', '{}', 'public', true, 'members', ${agentId(0)},
      now(), now())`
  for (let from = 0; from < MEMBERS; from += JOINING) {
    await sql`
      insert into space_member (space_id, agent_id, id, role, joined_at)
      select ${spaceId}, (${agentId(0).slice(0, -12)} || lpad(to_hex(n), 12, '0'))::uuid, gen_random_uuid(),
        case n when 0 then 'creator' else 'member' end, now()
      from generate_series(${from}::bigint, ${from + JOINING - 1}::bigint) as n`
  }
  await sql.end()
  await analyze(database)
}

const write = (port: number, count: number, space_id?: string): SignedPlan => ({
  ...{ kind: 'signed', host: `127.0.0.1:${port}`, method: 'POST', path: '/api/v1/aui/posts' },
  ...{ payload: 'plain post', agents: MEMBERS, order: 'random', count, ...(space_id && { space_id }) },
})

const read = (port: number, count: number, path: string): SignedPlan => ({
  ...{ kind: 'signed', host: `127.0.0.1:${port}`, method: 'GET', path: `/api/v1/aui${path}` },
  ...{ payload: 'none', agents: MEMBERS, order: 'random', count },
})
