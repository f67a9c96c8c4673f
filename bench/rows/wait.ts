import { setTimeout as pause } from 'node:timers/promises'
import type { BenchContext } from '../bench-context.ts'
import { callerWith } from '../caller.ts'
import { residentMb } from '../cpu.ts'
import { handleOf } from '../keys.ts'
import { tokensOf } from '../mcp.ts'
import type { Outcome } from '../outcome.ts'
import { analyze } from '../seed.ts'

const AGENTS = 334
/** Below the limit of an agent. */
const EACH = 15
const WAITS = AGENTS * EACH
const SECONDS = 50
const LOOK_EVERY_MS = 250
/** The number of new connections that a server accepts at a time. */
const AT_ONCE = 50
/** The seconds within which all calls must start, since the first may end then. */
const BEGUN_WITHIN = 35

/** The memory of calls that wait for a reply which does not come. */
export async function wait({ agents, product, keys }: BenchContext): Promise<Outcome> {
  await agents(AGENTS + 1)
  const { port, pid, database } = await product()
  await analyze(database)
  const baseUrl = `http://127.0.0.1:${port}`
  const tokens = await tokensOf(baseUrl, keys, { from: 0, count: AGENTS }, 'dm:write')
  const callers = tokens.map(token => callerWith(baseUrl, token))
  const send = (n: number, wait_seconds: number) =>
    callers[n]!('POST', `/dm/${handleOf(n + 1)}`, { content: 'Are you there?', wait_seconds })
  // Creates the conversations and connections.
  for (const n of callers.keys()) await send(n, 0)
  const before = residentMb(pid)
  let ended = 0
  const pending: Promise<void>[] = []
  for (let n = 0; n < WAITS; n++) {
    if (n % AT_ONCE === 0) await pause(LOOK_EVERY_MS)
    pending.push(send(n % AGENTS, SECONDS).then(() => void ended++))
  }
  const all = Promise.all(pending)
  let most = 0
  let waiting = WAITS
  for (const until = performance.now() + (SECONDS - BEGUN_WITHIN) * 1_000; performance.now() < until; ) {
    await pause(LOOK_EVERY_MS)
    most = Math.max(most, residentMb(pid) - before)
    waiting = WAITS - ended
  }
  await all
  return {
    name: 'WAIT',
    title: `POST /dm/{handle} with wait_seconds ${SECONDS}; ${WAITS} calls of ${AGENTS} agents at once, none answered`,
    measured: [],
    checks: [
      { what: 'calls that wait', value: waiting / WAITS, unit: '%', must: 1 },
      { what: 'memory of the server, more than before', value: most, unit: 'MB', isLessBetter: true, must: 100 },
    ],
    notes: ['each call has a connection of its own, whose buffers count too'],
  }
}
