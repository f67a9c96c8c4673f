import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../conformance/stubs/free-port.ts'
import type { BenchContext } from '../bench-context.ts'
import type { Poll } from '../load/plan.ts'
import type { Check, Outcome } from '../outcome.ts'
import { type Product, startProduct } from '../product.ts'

const AGENTS = 100_000
const FEWER = 20_000
const EVERY_SECONDS = 60
const ADDRESSES = 1_000
/** The seconds of polls before the restart, without the start-up effects of a new server. */
const BEFORE_SECONDS = 8
const SETTLED_SECONDS = 3
const AFTER_SECONDS = 20
const SOUND_MS = 100
const PATH = '/api/v1/aui/heartbeat'

/** Restarts the server while agents poll once a minute each: how soon they are served again. */
export async function herd(context: BenchContext): Promise<Outcome> {
  const { isQuick, agents, products, stopProducts } = context
  const count = isQuick ? FEWER : AGENTS
  await agents(count)
  const sides = await products()
  await stopProducts()
  const rows: string[][] = []
  const checks: Check[] = []
  for (const side of sides) {
    const { before, down, seconds, worst } = await restartUnder(context, side, count)
    const what = `p99 below ${SOUND_MS} ms again, since the restart began${side.suffix}`
    checks.push({ what, value: seconds, unit: 's', isLessBetter: true })
    rows.push([`server${side.suffix}`, before.toFixed(1), down.toFixed(1), worst.toFixed(0), seconds.toFixed(1)])
  }
  return {
    name: 'HERD',
    title: `restart under ${count} agents that poll every ${EVERY_SECONDS} s`,
    measured: [],
    checks,
    table: {
      head: ['', 'p99 before, ms', 'refused for, s', 'worst p99 since, ms', `p99 < ${SOUND_MS} ms after, s`],
      rows,
    },
    notes: [
      `signed heartbeats, ${Math.round(count / EVERY_SECONDS)} a second, from ${ADDRESSES} addresses, each over a new connection; who is refused asks again in a second`,
      'p99 of the polls that were sent within a second; before: of agents that had not called either',
    ],
  }
}

async function restartUnder({ load, cores }: BenchContext, { root, suffix, dataDir }: Product, count: number) {
  const port = await freePort()
  const start = () => startProduct({ root, suffix }, dataDir, cores, { PORT: String(port) })
  const perSecond = count / EVERY_SECONDS
  let server = await start()
  try {
    await load.prepare('herd', {
      ...{ kind: 'signed', host: `127.0.0.1:${port}`, method: 'GET', path: `${PATH}?since=${Date.now()}` },
      ...{ payload: 'none', agents: count, order: 'each' },
      count: Math.round(perSecond * (BEFORE_SECONDS + AFTER_SECONDS)),
    })
    const driving = load.drive('herd', { port, perSecond, addresses: ADDRESSES })
    await pause(BEFORE_SECONDS * 1_000)
    await server.stop()
    server = await start()
    return figuresOf(await driving)
  } finally {
    await server.stop()
  }
}

/** In seconds and ms; the restart starts after `BEFORE_SECONDS` of polls. */
export function figuresOf(polls: readonly Poll[]) {
  const from = BEFORE_SECONDS * 1_000
  const between = (start: number, end: number) => polls.filter(({ at }) => at >= start && at < end)
  const since = between(from, Number.POSITIVE_INFINITY)
  const lastRefused = Math.max(from, ...since.filter(({ ms }) => ms === null).map(({ at }) => at))
  const p99s = Array.from({ length: AFTER_SECONDS }, (_, n) => p99Of(between(from + n * 1_000, from + (n + 1) * 1_000)))
  const lastBad = p99s.findLastIndex(ms => !(ms < SOUND_MS))
  return {
    before: p99Of(between(SETTLED_SECONDS * 1_000, from)),
    down: (lastRefused - from) / 1_000,
    worst: p99Of(between(lastRefused + 1, lastRefused + 1_000)),
    seconds: lastBad + 1 < p99s.length ? lastBad + 1 : Number.NaN,
  }
}

/** A poll that was never served counts as infinite. */
function p99Of(polls: readonly Poll[]): number {
  const times = polls.map(({ ms }) => ms ?? Number.POSITIVE_INFINITY).toSorted((a, b) => a - b)
  return times[Math.min(times.length - 1, Math.floor(times.length * 0.99))] ?? Number.NaN
}
