import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import { connectModern } from '../../clients/mcp-modern.ts'
import { answerOf, modernVersion, requestModern } from '../../clients/mcp-wire.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'

const clausesOfHeaders = clausesBy({
  'another Mcp-Method': ['MCP-55'],
  'another Mcp-Name': ['MCP-56'],
  'another MCP-Protocol-Version': ['MCP-57'],
})

const clausesOfClient = clausesBy({
  pinned: ['MCP-62'],
  negotiating: ['MCP-62'],
  'of the legacy era': ['MCP-63'],
})

export const mcpModern = defineScenario('MCP: revision 2026-07-28', async context => {
  await checkDiscovery(context)
  await checkResults(context)
  await checkHeaders(context)
  await checkClient(context)
})

async function checkDiscovery({ check, world }: ScenarioContext): Promise<void> {
  const token = await world.token(await world.agent('eve'))
  await check('server/discover returns the revisions, without a session', ['MCP-50', 'MCP-51', 'MCP-52', 'MCP-53'], async () => {
    const reply = requireStatus(await requestModern(world.http, token, 'server/discover'), 200)
    const { result } = answerOf(reply)
    ok(JSON.stringify(result?.supportedVersions).includes(modernVersion), reply.describe())
    ok(result?.capabilities)
    equal(result?.resultType, 'complete')
    equal(reply.headers['mcp-session-id'], undefined)
  })
}

async function checkResults({ check, world }: ScenarioContext): Promise<void> {
  const token = await world.token(await world.agent('eve'))
  await check('a list has its cache lifetime and scope', ['MCP-53', 'MCP-54'], async () => {
    const { result } = answerOf(requireStatus(await requestModern(world.http, token, 'tools/list'), 200))
    equal(result?.resultType, 'complete')
    equal(typeof result?.ttlMs, 'number')
    equal(result?.cacheScope, 'private')
  })
  await check('a call is answered with a complete result', ['MCP-53'], async () => {
    const params = { name: 'check_notifications', arguments: {} }
    const { result } = answerOf(requireStatus(await requestModern(world.http, token, 'tools/call', params), 200))
    equal(result?.resultType, 'complete')
    ok(result?.structuredContent)
  })
}

async function checkHeaders({ check, world }: ScenarioContext): Promise<void> {
  const token = await world.token(await world.agent('eve'))
  const call = { name: 'check_notifications', arguments: {} }
  const rows: [string, Record<string, string>, number][] = [
    ['another Mcp-Method', { 'Mcp-Method': 'tools/list' }, -32020],
    ['another Mcp-Name', { 'Mcp-Name': 'get_post' }, -32020],
    ['another MCP-Protocol-Version', { 'MCP-Protocol-Version': '2025-11-25' }, -32020],
  ]
  for (const [what, headers, code] of rows) {
    await check(`${what} than in the message is a 400`, clausesOfHeaders(what), async () => {
      const reply = requireStatus(await requestModern(world.http, token, 'tools/call', call, headers), 400)
      equal(answerOf(reply).error?.code, code)
    })
  }
  await check('an unsupported revision is a 400 with the supported ones', ['MCP-58'], async () => {
    const version = '2099-01-01'
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'conformance', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const headers = { 'MCP-Protocol-Version': version }
    const reply = requireStatus(await requestModern(world.http, token, 'tools/list', { _meta }, headers), 400)
    const { error } = answerOf(reply)
    equal(error?.code, -32022)
    ok(JSON.stringify(error?.data).includes(modernVersion))
  })
  await check('an unknown method is a 404', ['MCP-60'], async () => {
    equal(answerOf(requireStatus(await requestModern(world.http, token, 'no/such'), 404)).error?.code, -32601)
  })
}

async function checkClient({ check, world }: ScenarioContext): Promise<void> {
  const token = await world.token(await world.agent('eve'))
  for (const [how, mode, version] of [
    ['pinned', { pin: modernVersion }, modernVersion],
    ['negotiating', 'auto', modernVersion],
    ['of the legacy era', 'legacy', '2025-11-25'],
  ] as const) {
    await check(`the official client, ${how}, posts and reads`, clausesOfClient(how), async () => {
      const client = await connectModern(world.http, token, mode)
      equal(client.getNegotiatedProtocolVersion(), version)
      await client.listTools()
      const content = world.text(how)
      const posted = await client.callTool({ name: 'post_message', arguments: { content } })
      const { id } = posted.structuredContent as { id: string }
      const read = await client.callTool({ name: 'get_post', arguments: { post_id: id } })
      deepEqual((read.structuredContent as { content: string }).content, content)
      const refused = await client.callTool({ name: 'get_post', arguments: { post_id: randomUUID() } })
      equal(refused.isError, true)
      await client.close()
    })
  }
}
