import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Data } from '../../clients/http.ts'
import {
  answerOf,
  initializeMessage,
  messagesOf,
  modernMessage,
  modernVersion,
  openSession,
  post,
  request,
  requestModern,
} from '../../clients/mcp-wire.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import type { World } from '../../world.ts'

const clausesOfHeaders = clausesBy({
  'MCP-Protocol-Version': ['MCP-65'],
  'Mcp-Method': ['MCP-65'],
  'Mcp-Name': ['MCP-65'],
  '* in _meta': ['MCP-59'],
})

const inbox = 'agent://me/inbox'
const version = 'io.modelcontextprotocol/protocolVersion'
const capabilities = 'io.modelcontextprotocol/clientCapabilities'

export const mcpEras = defineScenario('MCP: revisions and messages', async context => {
  await checkEndpoint(context)
  await checkEras(context)
  await checkLegacyMethods(context)
  await checkModernMethods(context)
  await checkModernHeaders(context)
  await checkJson(context)
  await checkBatches(context)
})

const tokenOf = async (world: World) => world.token(await world.agent('eve'))

async function checkEndpoint({ check, world }: ScenarioContext): Promise<void> {
  const token = await tokenOf(world)
  await check('a body with a type other than JSON is a 415', ['MCP-15'], async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const reply = await post(world.http, token, initializeMessage('2025-11-25'), { 'content-type': type })
      requireProblem(reply, 'unsupported-media-type')
    }
    const typed = { 'content-type': 'application/json; charset=utf-8' }
    requireStatus(await post(world.http, token, initializeMessage('2025-11-25'), typed), 200)
  })
  await check('other methods than POST, GET and DELETE are a 405', ['MCP-17'], async () => {
    for (const method of ['PUT', 'PATCH']) {
      const headers = { authorization: `Bearer ${token}` }
      requireStatus(await world.http.send({ method, path: '/mcp', headers, body: '{}' }), 405)
    }
  })
}

async function checkEras({ check, world }: ScenarioContext): Promise<void> {
  const token = await tokenOf(world)
  const session = await openSession(world.http, token)
  const { message, headers } = modernMessage('tools/list')
  const isModern = (result: Data | undefined) => result?.resultType === 'complete'
  await check('a version in _meta makes a request sessionless, even in a session', ['MCP-20', 'MCP-52', 'MCP-53'], async () => {
    const reply = requireStatus(await post(world.http, token, message, headers), 200)
    ok(isModern(answerOf(reply).result), reply.describe())
    const within = await post(world.http, token, message, { ...session.headers, ...headers })
    ok(isModern(answerOf(within).result), within.describe())
    equal(within.headers['mcp-session-id'], undefined)
  })
  await check('the header alone does so too, except for initialize', ['MCP-21', 'MCP-31'], async () => {
    const bare = { jsonrpc: '2.0', id: 6, method: 'tools/list', params: {} }
    const reply = requireStatus(await post(world.http, token, bare, headers), 400)
    equal(answerOf(reply).error?.code, -32602)
    const header = { 'MCP-Protocol-Version': modernVersion }
    const opened = requireStatus(await post(world.http, token, initializeMessage(modernVersion), header), 200)
    equal(answerOf(opened).result?.protocolVersion, '2025-11-25')
    ok(opened.headers['mcp-session-id'])
  })
  await check('any other request belongs to a session', ['MCP-22', 'MCP-34'], async () => {
    const reply = requireStatus(await request(session, 'tools/list'), 200)
    ok(answerOf(reply).result?.tools && !isModern(answerOf(reply).result), reply.describe())
    const bare = { jsonrpc: '2.0', id: 6, method: 'tools/list', params: {} }
    requireStatus(await post(world.http, token, bare), 400)
    const old = { 'MCP-Protocol-Version': '2025-06-18', 'Mcp-Method': 'tools/list' }
    requireStatus(await post(world.http, token, bare, old), 400)
  })
}

async function checkLegacyMethods({ check, world }: ScenarioContext): Promise<void> {
  const session = await openSession(world.http, await tokenOf(world), '2025-11-25', true)
  const rows: [string, Data, string | undefined][] = [
    ['ping', {}, undefined],
    ['tools/list', {}, 'tools'],
    ['tools/call', { name: 'check_notifications', arguments: {} }, 'structuredContent'],
    ['resources/list', {}, 'resources'],
    ['resources/templates/list', {}, 'resourceTemplates'],
    ['resources/read', { uri: inbox }, 'contents'],
    ['resources/subscribe', { uri: inbox }, undefined],
    ['resources/unsubscribe', { uri: inbox }, undefined],
    ['logging/setLevel', { level: 'info' }, undefined],
  ]
  for (const [method, params, member] of rows) {
    await check(`${method} is served in a session`, ['MCP-40'], async () => {
      const reply = requireStatus(await request(session, method, params), 200)
      const { result } = answerOf(reply)
      ok(result && (member === undefined || member in result), reply.describe())
    })
  }
}

async function checkModernMethods({ check, world }: ScenarioContext): Promise<void> {
  const token = await tokenOf(world)
  const rows: [string, Data, string][] = [
    ['tools/list', {}, 'tools'],
    ['tools/call', { name: 'check_notifications', arguments: {} }, 'structuredContent'],
    ['resources/list', {}, 'resources'],
    ['resources/templates/list', {}, 'resourceTemplates'],
    ['resources/read', { uri: inbox }, 'contents'],
    ['server/discover', {}, 'supportedVersions'],
  ]
  for (const [method, params, member] of rows) {
    await check(`${method} is served without a session`, ['MCP-52', 'MCP-53', 'MCP-61'], async () => {
      const reply = requireStatus(await requestModern(world.http, token, method, params), 200)
      ok(member in (answerOf(reply).result ?? {}), reply.describe())
      equal(answerOf(reply).result?.resultType, 'complete')
      equal(reply.headers['mcp-session-id'], undefined)
    })
  }
  await check('server/discover returns the instructions of initialize', ['MCP-44', 'MCP-64'], async () => {
    const { result } = answerOf(await requestModern(world.http, token, 'server/discover'))
    const { opening } = await openSession(world.http, token)
    ok(String(result?.instructions).length > 0)
    equal(result?.instructions, opening.result?.instructions)
  })
}

async function checkModernHeaders({ check, world }: ScenarioContext): Promise<void> {
  const token = await tokenOf(world)
  const send = (method: string, params: Data, change: (headers: Record<string, string>) => void) => {
    const { message, headers } = modernMessage(method, params)
    change(headers)
    return post(world.http, token, message, headers)
  }
  const call = { name: 'check_notifications', arguments: {} }
  for (const name of ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name']) {
    await check(`without ${name} a request is a 400`, clausesOfHeaders(name), async () => {
      const reply = requireStatus(await send('tools/call', call, headers => void delete headers[name]), 400)
      equal(answerOf(reply).error?.code, -32020)
    })
  }
  await check('a resource is read under its own name', ['MCP-66'], async () => {
    const renamed = await send('resources/read', { uri: inbox }, headers => {
      headers['Mcp-Name'] = 'agent://me/other'
    })
    equal(answerOf(requireStatus(renamed, 400)).error?.code, -32020)
    requireStatus(await send('resources/read', { uri: inbox }, () => {}), 200)
  })
  for (const member of [version, capabilities]) {
    await check(`without ${member} in _meta a request is a 400`, ['MCP-59'], async () => {
      const { message, headers } = modernMessage('tools/list')
      const { _meta } = message.params as { _meta: Data }
      const { [member]: _, ...rest } = _meta
      const reply = await post(world.http, token, { ...message, params: { _meta: rest } }, headers)
      equal(answerOf(requireStatus(reply, 400)).error?.code, -32602)
    })
  }
}

async function checkJson({ check, world }: ScenarioContext): Promise<void> {
  const token = await tokenOf(world)
  const { headers } = await openSession(world.http, token)
  const deep = (levels: number) => {
    const value = `${'['.repeat(levels)}${']'.repeat(levels)}`
    return post(world.http, token, `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"x":${value}}}}`, headers)
  }
  await check('a repeated member is rejected, wherever it is', ['MCP-76'], async () => {
    for (const text of [
      '{"jsonrpc":"2.0","id":1,"method":"ping","id":2}',
      '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"a":1,"a":2}}}',
    ]) {
      const reply = await post(world.http, token, text, headers)
      ok(answerOf(reply).error && !answerOf(reply).result, reply.describe())
    }
  })
  await check('a message of more than 64 levels is an invalid request', ['MCP-77'], async () => {
    ok(answerOf(requireStatus(await deep(60), 200)).result)
    equal(answerOf(await deep(64)).error?.code, -32600)
  })
}

async function checkBatches({ check, world }: ScenarioContext): Promise<void> {
  const [eve, author] = [await world.agent('eve'), await world.agent('ann')]
  const token = await world.token(eve)
  const { headers } = await openSession(world.http, token, '2025-03-26')
  await check('an empty array is an invalid request', ['MCP-84'], async () => {
    equal(answerOf(await post(world.http, token, [], headers)).error?.code, -32600)
  })
  await check('the messages of an array are executed one after the other', ['MCP-83'], async () => {
    const content = world.text('in turn')
    const { id: post_id } = requireStatus(await world.call(author, 'POST', '/posts', { content }), 201).data
    const kinds = ['like', 'disagree', 'like', undefined, 'disagree', 'like', undefined, 'disagree']
    const messages = kinds.map((reaction_type, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params:
        reaction_type === undefined
          ? { name: 'unreact_from_post', arguments: { post_id } }
          : { name: 'react_to_post', arguments: { post_id, reaction_type } },
    }))
    const answers = messagesOf(requireStatus(await post(world.http, token, messages, headers), 200))
    const counts = answers
      .toSorted((one, two) => Number(one.id) - Number(two.id))
      .map(({ result }) => (result?.structuredContent ?? {}) as Data)
      .map(({ your_reaction, like_count, disagree_count }) => [your_reaction, like_count, disagree_count])
    deepEqual(
      counts,
      kinds.map(kind => [kind ?? null, kind === 'like' ? 1 : 0, kind === 'disagree' ? 1 : 0]),
    )
  })
}
