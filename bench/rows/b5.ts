import { setTimeout as pause } from 'node:timers/promises'
import type { BenchContext } from '../bench-context.ts'
import { residentMb } from '../cpu.ts'
import { openStreams } from '../load/streams.ts'
import { pushSessions, tokensOf } from '../mcp.ts'
import type { Outcome } from '../outcome.ts'

const SESSIONS_OF_AGENT = 10
const SETTLE_MS = 3_000

/** The cost of an idle session: memory of the server process, and the time until all are connected. */
export async function b5(context: BenchContext): Promise<Outcome> {
  const { isQuick, keys, agents, products, reference } = context
  const count = isQuick ? 1_000 : 10_000
  await agents(count / SESSIONS_OF_AGENT)
  const bare = await reference('notified')
  const requested = Array.from({ length: count }, (_, n) => `GET /${n} HTTP/1.1\r\nHost: bench\r\n\r\n`)
  const sse = await measure(bare, requested)
  const rows = [['bare SSE', ...shown(sse), '']]
  const found: Connected[] = []
  for (const { baseUrl, port, pid, suffix } of await products()) {
    const tokens = await tokensOf(baseUrl, keys, { from: 0, count: count / SESSIONS_OF_AGENT }, 'notifications:read')
    const startedAt = performance.now()
    const source = { url: `${baseUrl}/mcp`, token: async (n: number) => tokens[n % tokens.length] }
    const requests = await pushSessions(source, count)
    const openedMs = performance.now() - startedAt
    const one = await measure({ port, pid }, requests)
    rows.push([`MCP push sessions${suffix}`, ...shown(one), (openedMs / 1000).toFixed(1)])
    found.push(one)
  }
  const [now] = found
  const isLessBetter = true
  return {
    name: 'B5',
    title: `${count} idle MCP sessions with push, ${SESSIONS_OF_AGENT} of each agent`,
    measured: [],
    checks: [
      { what: 'memory of a session', value: now!.kb, unit: 'KB', isLessBetter, must: 20, aim: 16 },
      { what: 'all streams are open', value: now!.seconds, unit: 's', isLessBetter, must: 20, aim: 5 },
    ],
    table: { head: ['', 'KB each', 'streams open, s', 'sessions begun before, s'], rows },
    notes: [
      'resident memory of the process, with all streams open and before: one reading, which garbage shifts',
      'sessions are begun by two calls each, 16 at once, streams opened 256 at once, by one process that shares the cores',
    ],
  }
}

interface Connected {
  kb: number
  seconds: number
}

const shown = ({ kb, seconds }: Connected) => [kb.toFixed(1), seconds.toFixed(1)]

async function measure({ port, pid }: { port: number; pid: number }, requests: readonly string[]): Promise<Connected> {
  await pause(SETTLE_MS)
  const before = residentMb(pid)
  const startedAt = performance.now()
  const streams = await openStreams(port, requests)
  const seconds = (performance.now() - startedAt) / 1000
  await pause(SETTLE_MS)
  const kb = ((residentMb(pid) - before) * 1024) / requests.length
  streams.close()
  return { kb, seconds }
}
