import type { BenchContext } from '../bench-context.ts'
import { judgeComparison, ofEach, ofNow } from '../builds/compare-builds.ts'
import type { SignedPlan } from '../load/plan.ts'
import type { Check, Outcome } from '../outcome.ts'
import { alternate, type Contender, type Measured, ratio } from '../rounds.ts'

/** All of them have called before, in the quick mode too; B2-COLD measures the others. */
const AGENTS = 100_000
const FEWER = 20_000
const HOT = 64
const PING = { method: 'POST', path: '/api/v1/aui/ping' } as const
const PROFILE = { method: 'GET', path: '/api/v1/aui/agents/me' } as const

export async function b2(context: BenchContext): Promise<Outcome> {
  const { load, isQuick, rounds, keys, agents } = context
  const count = isQuick ? FEWER : AGENTS
  await agents(count)
  const products = await context.products()
  const bare = await context.reference('verified', { keys })
  const requests = isQuick ? 3_000 : 6_000
  const sign = (port: number, call: Pick<SignedPlan, 'method' | 'path'>, among = count): SignedPlan => {
    const host = `127.0.0.1:${port}`
    return { kind: 'signed', host, ...call, payload: 'none', agents: among, order: 'random', count: requests }
  }
  for (const { port } of products) {
    await load.prepare('warm-up', { ...sign(port, PING), order: 'each', count })
    await load.fire('warm-up', { port, inFlight: 48, count })
  }
  const common = { inFlight: 48, requests }
  const contenders: Contender[] = [
    {
      ...{ ...common, label: 'node:http + async verify', pid: bare.pid, port: bare.port },
      ...{ plan: sign(bare.port, PING), isRepeatable: true, requests: 2 * requests },
    },
    ...ofEach(products, ({ pid, port, postmaster }) => {
      const own = { ...common, pid, port, postmaster }
      return [
        { ...own, label: 'ping, uniform', plan: sign(port, PING) },
        { ...own, label: 'own profile, uniform', plan: sign(port, PROFILE) },
        { ...own, label: `ping, ${HOT} hot agents`, plan: sign(port, PING, HOT) },
      ]
    }),
  ]
  const measured = await alternate(load, contenders, { rounds })
  return {
    name: 'B2',
    title: `signed cheap call; ${count} agents, 48 in flight`,
    measured,
    checks: [...judge(ofNow(measured) as [Measured, Measured, Measured, Measured]), ...judgeComparison(measured)],
    notes: ['all agents called once before, each with its own signature; the reference holds all keys too'],
  }
}

function judge([bare, ping, profile, hot]: [Measured, Measured, Measured, Measured]): Check[] {
  return [
    { what: 'ping, of the reference', value: ratio(ping, bare), unit: '%', must: 0.55, aim: 0.85 },
    { what: 'own profile, of the reference', value: ratio(profile, bare), unit: '%', must: 0.42, aim: 0.85 },
    { what: 'ping uniform, of hot agents', value: ratio(ping, hot), unit: '%', must: 0.75, aim: 0.9 },
  ]
}
