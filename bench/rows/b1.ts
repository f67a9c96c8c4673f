import type { BenchContext } from '../bench-context.ts'
import { judgeComparison, ofEach, ofNow } from '../builds/compare-builds.ts'
import type { SignedPlan } from '../load/plan.ts'
import type { Check, Outcome } from '../outcome.ts'
import { alternate, type Contender, type Measured, medianOf, ratio } from '../rounds.ts'
import { analyze } from '../seed.ts'

const AGENTS = 10_000
/** createRecord of AT Protocol's PDS 0.4.217, measured separately. */
const PDS_CREATE_RECORD = 127

export async function b1(context: BenchContext): Promise<Outcome> {
  const { load, isQuick, rounds, keys, agents } = context
  await agents(AGENTS)
  const products = await context.products()
  const { database, postmaster } = products[0]!
  const bare = await context.reference('verified', { keys, database })
  const requests = isQuick ? 3_000 : 5_000
  const common = { inFlight: 48, requests }
  const contenders: Contender[] = [
    {
      ...{ ...common, label: 'node:http + verify + one INSERT', pid: bare.pid, port: bare.port, postmaster },
      ...{ plan: sign(bare.port, 'plain post', 2_000), isRepeatable: true, requests: 2 * requests },
    },
    ...ofEach(products, ({ pid, port, postmaster }) => [
      { ...common, label: 'post, plain', pid, port, postmaster, plan: sign(port, 'plain post', requests) },
      { ...common, label: 'post, full', pid, port, postmaster, plan: sign(port, 'full post', requests) },
    ]),
  ]
  // Each agent posts once before, so that keys are cached, and tables are not empty when they are analysed.
  for (const { port } of products) {
    await load.prepare('warm-up', { ...sign(port, 'full post', AGENTS), order: 'each' })
    await load.fire('warm-up', { port, inFlight: 48, count: AGENTS })
  }
  const afterWarmUp = async () => {
    for (const { database } of products) await analyze(database)
  }
  const measured = await alternate(load, contenders, { rounds, afterWarmUp })
  return {
    name: 'B1',
    title: `signed POST /posts, durable; ${AGENTS} agents, 48 in flight`,
    measured,
    checks: [...judge(ofNow(measured) as [Measured, Measured, Measured]), ...judgeComparison(measured)],
    notes: ['full: a mention, two hashtags and an idempotency key', 'content of 600 bytes, of random agents'],
  }
}

const sign = (to: number, payload: SignedPlan['payload'], count: number): SignedPlan => ({
  ...{ kind: 'signed', host: `127.0.0.1:${to}`, method: 'POST', path: '/api/v1/aui/posts' },
  ...{ payload, agents: AGENTS, order: 'random', count },
})

function judge([bare, plain, full]: [Measured, Measured, Measured]): Check[] {
  const toPds = (one: Measured) => medianOf(one, 'rate') / PDS_CREATE_RECORD
  const late = { unit: 'x', isLessBetter: true, must: 2 } as const
  return [
    { what: 'plain, of the reference', value: ratio(plain, bare), unit: '%', must: 0.45, aim: 0.8 },
    { what: 'full, of the reference', value: ratio(full, bare), unit: '%', must: 0.35, aim: 0.6 },
    { what: 'p99 plain, of the reference', value: ratio(plain, bare, 'p99Ms'), ...late },
    { what: 'p99 full, of the reference', value: ratio(full, bare, 'p99Ms'), ...late },
    { what: `plain, of the PDS's 127/s (quoted)`, value: toPds(plain), unit: 'x', aim: 40 },
    { what: `full, of the PDS's 127/s (quoted)`, value: toPds(full), unit: 'x', aim: 40 },
  ]
}
