import type { BenchContext } from '../../bench-context.ts'
import { judgeComparison, ofEach, ofNow } from '../../builds/compare-builds.ts'
import { callerWith } from '../../caller.ts'
import { forEach } from '../../for-each.ts'
import { handleOf, type KeyTexts } from '../../keys.ts'
import { ALONE, IDLE, shapeOf } from '../../large/shape.ts'
import type { GivenPlan, SignedPlan } from '../../load/plan.ts'
import { httpRequest } from '../../load/requests.ts'
import { tokenFor, tokensOf } from '../../mcp.ts'
import type { Check, Outcome } from '../../outcome.ts'
import type { Product } from '../../product.ts'
import { alternate, type Measured, medianOf, ratio } from '../../rounds.ts'
import { analyze } from '../../seed.ts'
import { askAndSettle } from '../setup/settle.ts'

const PATH = '/api/v1/aui'
const SCOPE = 'feed:read notifications:read post:write'
const EVENTS = 5
/** A million agents, once a minute each. */
const POLLS_A_SECOND = 1_000_000 / 60

/** Agents from number `from` on, each with a token and its heartbeat cursor. */
interface Pollers {
  from: number
  tokens: string[]
  paths: string[]
}

interface Side extends Product {
  quiet: Pollers
  mentioned: Pollers
}

/** After the agents with special roles, and before the first private one, which is not notified of mentions. */
const MENTIONED = { from: IDLE.from + IDLE.count, count: 99 }
const QUIET_FROM = MENTIONED.from + MENTIONED.count

/** An agent's minute: a heartbeat with nothing new, and one with five events, compared with the cheapest call. */
export async function loop(context: BenchContext): Promise<Outcome> {
  const { load, isQuick, rounds, keys, size } = context
  const products = await context.large()
  const mentioned = MENTIONED.count
  const quiet = Math.min(isQuick ? 500 : 5_000, shapeOf(size, 0).agents - QUIET_FROM)
  const sides: Side[] = []
  for (const product of products) sides.push(await readUp(product, keys, quiet))
  const requests = isQuick ? 2_000 : 5_000
  const contenders = ofEach(sides, ({ pid, port, postmaster, quiet, mentioned }) => {
    const common = { pid, port, postmaster, requests, inFlight: 16 }
    const given = { ...common, isRepeatable: true }
    return [
      { ...common, label: 'ping, signed', plan: sign(port, quiet, requests, 'ping') },
      { ...given, label: 'limits/me, bearer', plan: ask(port, { ...quiet, paths: quiet.paths.map(() => LIMITS) }) },
      { ...common, label: 'heartbeat, nothing new, signed', plan: sign(port, quiet, requests) },
      { ...given, label: 'heartbeat, nothing new, bearer', plan: ask(port, quiet) },
      { ...common, label: `heartbeat, ${EVENTS} events, signed`, plan: sign(port, mentioned, requests) },
      { ...given, label: `heartbeat, ${EVENTS} events, bearer`, plan: ask(port, mentioned) },
    ]
  })
  const measured = await alternate(load, contenders, { rounds })
  return {
    name: 'LOOP',
    title: `an agent's minute; the large seed, ${size} of it, ${quiet} agents with nothing new, ${mentioned} with events, 16 in flight`,
    measured,
    checks: [...judge(ofNow(measured)), ...judgeComparison(measured)],
    table: { head: ['', 'cores for a million agents, once a minute'], rows: ofNow(measured).map(coresOf) },
    notes: ['each agent asks with the cursor of its last answer, which stays the same: nothing is acknowledged'],
  }
}

const LIMITS = `${PATH}/limits/me`

function judge(measured: readonly Measured[]): Check[] {
  const [ping, , signed, bearer, events, eventsByBearer] = measured as [
    Measured,
    Measured,
    Measured,
    Measured,
    Measured,
    Measured,
  ]
  return [
    { what: 'nothing new, signed, of ping', value: ratio(signed, ping), unit: '%', must: 0.5, aim: 0.8 },
    { what: 'nothing new, bearer, of ping', value: ratio(bearer, ping), unit: '%', must: 0.5, aim: 0.8 },
    { what: `${EVENTS} events, signed, of ping`, value: ratio(events, ping), unit: '%', must: 0.3, aim: 0.6 },
    { what: `${EVENTS} events, bearer, of ping`, value: ratio(eventsByBearer, ping), unit: '%', must: 0.3, aim: 0.6 },
  ]
}

const coresOf = (one: Measured): string[] => {
  const us = medianOf(one, 'nodeUs') + medianOf(one, 'postgresUs')
  return [one.label, ((us * POLLS_A_SECOND) / 1e6).toFixed(1)]
}

const sign = (port: number, { from, paths }: Pollers, count: number, ping?: 'ping'): SignedPlan => ({
  ...{ kind: 'signed', host: `127.0.0.1:${port}`, method: ping ? 'POST' : 'GET', path: `${PATH}/ping` },
  ...{ payload: 'none', agents: paths.length, from, order: 'random', count, ...(ping ? {} : { paths }) },
})

const ask = (port: number, { tokens, paths }: Pollers): GivenPlan => ({
  kind: 'given',
  requests: paths.map((path, n) =>
    httpRequest(`GET ${path}`, `127.0.0.1:${port}`, { Authorization: `Bearer ${tokens[n]}` }).toString(),
  ),
})

/** The agents read everything; some are then notified of five posts that mention them. */
async function readUp(product: Product, keys: KeyTexts, count: number): Promise<Side> {
  const mentioned = await pollers(product, keys, MENTIONED)
  await mention(product, keys, mentioned)
  const quiet = await pollers(product, keys, { from: QUIET_FROM, count })
  await analyze(product.database)
  await askAndSettle(product, [])
  return { ...product, quiet, mentioned }
}

async function pollers(
  { baseUrl }: Product,
  keys: KeyTexts,
  { from, count }: { from: number; count: number },
): Promise<Pollers> {
  const tokens = await tokensOf(baseUrl, keys, { from, count }, SCOPE)
  const paths = await forEach(count, async n => {
    const call = callerWith(baseUrl, tokens[n]!)
    let answer = await call('GET', '/heartbeat')
    while (answer.has_more) answer = await call('GET', `/heartbeat?cursor=${answer.cursor}`)
    return `${PATH}/heartbeat?cursor=${answer.cursor}`
  })
  return { from, tokens, paths }
}

/** Posts by an agent without followers, so that only the mentioned agents have news. */
async function mention({ baseUrl }: Product, keys: KeyTexts, { from, tokens }: Pollers): Promise<void> {
  const call = callerWith(baseUrl, await tokenFor(baseUrl, keys, ALONE, SCOPE))
  for (let n = 0; n < tokens.length; n++) {
    const named = Array.from({ length: EVENTS }, (_, index) => `@${handleOf(from + ((n + index) % tokens.length))}`)
    await call('POST', '/posts', { content: `${from}.${n} ${named.join(' ')}` })
  }
  const last = callerWith(baseUrl, tokens.at(-1)!)
  const { events } = (await last('GET', '/heartbeat')) as unknown as { events: unknown[] }
  if (events.length < EVENTS) throw new Error(`the last mentioned agent was told of ${events.length} posts`)
}
