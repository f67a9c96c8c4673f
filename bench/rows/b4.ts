import type { BenchContext } from '../bench-context.ts'
import { judgeComparison, ofEach, ofNow } from '../builds/compare-builds.ts'
import { mcpSessions, type SessionSource, tokenFor } from '../mcp.ts'
import type { Outcome } from '../outcome.ts'
import type { Product } from '../product.ts'
import { alternate, ratio } from '../rounds.ts'

const SESSIONS = 1_000

export async function b4({ load, isQuick, rounds, keys, agents, products, reference }: BenchContext): Promise<Outcome> {
  await agents(SESSIONS)
  const bare = await reference('mcp-echo')
  const requests = isQuick ? 5_000 : 10_000
  const common = { isRepeatable: true, requests, inFlight: 16 }
  const echo: SessionSource = { url: `http://127.0.0.1:${bare.port}/mcp`, token: async () => undefined }
  const echoes = await mcpSessions(echo, SESSIONS, 'echo')
  const openSessions = async (product: Product) => {
    const source = { url: `${product.baseUrl}/mcp`, token: (n: number) => tokenFor(product.baseUrl, keys, n) }
    return { ...product, plan: await mcpSessions(source, SESSIONS, 'check_notifications') }
  }
  const sides = await Promise.all((await products()).map(openSessions))
  const measured = await alternate(
    load,
    [
      { ...common, label: 'SDK 1.32, echo', pid: bare.pid, port: bare.port, plan: echoes },
      ...ofEach(sides, ({ pid, port, postmaster, plan }) => [
        { ...common, label: 'check_notifications', pid, port, postmaster, plan },
      ]),
    ],
    { rounds },
  )
  const [sdk, cheap] = ofNow(measured)
  return {
    name: 'B4',
    title: `MCP tools/call; ${SESSIONS} sessions, 16 in flight`,
    measured,
    checks: [
      { what: 'cheap call, of the SDK', value: ratio(cheap!, sdk!), unit: '%', must: 0.9, aim: 3 },
      ...judgeComparison(measured),
    ],
    notes: ["revision 2025-11-25; the reference is the SDK's low-level Server, which answers as an event stream"],
  }
}
