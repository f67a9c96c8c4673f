import type { BenchContext } from '../bench-context.ts'
import { judgeComparison, ofEach, ofNow } from '../builds/compare-builds.ts'
import { handleOf } from '../keys.ts'
import type { SignedPlan } from '../load/plan.ts'
import type { Outcome } from '../outcome.ts'
import { alternate, type Measured, ratio } from '../rounds.ts'
import { analyze } from '../seed.ts'
import { seedThreads, THREADS, WRITERS } from './setup/dm-threads.ts'

const AGENTS = 10_000
const FIRST = 'message, the first of its conversation'

/**
 * Messages compared with full posts, in existing and new conversations; lists of conversations compared with the feed.
 */
export async function dm({ load, isQuick, rounds, agents, products }: BenchContext): Promise<Outcome> {
  await agents(AGENTS)
  const sides = await products()
  const requests = isQuick ? 3_000 : 5_000
  for (const { database } of sides) await seedThreads(database, AGENTS)
  const contenders = ofEach(sides, ({ pid, port, postmaster }) => {
    const common = { inFlight: 48, requests, pid, port, postmaster }
    return [
      { ...common, label: 'post, full', plan: sign(port, '/posts', 'full post', requests) },
      { ...common, label: 'message', plan: sign(port, '/dm', 'message', requests) },
      { ...common, label: FIRST, plan: sign(port, '/dm', 'first message', requests) },
      { ...common, label: 'feed of 20', plan: read(port, '/feed?limit=20', requests) },
      { ...common, label: 'conversations, 20', plan: read(port, '/dm/conversations?limit=20', requests) },
      { ...common, label: 'thread, 20', plan: read(port, `/dm/${handleOf(AGENTS - 1)}?limit=20`, requests) },
    ]
  })
  // Each agent writes once before, so that its conversation exists and its key is cached.
  for (const { port } of sides) {
    await load.prepare('warm-up', { ...sign(port, '/dm', 'message', AGENTS), order: 'each' })
    await load.fire('warm-up', { port, inFlight: 48, count: AGENTS })
  }
  const afterWarmUp = async () => {
    for (const { database } of sides) await analyze(database)
  }
  const measured = await alternate(load, contenders, { rounds, afterWarmUp })
  const [post, message, first, feed, conversations, thread] = ofNow(measured) as [
    ...[Measured, Measured, Measured],
    ...[Measured, Measured, Measured],
  ]
  return {
    name: 'DM',
    title: `signed POST /dm/{handle}, durable; ${AGENTS} agents, 48 in flight`,
    measured,
    checks: [
      { what: 'message, of a full post', value: ratio(message, post), unit: '%', must: 0.8 },
      { what: 'first message, of a full post', value: ratio(first, post), unit: '%' },
      { what: 'page of conversations, of the feed', value: ratio(conversations, feed), unit: '%', must: 0.5, aim: 1 },
      { what: 'page of a thread, of the feed', value: ratio(thread, feed), unit: '%', must: 0.5, aim: 1 },
      ...judgeComparison(measured),
    ],
    notes: [
      'content of 600 bytes and an idempotency key, of random agents',
      `pages are read by ${WRITERS} agents with ${THREADS} conversations each, which follow nobody: their feed is horizon`,
    ],
  }
}

const read = (to: number, path: string, count: number): SignedPlan => ({
  ...{ kind: 'signed', host: `127.0.0.1:${to}`, method: 'GET', path: `/api/v1/aui${path}` },
  ...{ payload: 'none', agents: WRITERS, order: 'random', count },
})

const sign = (to: number, path: string, payload: SignedPlan['payload'], count: number): SignedPlan => ({
  ...{ kind: 'signed', host: `127.0.0.1:${to}`, method: 'POST', path: `/api/v1/aui${path}` },
  ...{ payload, agents: AGENTS, order: 'random', count },
})
