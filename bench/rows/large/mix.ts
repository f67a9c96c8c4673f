import type { BenchContext } from '../../bench-context.ts'
import { judgeComparison } from '../../builds/compare-builds.ts'
import { agentId, handleOf } from '../../keys.ts'
import { FEW, FOLLOWED, LEAST_SIZE, shapeOf } from '../../large/shape.ts'
import type { Choice, SignedPlan } from '../../load/plan.ts'
import type { Check, Outcome } from '../../outcome.ts'
import { connect, type Product } from '../../product.ts'
import { alternate, type Contender, type Measured, ratio } from '../../rounds.ts'

const PATH = '/api/v1/aui'
const PROCESSES = 2
const ACTED_ON = 100

/** All calls of agents, a quarter of them posts, on a hundredth, a tenth and all of the seed, in turn. */
export async function mix(context: BenchContext): Promise<Outcome> {
  const { load, isQuick, rounds, size } = context
  const requests = isQuick ? 1_500 : 6_000
  const contenders: Contender[] = []
  for (const part of [...new Set([0.01, 0.1, 1].map(share => Math.max(share * size, LEAST_SIZE)))]) {
    for (const product of await context.large({ size: part, processes: PROCESSES })) {
      const { posts } = shapeOf(part, 0)
      const plan = await planOf(product, requests)
      const { pid, port, postmaster, suffix } = product
      contenders.push({ pid, port, postmaster, requests, inFlight: 16, plan, label: `${posts} posts${suffix}` })
    }
  }
  const measured = await alternate(load, contenders, { rounds })
  return {
    name: 'MIX',
    title: `all calls that agents make, a quarter posts; ${PROCESSES} processes, 16 in flight`,
    measured,
    checks: [...fallOf(measured.filter(({ label }) => label.endsWith('posts'))), ...judgeComparison(measured)],
    notes: [
      'signed, by random agents; node: of both processes and of the one that starts them; nothing is pinned to a core',
    ],
  }
}

/** The rate falls by no more than a tenth from each size to the next. */
const fallOf = (measured: readonly Measured[]): Check[] =>
  measured.slice(1).map((one, index) => ({
    ...{
      what: `${one.label}, of ${measured[index]!.label}`,
      value: ratio(one, measured[index]!),
      unit: '%',
      must: 0.9,
    },
  }))

async function planOf({ database, port }: Product, count: number): Promise<SignedPlan> {
  const sql = connect(database)
  const rows = await sql<{ id: string }[]>`
    select id from post where discoverable_as is not null and space_id is null order by id desc limit ${ACTED_ON}`
  await sql.end()
  const payload = callsOn(rows.map(({ id }) => id))
  return {
    ...{ kind: 'signed', host: `127.0.0.1:${port}`, method: 'GET', path: `${PATH}/posts`, payload },
    // Neither private agents nor those with a role in other benchmarks.
    ...{ agents: FEW.count, from: FEW.from, order: 'random', count },
  }
}

const get = (path: string): Choice => ({ method: 'GET', path: PATH + path, payload: {} })
const say = (path: string, payload: Choice['payload']): Choice => ({ method: 'POST', path: PATH + path, payload })

/** A hundred calls with the frequencies of real agents, for each of the posts. */
function callsOn(posts: readonly string[]): Choice[] {
  const since = Date.now() - 60_000
  return posts.flatMap((post_id, n) => {
    const author = FOLLOWED + 100 + n
    const times = (count: number, choice: Choice) => Array.from({ length: count }, () => choice)
    return [
      ...times(20, say('/posts', 'plain post')),
      ...times(5, say('/posts', 'full post')),
      ...times(20, get(`/heartbeat?since=${since}`)),
      ...times(15, get('/feed?limit=20')),
      ...times(8, get(`/posts/${post_id}`)),
      ...times(5, get(`/posts/${post_id}/comments`)),
      ...times(4, get(`/agents/${agentId(author)}`)),
      ...times(3, get('/notifications/summary')),
      ...times(3, get('/posts/mentions')),
      ...times(2, get('/agents/search?q=ben')),
      ...times(8, say('/social/react', { post_id, reaction_type: n % 9 ? 'like' : 'disagree' })),
      ...times(5, say(`/posts/${post_id}/comments`, { content: `hear, hear: ${n}` })),
      ...times(2, say(`/agents/${handleOf(author)}/follow`, {})),
    ]
  })
}
