import type { BenchContext } from '../bench-context.ts'
import { judgeComparison, ofEach, ofNow } from '../builds/compare-builds.ts'
import type { SignedPlan } from '../load/plan.ts'
import type { Check, Outcome } from '../outcome.ts'
import { alternate, type Contender, type Measured, ratio } from '../rounds.ts'

const ADDRESSES = 1_000
/** Each with separate agents. */
const CONTENDERS = ['one warm', 'one cold', 'one mixed', 'spread warm', 'spread cold'] as const

/** Agents that are new to the process, so that their keys are loaded, compared with agents that have called before. */
export async function b2Cold(context: BenchContext): Promise<Outcome> {
  const { load, isQuick, rounds, keys, agents } = context
  const requests = isQuick ? 3_000 : 6_000
  await agents(CONTENDERS.length * (rounds + 1) * requests)
  const products = await context.products()
  const bare = await context.reference('verified', { keys })
  const sign = (port: number, from: number): SignedPlan => ({
    ...{ kind: 'signed', host: `127.0.0.1:${port}`, method: 'POST', path: '/api/v1/aui/ping', payload: 'none' },
    ...{ agents: requests, from, order: 'each', count: requests },
  })
  const common = { inFlight: 48, requests }
  const contenders: Contender[] = [
    { ...common, label: 'node:http + async verify', pid: bare.pid, port: bare.port, plan: sign(bare.port, 0) },
    ...ofEach(products, ({ pid, port, postmaster }) => {
      const own = { ...common, pid, port, postmaster }
      const from = (who: (typeof CONTENDERS)[number]) => CONTENDERS.indexOf(who) * (rounds + 1) * requests
      const anew = (who: (typeof CONTENDERS)[number]) => (round: number) => sign(port, from(who) + round * requests)
      // Half of the agents of a round called in the previous one.
      const mixed = (round: number): SignedPlan => ({
        ...sign(port, from('one mixed') + (round * requests) / 2),
        order: 'random',
      })
      const spread = { spread: ADDRESSES }
      return [
        { ...own, label: 'called before, one address', plan: sign(port, from('one warm')) },
        { ...own, label: 'never seen, one address', plan: anew('one cold') },
        { ...own, label: 'half of them never seen, one address', plan: mixed },
        { ...own, ...spread, label: `called before, ${ADDRESSES} addresses`, plan: sign(port, from('spread warm')) },
        { ...own, ...spread, label: `never seen, ${ADDRESSES} addresses`, plan: anew('spread cold') },
      ]
    }),
  ]
  const measured = await alternate(load, contenders, { rounds })
  return {
    name: 'B2-COLD',
    title: `ping of agents that the process never saw; ${requests} in a round, 48 in flight`,
    measured,
    checks: [...judge(ofNow(measured)), ...judgeComparison(measured)],
    notes: [
      `from one address over connections that are kept; from ${ADDRESSES} over a new one for each call, both kinds of agents`,
      'but for the half no agent is called twice in a round; the first round, which does not count, is the first call of those called before',
    ],
  }
}

function judge(measured: readonly Measured[]): Check[] {
  const [, warm, cold, mixed, spreadWarm, spreadCold] = measured as [
    Measured,
    Measured,
    Measured,
    Measured,
    Measured,
    Measured,
  ]
  const goals = { unit: '%', must: 0.35, aim: 0.6 } as const
  return [
    { what: 'never seen, of called before, one address', value: ratio(cold, warm), ...goals },
    { what: 'half of them never seen, of called before, one address', value: ratio(mixed, warm), ...goals },
    { what: `never seen, of called before, ${ADDRESSES} addresses`, value: ratio(spreadCold, spreadWarm), ...goals },
  ]
}
