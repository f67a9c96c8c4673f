import { setTimeout as pause } from 'node:timers/promises'
import type { BenchContext } from '../bench-context.ts'
import { type Call, callerWith } from '../caller.ts'
import { residentMb } from '../cpu.ts'
import { now, openWebhookReceiver, type WebhookReceiver, type WebhookReceivers } from '../hooks.ts'
import { handleOf } from '../keys.ts'
import { tokensOf } from '../mcp.ts'
import type { Outcome } from '../outcome.ts'
import { median } from '../rounds.ts'
import { analyze } from '../seed.ts'
import { waitBesideManyWebhooks } from './setup/many-webhooks.ts'

const HOOKS = 200
const HANGING = 20
const HEALTHY = HOOKS - HANGING
/** The number of agents that a post mentions. */
const MENTIONED = 5
const EVENTS_EACH = 5
const WRITERS = 8
/** Agents whose endpoints stop responding together, each with the maximum number of webhooks. */
const SLOW_AGENTS: WebhookReceivers = { from: HOOKS + WRITERS, agents: 46, hooks: 138 }
const LATE_MS = 60_000
const LOOK_EVERY_MS = 20

interface Sent {
  rate: number
  p50: number
  p99: number
  lost: number
  mb: number
}

interface Wave {
  /** Whether the endpoints that do not respond have webhooks and receive events. */
  isHanging: boolean
  /** The prefix of its posts. */
  prefix: string
}

/** Deliveries to many endpoints of which a tenth does not respond, compared with deliveries without those. */
export async function webhook(context: BenchContext): Promise<Outcome> {
  const { keys, rounds } = context
  const hooked = await openWebhookReceiver(context, HOOKS + WRITERS + SLOW_AGENTS.agents, HOOKS, SLOW_AGENTS)
  try {
    const { baseUrl, database } = hooked.product
    const tokens = await tokensOf(baseUrl, keys, { from: HOOKS, count: WRITERS }, 'post:write')
    const calls = tokens.map(token => callerWith(baseUrl, token))
    const sent: Record<'without' | 'withSlow', Sent[]> = { without: [], withSlow: [] }
    for (let round = 0; round <= rounds; round++) {
      const without = await measure(hooked, calls, { isHanging: false, prefix: `r${round}a` })
      const withSlow = await measure(hooked, calls, { isHanging: true, prefix: `r${round}b` })
      if (round === 0) await analyze(database)
      else for (const [name, one] of Object.entries({ without, withSlow })) sent[name as keyof typeof sent].push(one)
    }
    return outcomeOf(sent.without, sent.withSlow, await waitBesideManyWebhooks(hooked, calls[0]!, SLOW_AGENTS, 0))
  } finally {
    await hooked.close()
  }
}

async function measure(hooked: WebhookReceiver, calls: readonly Call[], { isHanging, prefix }: Wave): Promise<Sent> {
  const { hang, hear, isSigned, product } = hooked
  const begun = new Map<string, number>()
  const lateness = new Map<string, number>()
  const freed = new Set<string>()
  const pattern = new RegExp(`${prefix}w\\d+`)
  hang(isHanging ? HANGING_ONES : [])
  hear(arrived => {
    const post = pattern.exec(arrived.text)?.[0]
    const start = post === undefined ? undefined : begun.get(post)
    if (start === undefined || !isSigned(arrived)) return
    const key = `${arrived.path} ${post}`
    if (Number(arrived.path.slice(1)) >= HEALTHY) freed.add(key)
    else if (!lateness.has(key)) lateness.set(key, arrived.at - start)
  })
  const startedAt = now()
  await write(calls, prefix, isHanging ? HOOKS : HEALTHY, post => begun.set(post, now()))
  await until(() => lateness.size === HEALTHY * EVENTS_EACH)
  const mb = residentMb(product.pid)
  const times = [...lateness.values()].sort((a, b) => a - b)
  const last = Math.max(...[...lateness].map(([key, late]) => begun.get(key.split(' ')[1]!)! + late))
  // Lets pending deliveries end before the next round.
  hang([])
  if (isHanging) await until(() => freed.size === HANGING * EVENTS_EACH)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  const lost = HEALTHY * EVENTS_EACH - times.length
  return { rate: (times.length / (last - startedAt)) * 1_000, p50: at(0.5), p99: at(0.99), lost, mb }
}

const HANGING_ONES = Array.from({ length: HANGING }, (_, n) => `/${HEALTHY + n}`)

async function until(isSo: () => boolean): Promise<void> {
  for (const end = now() + LATE_MS; !isSo() && now() < end; ) await pause(LOOK_EVERY_MS)
}

/** Posts mentions of the agents below number `below`, so that each agent is mentioned in `EVENTS` posts. */
async function write(calls: readonly Call[], prefix: string, below: number, begin: (post: string) => void) {
  const groups = HOOKS / MENTIONED
  let next = 0
  const work = async (call: Call) => {
    while (next < groups * EVENTS_EACH) {
      const n = next++
      const all = Array.from({ length: MENTIONED }, (_, index) => (n % groups) + index * groups)
      const mentions = all.filter(agent => agent < below).map(agent => `@${handleOf(agent)}`)
      begin(`${prefix}w${n}`)
      await call('POST', '/posts', { content: `${prefix}w${n} ${mentions.join(' ')}` })
    }
  }
  await Promise.all(calls.map(work))
}

function outcomeOf(without: readonly Sent[], withSlow: readonly Sent[], waitedMs: number): Outcome {
  const of = (one: readonly Sent[], figure: keyof Sent) => median(one.map(sample => sample[figure]))
  const sum = (one: readonly Sent[]) => one.reduce((total, { lost }) => total + lost, 0)
  const compare = (figure: (one: Sent) => number) =>
    median(withSlow.map((one, round) => figure(one) / figure(without[round]!)))
  const isLessBetter = true
  const row = (label: string, one: readonly Sent[]) => [
    ...[label, of(one, 'rate').toFixed(0), of(one, 'p50').toFixed(0), of(one, 'p99').toFixed(0)],
    ...[String(sum(one)), of(one, 'mb').toFixed(0)],
  ]
  const timed = { unit: 'x', isLessBetter, must: 1.5 } as const
  return {
    name: 'WEBHOOK',
    title: `${HOOKS * EVENTS_EACH} events to ${HOOKS} webhooks, ${HANGING} of which never answer; ${WRITERS} write`,
    measured: [],
    checks: [
      { what: 'time for the healthy ones, of a run without the others', value: compare(one => 1 / one.rate), ...timed },
      { what: 'p99 of the healthy ones, of a run without the others', value: compare(one => one.p99), ...timed },
      {
        what: `wait at another host, when ${SLOW_AGENTS.hooks} webhooks of ${SLOW_AGENTS.agents} agents cease to answer`,
        ...{ value: waitedMs, unit: 'ms', isLessBetter, must: 2_000 },
      },
      { what: 'lost', value: sum([...without, ...withSlow]), unit: '', isLessBetter, must: 0 },
    ],
    table: {
      head: ['healthy ones', 'deliveries/s', 'p50 ms', 'p99 ms', 'lost', 'server MB'],
      rows: [row('without the others', without), row('beside them', withSlow)],
    },
    notes: [
      `${MENTIONED} mentions a post, all posts at once: the time runs from the request for the post on, over TLS, and both signatures hold`,
      'when a round begins, none of the endpoints that will hang has failed since its last success',
      `lost: not there ${LATE_MS / 1_000} s after the last was written`,
    ],
  }
}
