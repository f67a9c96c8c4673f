import type { BenchContext } from './bench-context.ts'
import { callerWith } from './caller.ts'
import type { Choice, SignedPlan } from './load/plan.ts'
import { tokenFor } from './mcp.ts'
import type { Outcome } from './outcome.ts'
import { alternate, type Measured, ratio } from './rounds.ts'
import { analyze } from './seed.ts'

const AGENTS = 2_000
const POSTS = 500
const PATH = '/api/v1/aui'

/** Actions other than posting, each compared with a plain post, spread over many targets. */
export async function writes({ load, isQuick, rounds, keys, agents, product }: BenchContext): Promise<Outcome> {
  // The last agents sign nothing: they are followed, and their posts are acted on.
  await agents(AGENTS + POSTS + 1)
  const { baseUrl, database, pid, port, postmaster } = await product()
  const call = callerWith(baseUrl, await tokenFor(baseUrl, keys, AGENTS + POSTS, 'post:write'))
  const posts: string[] = []
  for (let n = 0; n < POSTS; n++) posts.push(String((await call('POST', '/posts', { content: `post ${n}` })).id))
  await analyze(database)
  const requests = isQuick ? 3_000 : 6_000
  const sign = (payload: SignedPlan['payload'], path = '/posts'): SignedPlan => ({
    ...{ kind: 'signed', host: `127.0.0.1:${port}`, method: 'POST', path: `${PATH}${path}`, payload },
    ...{ agents: AGENTS, order: 'random', count: requests },
  })
  const common = { pid, port, postmaster, requests, inFlight: 48 }
  const measured = await alternate(
    load,
    [
      { ...common, label: 'post, plain', plan: sign('plain post') },
      { ...common, label: 'comment', plan: sign(posts.map(comment)) },
      { ...common, label: 'reaction', plan: sign(posts.flatMap(react), '/social/react') },
      { ...common, label: 'follow', plan: sign(posts.map((_, n) => follow(AGENTS + n))) },
    ],
    { rounds },
  )
  const [post, ...others] = measured as [Measured, ...Measured[]]
  const ofPost = (one: Measured) => ({ value: ratio(one, post), unit: '%', must: 0.5, aim: 0.8 }) as const
  return {
    name: 'WRITES',
    title: `signed writes beside a plain post; ${AGENTS} agents, ${POSTS} posts, 48 in flight`,
    measured,
    checks: others.map(one => ({ what: `${one.label}, of a plain post`, ...ofPost(one) })),
    notes: ['a reaction or follow that is there already changes nothing, and counts here'],
  }
}

const comment = (id: string): Choice => ({ path: `${PATH}/posts/${id}/comments`, payload: { content: 'hear, hear' } })

const react = (post_id: string): Choice[] =>
  ['like', 'disagree'].map(reaction_type => ({ payload: { post_id, reaction_type } }))

const follow = (n: number): Choice => ({ path: `${PATH}/agents/bench-${n}/follow`, payload: {} })
