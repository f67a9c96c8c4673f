import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import { connectLegacy } from '../../clients/mcp-legacy.ts'
import {
  answerOf,
  initializeMessage,
  legacyVersions,
  messagesOf,
  openSession,
  post,
  request,
  type Session,
} from '../../clients/mcp-wire.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'

const clausesOfVersions = clausesBy({
  'initialize with 2025-* returns *': ['MCP-30', 'MCP-32', 'MCP-33'],
  'initialize with 2026-07-28 returns 2025-11-25': ['MCP-31', 'MCP-32', 'MCP-33'],
  'initialize with 1999-01-01 returns 2025-11-25': ['MCP-31', 'MCP-32', 'MCP-33'],
})

const clausesOfMessages = clausesBy({
  'a body that is no JSON is the JSON-RPC error -32700': ['MCP-70'],
  'a message without a method is the JSON-RPC error -32600': ['MCP-71'],
  'another JSON-RPC version is the JSON-RPC error -32600': ['MCP-78'],
  'an unknown method is the JSON-RPC error -32601': ['MCP-72'],
  'an unknown tool is the JSON-RPC error -32602': ['MCP-73'],
})

const clausesOfBatches = clausesBy({
  'more than a hundred': ['MCP-82'],
  '2025-06-18': ['MCP-81'],
  '2025-11-25': ['MCP-81'],
})

export const mcpLegacy = defineScenario('MCP: revisions with sessions', async context => {
  await checkHandshake(context)
  await checkSdk(context)
  await checkSessions(context)
  await checkForeignSession(context)
  await checkMessages(context)
  await checkIds(context)
  await checkBatches(context)
})

async function checkHandshake({ check, world }: ScenarioContext): Promise<void> {
  const token = await world.token(await world.agent('eve'))
  const rows: [string, string][] = [
    ...legacyVersions.map(version => [version, version] as [string, string]),
    ['2026-07-28', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
  ]
  for (const [asked, given] of rows) {
    await check(`initialize with ${asked} returns ${given}`, clausesOfVersions, async () => {
      const reply = requireStatus(await post(world.http, token, initializeMessage(asked)), 200)
      const { result } = answerOf(reply)
      equal(result?.protocolVersion, given)
      ok(result?.serverInfo && result.capabilities, reply.describe())
      match(String(reply.headers['mcp-session-id']), /^[\x21-\x7e]+$/)
    })
  }
}

async function checkSdk({ check, world }: ScenarioContext): Promise<void> {
  const token = await world.token(await world.agent('eve'))
  await check('the official client connects, pings, lists and leaves', ['MCP-41'], async () => {
    const client = await connectLegacy(world.http, token)
    await client.ping()
    const { tools } = await client.listTools()
    ok(tools.length > 0)
    await client.close()
  })
}

async function checkSessions({ check, world }: ScenarioContext): Promise<void> {
  const token = await world.token(await world.agent('eve'))
  const session = await openSession(world.http, token)
  await check('a request without a session is a 400', ['MCP-34'], async () => {
    const message = { jsonrpc: '2.0', id: 9, method: 'tools/list', params: {} }
    requireStatus(await post(world.http, token, message, { 'MCP-Protocol-Version': '2025-11-25' }), 400)
  })
  await check('an unknown session is a 404', ['MCP-35'], async () => {
    const headers = { ...session.headers, 'Mcp-Session-Id': 'nobody' }
    requireStatus(await request({ ...session, headers }, 'ping'), 404)
  })
  await check('an unsupported protocol version in the header is a 400', ['MCP-37'], async () => {
    const headers = { ...session.headers, 'MCP-Protocol-Version': '1999-01-01' }
    requireStatus(await request({ ...session, headers }, 'ping'), 400)
  })
  await check('GET on a session without push is a 405', ['MCP-161'], async () => {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}`, ...session.headers }
    requireStatus(await world.http.send({ path: '/mcp', headers }), 405)
  })
  await check('a session ends with DELETE, and is then a 404', ['MCP-38', 'MCP-42'], async () => {
    requireStatus(await request(session, 'ping'), 200)
    const headers = { authorization: `Bearer ${token}`, ...session.headers }
    const { status } = await world.http.send({ method: 'DELETE', path: '/mcp', headers })
    ok([200, 202, 204].includes(status), String(status))
    requireStatus(await request(session, 'ping'), 404)
  })
}

async function checkForeignSession({ check, world }: ScenarioContext): Promise<void> {
  const session = await openSession(world.http, await world.token(await world.agent('eve')))
  await check('the session of another agent is a 404', ['MCP-36'], async () => {
    const stolen: Session = { ...session, token: await world.token(await world.agent('bob')) }
    requireStatus(await request(stolen, 'ping'), 404)
    requireStatus(await request(session, 'ping'), 200)
  })
}

async function checkMessages({ check, world }: ScenarioContext): Promise<void> {
  const session = await openSession(world.http, await world.token(await world.agent('eve')))
  const send = (message: unknown) => post(world.http, session.token, message, session.headers)
  const rows: [string, unknown, number][] = [
    ['a body that is no JSON', '{"jsonrpc":', -32700],
    ['a message without a method', { jsonrpc: '2.0', id: 4 }, -32600],
    ['another JSON-RPC version', { jsonrpc: '1.0', id: 4, method: 'ping' }, -32600],
    ['an unknown method', { jsonrpc: '2.0', id: 4, method: 'no/such' }, -32601],
    ['an unknown tool', { jsonrpc: '2.0', id: 4, method: 'tools/call', params: { name: 'no_such_tool' } }, -32602],
  ]
  for (const [what, message, code] of rows) {
    await check(`${what} is the JSON-RPC error ${code}`, clausesOfMessages, async () => {
      equal(answerOf(await send(message)).error?.code, code)
    })
  }
  await check('a notification is accepted without a body', ['MCP-74'], async () => {
    const reply = requireStatus(await send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: {} }), 202)
    equal(reply.bytes.length, 0)
  })
  await check('an answer has the id of its request, number or text', ['MCP-75'], async () => {
    for (const id of [0, 7, 'seven', '']) equal(answerOf(await send({ jsonrpc: '2.0', id, method: 'ping' })).id, id)
  })
}

async function checkIds({ check, world }: ScenarioContext): Promise<void> {
  const token = await world.token(await world.agent('eve'))
  const { headers } = await openSession(world.http, token, '2025-03-26')
  await check('an id is returned as it was written, also in a batch', ['MCP-79'], async () => {
    for (const id of ['9007199254740993', '-12345678901234567890', '1.0', '1e2', '0.10']) {
      const message = `{"params": {"id": 3}, "id": ${id}, "method": "ping", "jsonrpc": "2.0"}`
      for (const body of [message, `[${message}]`]) {
        const { text } = requireStatus(await post(world.http, token, body, headers), 200)
        ok(new RegExp(`"id": ?${id.replace('.', '\\.')}[,}]`).test(text), text)
      }
    }
  })
}

async function checkBatches({ check, world }: ScenarioContext): Promise<void> {
  const token = await world.token(await world.agent('eve'))
  const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' })
  const batch = async (version: string, count: number) => {
    const { headers } = await openSession(world.http, token, version)
    const messages = Array.from({ length: count }, (_, at) => ping(at))
    return post(world.http, token, messages, headers)
  }
  await check('a batch of 2025-03-26 is answered completely', ['MCP-80'], async () => {
    const answers = messagesOf(requireStatus(await batch('2025-03-26', 3), 200))
    deepEqual(answers.map(answer => answer.id).sort(), [0, 1, 2])
  })
  await check('a batch of more than a hundred is refused', ['MCP-82'], async () => {
    equal(answerOf(await batch('2025-03-26', 101)).error?.code, -32600)
  })
  for (const version of ['2025-06-18', '2025-11-25']) {
    await check(`a batch of ${version} is refused`, clausesOfBatches(version), async () => {
      equal(answerOf(requireStatus(await batch(version, 2), 400)).error?.code, -32600)
    })
  }
}
