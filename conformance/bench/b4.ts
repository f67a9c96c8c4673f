import { mcpSessions, type SessionSource, tokenFor } from './mcp.ts'
import type { Outcome } from './outcome.ts'
import { alternate, type Contender, ratio } from './rounds.ts'
import type { Stage } from './stage.ts'

const SESSIONS = 1_000

export async function b4({ load, isQuick, rounds, keys, agents, product, reference }: Stage): Promise<Outcome> {
  await agents(SESSIONS)
  const server = await product()
  const bare = await reference('mcp-echo')
  const requests = isQuick ? 5_000 : 10_000
  const common = { isRepeatable: true, requests, inFlight: 16 }
  const echo: SessionSource = { url: `http://127.0.0.1:${bare.port}/mcp`, token: async () => undefined }
  const own: SessionSource = { url: `${server.baseUrl}/mcp`, token: n => tokenFor(server.baseUrl, keys, n) }
  const contenders: Contender[] = [
    {
      ...common,
      label: 'SDK 1.32, echo',
      pid: bare.pid,
      port: bare.port,
      plan: await mcpSessions(echo, SESSIONS, 'echo'),
    },
    {
      ...{ ...common, label: 'check_notifications', pid: server.pid, port: server.port, postmaster: server.postmaster },
      plan: await mcpSessions(own, SESSIONS, 'check_notifications'),
    },
  ]
  const [sdk, cheap] = await alternate(load, contenders, { rounds })
  return {
    name: 'B4',
    title: `MCP tools/call; ${SESSIONS} sessions, 16 in flight`,
    measured: [sdk!, cheap!],
    checks: [{ what: 'cheap call, of the SDK', value: ratio(cheap!, sdk!), unit: '%', must: 0.9, aim: 3 }],
    notes: ["revision 2025-11-25; the reference is the SDK's low-level Server, which answers as an event stream"],
  }
}
