import { setTimeout as pause } from 'node:timers/promises'
import type { BenchContext } from '../bench-context.ts'
import { callerWith } from '../caller.ts'
import { openWebhookReceiver, type WebhookReceiver } from '../hooks.ts'
import { handleOf } from '../keys.ts'
import { openStreams } from '../load/streams.ts'
import { pushSessions, tokenFor, tokensOf } from '../mcp.ts'
import type { Outcome } from '../outcome.ts'
import type { Product } from '../product.ts'
import { median } from '../rounds.ts'

const SESSIONS = 1_000
/** How many sessions receive events. */
const NOTIFIED = 100
const WRITERS = 4
const LATE_MS = 5_000

interface Side {
  label: string
  /** Calls `hear` for each event until it is closed; `at` in ms, as `performance.now()`. */
  open(onEvent: (text: string, at: number) => void): Promise<{ close(): void }>
  /** Writes to the stream of that number. */
  say(marker: string, to: number): Promise<unknown>
}

interface Latencies {
  /** From the request on, in ms. */
  p50: number
  p99: number
  lost: number
  doubled: number
}

/** The time from a post to the streams of the mentioned agents, compared with INSERT, NOTIFY and SSE alone. */
export async function b6(context: BenchContext): Promise<Outcome> {
  const { rounds, isQuick, agents, products, reference } = context
  await agents(SESSIONS + 1)
  const all = await products()
  const { port } = await reference('notified', { database: all[0]!.database })
  const sides: Side[] = [bareSide(port)]
  for (const product of all) sides.push(await productSide(product, context))
  const hooked = await openWebhookReceiver(context, NOTIFIED + 1, NOTIFIED)
  try {
    sides.push(await webhookSide(hooked, context))
    const results: Latencies[][] = sides.map(() => [])
    for (let round = 0; round <= rounds; round++) {
      for (const [index, side] of sides.entries()) {
        const one = await listen(side, isQuick ? 300 : 1_000, `r${round}s${index}`)
        if (round > 0) results[index]!.push(one)
      }
    }
    return outcomeOf(sides, results)
  } finally {
    await hooked.close()
  }
}

function outcomeOf(sides: readonly Side[], results: readonly Latencies[][]): Outcome {
  const [bare, now, hooks] = [results[0]!, results[1]!, results.at(-1)!]
  const sum = (samples: Latencies[], figure: 'lost' | 'doubled') =>
    samples.reduce((total, sample) => total + sample[figure], 0)
  const row = (samples: Latencies[], index: number) => [
    ...[
      sides[index]!.label,
      ...(['p50', 'p99'] as const).map(figure => median(samples.map(sample => sample[figure])).toFixed(1)),
    ],
    ...(['lost', 'doubled'] as const).map(figure => String(sum(samples, figure))),
  ]
  const isLessBetter = true
  return {
    name: 'B6',
    title: `from a post to the stream of the mentioned; ${SESSIONS} streams, ${NOTIFIED} hear, ${WRITERS} write`,
    measured: [],
    checks: [
      {
        what: 'p99, of INSERT + NOTIFY + SSE',
        value: median(now.map((one, round) => one.p99 / bare[round]!.p99)),
        unit: 'x',
        isLessBetter,
        must: 4,
        aim: 2,
      },
      { what: 'lost', value: sum([...now, ...hooks], 'lost'), unit: '', isLessBetter, must: 0 },
      { what: 'heard more than once', value: sum(now, 'doubled'), unit: '', isLessBetter, must: 0 },
      { what: 'p50 of a webhook', value: median(hooks.map(({ p50 }) => p50)), unit: 'ms', isLessBetter },
      { what: 'p99 of a webhook', value: median(hooks.map(({ p99 }) => p99)), unit: 'ms', isLessBetter },
    ],
    table: { head: ['', 'p50 ms', 'p99 ms', 'lost', 'heard more than once'], rows: results.map(row) },
    notes: [
      `lost: not there ${LATE_MS / 1000} s after the last was written`,
      `webhooks: at ${NOTIFIED} endpoints over TLS, both signatures hold, on a server of its own; they may come more than once`,
      'posts by bearer; the time runs from the request on, and the writers share the cores',
    ],
  }
}

const bareSide = (port: number): Side => ({
  label: 'INSERT + NOTIFY + SSE',
  open: streamsOf(
    port,
    Array.from({ length: SESSIONS }, (_, n) => `GET /${n} HTTP/1.1\r\nHost: bench\r\n\r\n`),
  ),
  async say(marker, to) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: JSON.stringify({ to: String(to), text: marker }),
    })
    await answer.text()
  },
})

async function productSide({ baseUrl, port, suffix }: Product, { keys }: BenchContext): Promise<Side> {
  const tokens = await tokensOf(baseUrl, keys, { from: 0, count: SESSIONS }, 'notifications:read')
  const streams = await pushSessions({ url: `${baseUrl}/mcp`, token: async n => tokens[n] }, SESSIONS)
  const call = callerWith(baseUrl, await tokenFor(baseUrl, keys, SESSIONS, 'post:write'))
  const say: Side['say'] = (marker, to) => call('POST', '/posts', { content: `${marker} @${handleOf(to)}` })
  return { label: `post and push${suffix}`, open: streamsOf(port, streams), say }
}

const streamsOf =
  (port: number, streams: string[]): Side['open'] =>
  onEvent =>
    openStreams(port, streams, (_, event, at) => onEvent(event, at))

async function webhookSide(hooked: WebhookReceiver, { keys }: BenchContext): Promise<Side> {
  const { baseUrl } = hooked.product
  const call = callerWith(baseUrl, await tokenFor(baseUrl, keys, NOTIFIED, 'post:write'))
  return {
    label: 'post and signed webhook',
    async open(onEvent) {
      hooked.hear(
        arrived => void (hooked.isSigned(arrived) && onEvent(arrived.text, arrived.at - performance.timeOrigin)),
      )
      return { close: () => hooked.hear(() => {}) }
    },
    say: (marker, to) => call('POST', '/posts', { content: `${marker} @${handleOf(to)}` }),
  }
}

async function listen({ open, say }: Side, count: number, prefix: string): Promise<Latencies> {
  const sentAt = new Map<string, number>()
  const times = new Map<string, number[]>()
  const marker = new RegExp(`${prefix}w\\d+`)
  const stream = await open((event, at) => {
    const match = marker.exec(event)?.[0]
    if (match) times.set(match, [...(times.get(match) ?? []), at])
  })
  let next = 0
  async function write() {
    while (next < count) {
      const n = next++
      sentAt.set(`${prefix}w${n}`, performance.now())
      await say(`${prefix}w${n}`, n % NOTIFIED)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  for (let waited = 0; times.size < count && waited < LATE_MS; waited += 50) await pause(50)
  stream.close()
  const delays = [...times].map(([name, [first]]) => first! - sentAt.get(name)!).sort((a, b) => a - b)
  const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN
  const doubled = [...times.values()].filter(each => each.length > 1).length
  return { p50: at(0.5), p99: at(0.99), lost: count - times.size, doubled }
}
