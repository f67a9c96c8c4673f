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
/** Of them hear anything. */
const HEARING = 100
const WRITERS = 4
const LATE_MS = 5_000

interface Side {
  label: string
  /** Called for each event until it is closed: `at` in ms, as `performance.now()` has it. */
  open(hear: (text: string, at: number) => void): Promise<{ close(): void }>
  /** Says a word to the stream of that number. */
  say(word: string, to: number): Promise<unknown>
}

interface Heard {
  /** From the request on, in ms. */
  p50: number
  p99: number
  lost: number
  doubled: number
}

/** How long after a post its bytes are at the streams of those it mentions, beside INSERT, NOTIFY and SSE alone. */
export async function b6(context: BenchContext): Promise<Outcome> {
  const { rounds, isQuick, agents, products, reference } = context
  await agents(SESSIONS + 1)
  const all = await products()
  const { port } = await reference('notified', { database: all[0]!.database })
  const sides: Side[] = [bareSide(port)]
  for (const product of all) sides.push(await productSide(product, context))
  const hooked = await openWebhookReceiver(context, HEARING + 1, HEARING)
  try {
    sides.push(await webhookSide(hooked, context))
    const heard: Heard[][] = sides.map(() => [])
    for (let round = 0; round <= rounds; round++) {
      for (const [index, side] of sides.entries()) {
        const one = await listen(side, isQuick ? 300 : 1_000, `r${round}s${index}`)
        if (round > 0) heard[index]!.push(one)
      }
    }
    return outcomeOf(sides, heard)
  } finally {
    await hooked.close()
  }
}

function outcomeOf(sides: readonly Side[], heard: readonly Heard[][]): Outcome {
  const [bare, now, hooks] = [heard[0]!, heard[1]!, heard.at(-1)!]
  const sum = (one: Heard[], figure: 'lost' | 'doubled') => one.reduce((total, sample) => total + sample[figure], 0)
  const row = (one: Heard[], place: number) => [
    ...[
      sides[place]!.label,
      ...(['p50', 'p99'] as const).map(figure => median(one.map(sample => sample[figure])).toFixed(1)),
    ],
    ...(['lost', 'doubled'] as const).map(figure => String(sum(one, figure))),
  ]
  const isLessBetter = true
  return {
    name: 'B6',
    title: `from a post to the stream of the mentioned; ${SESSIONS} streams, ${HEARING} hear, ${WRITERS} write`,
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
    table: { head: ['', 'p50 ms', 'p99 ms', 'lost', 'heard more than once'], rows: heard.map(row) },
    notes: [
      `lost: not there ${LATE_MS / 1000} s after the last was written`,
      `webhooks: at ${HEARING} endpoints over TLS, both signatures hold, on a server of its own; they may come more than once`,
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
  async say(word, to) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: JSON.stringify({ to: String(to), word }),
    })
    await answer.text()
  },
})

async function productSide({ baseUrl, port, suffix }: Product, { keys }: BenchContext): Promise<Side> {
  const tokens = await tokensOf(baseUrl, keys, { from: 0, count: SESSIONS }, 'notifications:read')
  const streams = await pushSessions({ url: `${baseUrl}/mcp`, token: async n => tokens[n] }, SESSIONS)
  const call = callerWith(baseUrl, await tokenFor(baseUrl, keys, SESSIONS, 'post:write'))
  const say: Side['say'] = (word, to) => call('POST', '/posts', { content: `${word} @${handleOf(to)}` })
  return { label: `post and push${suffix}`, open: streamsOf(port, streams), say }
}

const streamsOf =
  (port: number, streams: string[]): Side['open'] =>
  hear =>
    openStreams(port, streams, (_, event, at) => hear(event, at))

async function webhookSide(hooked: WebhookReceiver, { keys }: BenchContext): Promise<Side> {
  const { baseUrl } = hooked.product
  const call = callerWith(baseUrl, await tokenFor(baseUrl, keys, HEARING, 'post:write'))
  return {
    label: 'post and signed webhook',
    async open(hear) {
      hooked.hear(arrived => void (hooked.isSigned(arrived) && hear(arrived.text, arrived.at - performance.timeOrigin)))
      return { close: () => hooked.hear(() => {}) }
    },
    say: (word, to) => call('POST', '/posts', { content: `${word} @${handleOf(to)}` }),
  }
}

async function listen({ open, say }: Side, count: number, prefix: string): Promise<Heard> {
  const said = new Map<string, number>()
  const times = new Map<string, number[]>()
  const word = new RegExp(`${prefix}w\\d+`)
  const opened = await open((event, at) => {
    const found = word.exec(event)?.[0]
    if (found) times.set(found, [...(times.get(found) ?? []), at])
  })
  let next = 0
  async function write() {
    while (next < count) {
      const n = next++
      said.set(`${prefix}w${n}`, performance.now())
      await say(`${prefix}w${n}`, n % HEARING)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  for (let waited = 0; times.size < count && waited < LATE_MS; waited += 50) await pause(50)
  opened.close()
  const delays = [...times].map(([name, [first]]) => first! - said.get(name)!).sort((a, b) => a - b)
  const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN
  const doubled = [...times.values()].filter(each => each.length > 1).length
  return { p50: at(0.5), p99: at(0.99), lost: count - times.size, doubled }
}
