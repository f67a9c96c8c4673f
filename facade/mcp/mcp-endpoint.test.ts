import test from 'ava'
import { useMcp } from '../../testing/fixtures/mcp-world.ts'

const world = useMcp(test)
const UNKNOWN = 'A'.repeat(43)

const session = (id: string, version = '2025-11-25') => ({ 'Mcp-Session-Id': id, 'MCP-Protocol-Version': version })

test('every request needs a bearer token; the 401 links to the metadata and has no code', async t => {
  const { send, agent } = world()
  for (const method of ['POST', 'GET', 'DELETE', 'PUT']) {
    const { status, headers, json } = await send({ method })
    t.is(status, 401)
    t.is(
      headers['www-authenticate'],
      'Bearer resource_metadata="https://colloquy.test/.well-known/oauth-protected-resource/mcp", scope="feed:read post:write social:write profile:write space:read dm:read dm:write notifications:read service:read service:invoke"',
    )
    t.is(headers['content-type'], 'application/problem+json; charset=utf-8')
    t.like(json, { type: 'https://colloquy.test/errors/invalid-token', status: 401, instance: '/mcp' })
    t.false('code' in json)
  }
  const token = await (await agent('bearer')).token()
  for (const Authorization of [`Bearer ${UNKNOWN}`, 'Bearer x', `Basic ${token}`, token]) {
    const { status, headers } = await send({ headers: { Authorization }, body: {} })
    t.is(status, 401)
    t.regex(String(headers['www-authenticate']), /error="invalid_token"$/)
  }
})

test('initialize opens a session of the requested version, or of the newest with sessions', async t => {
  const { agent, rpc } = world()
  const token = await (await agent('opener')).token()
  for (const [asked, given] of [
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2026-07-28', '2025-11-25'],
    ['2024-11-05', '2025-11-25'],
  ]) {
    const { status, headers, json } = await rpc(token, 'initialize', { protocolVersion: asked, capabilities: {} })
    t.is(status, 200)
    t.regex(String(headers['mcp-session-id']), /^[\x21-\x7e]{48}$/)
    t.is(json.result.protocolVersion, given)
    t.deepEqual(json.result.capabilities, {
      ...{ tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} },
    })
    t.like(json.result.serverInfo, { title: 'Colloquy', version: '1.2.3' })
    t.is(json.result.serverInfo.icons[0].src, 'https://colloquy.test/assets/mark.svg')
  }
})

test('a request outside a session is 400, one in an unknown or foreign session 404', async t => {
  const { agent, rpc, openSession } = world()
  const [token, foreign] = await Promise.all(['insider', 'outsider'].map(async name => (await agent(name)).token()))
  const id = await openSession(token!)
  t.is((await rpc(token!, 'ping')).status, 400)
  t.deepEqual((await rpc(token!, 'ping', {}, session(id))).json, { jsonrpc: '2.0', id: 1, result: {} })
  for (const [holder, given] of [
    [foreign, id],
    [token, 'x'],
    [token, 'A'.repeat(40)],
  ]) {
    const { status, json } = await rpc(holder!, 'ping', {}, session(given!))
    t.is(status, 404)
    t.is(json.id, 1)
    t.is(json.error.code, -32001)
  }
})

test('DELETE ends a session for every kind of request', async t => {
  const { agent, rpc, send, openSession } = world()
  const token = await (await agent('ender')).token()
  const headers = session(await openSession(token, { push: true }))
  t.is((await send({ method: 'DELETE', token, headers })).status, 204)
  t.is((await rpc(token, 'tools/list', {}, headers)).status, 404)
  t.is((await rpc(token, 'tools/call', { name: 'check_notifications' }, headers)).status, 404)
  t.is((await send({ token, headers, body: { jsonrpc: '2.0', method: 'notifications/initialized' } })).status, 404)
  t.is((await send({ method: 'GET', token, headers })).status, 404)
  t.is((await send({ method: 'DELETE', token, headers })).status, 404)
  t.is((await send({ method: 'DELETE', token })).status, 400)
})

test('notifications and responses are accepted without a response', async t => {
  const { agent, send, openSession } = world()
  const token = await (await agent('notifier')).token()
  const headers = session(await openSession(token))
  for (const message of [{ method: 'notifications/initialized' }, { method: 'what/ever' }, { id: 1, result: {} }]) {
    const { status, body } = await send({ token, headers, body: { jsonrpc: '2.0', ...message } })
    t.is(status, 202)
    t.is(body, '')
  }
})

test('an invalid message is a JSON-RPC error with 400', async t => {
  const { agent, send } = world()
  const token = await (await agent('garbler')).token()
  for (const [body, code] of [
    ['{', -32700],
    ['', -32700],
    ['"x"', -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
    ['[]', -32600],
  ] as const) {
    const { status, json } = await send({ token, body })
    t.is(status, 400, body)
    t.is(json.error.code, code, body)
  }
  t.is((await send({ token, body: 'x', headers: { 'Content-Type': 'text/plain' } })).status, 415)
})

test('an unknown method, tool, resource or cursor is a JSON-RPC error', async t => {
  const { agent, rpc, openSession } = world()
  const token = await (await agent('seeker')).token()
  const headers = session(await openSession(token))
  for (const [method, params, code] of [
    ['nothing/here', {}, -32601],
    ['server/discover', {}, -32601],
    ['prompts/get', { name: 'no_such_prompt' }, -32602],
    ['tools/call', { name: 'no_such_tool' }, -32602],
    ['tools/call', {}, -32602],
    ['tools/list', { cursor: 'x' }, -32602],
    ['resources/read', { uri: 'agent://me/outbox' }, -32002],
    ['resources/subscribe', { uri: 'agent://me/outbox' }, -32002],
    ['resources/read', {}, -32602],
    ['resources/subscribe', { uri: 'agent://me/inbox' }, -32600],
    ['logging/setLevel', { level: 'loud' }, -32602],
  ] as const) {
    const { status, json } = await rpc(token, method, params, headers)
    t.is(status, 200, method)
    t.is(json.error.code, code, method)
  }
  t.deepEqual((await rpc(token, 'logging/setLevel', { level: 'error' }, headers)).json.result, {})
})

test('an unsupported version header is 400', async t => {
  const { agent, rpc, openSession } = world()
  const token = await (await agent('futurist')).token()
  const { status, json } = await rpc(token, 'ping', {}, session(await openSession(token), '2099-01-01'))
  t.is(status, 400)
  t.is(json.error.code, -32022)
})

test('batches are of 2025-03-26 only, of 1 to 10 messages', async t => {
  const { agent, send, openSession } = world()
  const token = await (await agent('batcher')).token()
  const old = { 'Mcp-Session-Id': await openSession(token, { version: '2025-03-26' }) }
  const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' })
  const note = { jsonrpc: '2.0', method: 'notifications/initialized' }
  const { status, json } = await send({
    token,
    headers: old,
    body: [ping(1), note, { id: 2 }, { ...ping(3), method: 'x' }],
  })
  t.is(status, 200)
  t.deepEqual(
    json.map(({ id, result, error }: { id: number; result: object; error: { code: number } }) => [
      id,
      result ?? error.code,
    ]),
    [
      [1, {}],
      [2, -32600],
      [3, -32601],
    ],
  )
  t.is((await send({ token, headers: old, body: [note, note] })).status, 202)
  t.is((await send({ token, headers: old, body: Array.from({ length: 10 }, (_, id) => ping(id)) })).json.length, 10)
  t.is((await send({ token, headers: old, body: Array.from({ length: 11 }, (_, id) => ping(id)) })).status, 400)
  t.is((await send({ token, headers: old, body: [] })).status, 400)
  t.is((await send({ token, headers: session(await openSession(token)), body: [ping(1)] })).status, 400)
})

test('an unknown host and a forbidden origin are refused before the token is checked', async t => {
  const { send } = world()
  t.is((await send({ headers: { Host: 'evil.example.com' } })).status, 421)
  const { status, json } = await send({ headers: { Origin: 'https://evil.example.com' } })
  t.is(status, 403)
  t.is(json.type, 'https://colloquy.test/errors/origin-refused')
  t.is((await send({ headers: { Origin: 'https://app.test' } })).status, 401)
})

test('an expired or revoked token, or one without its agent, is refused for every method', async t => {
  const { agent, rpc, openSession, runtime, advance } = world()
  const ann = await agent('suspendee')
  const [token, short] = [await ann.token(), await ann.token(undefined, 1_000)]
  const headers = session(await openSession(token))
  t.is((await rpc(short, 'initialize', { protocolVersion: '2025-11-25' })).status, 200)
  advance(1_000)
  t.is((await rpc(short, 'initialize', { protocolVersion: '2025-11-25' })).status, 401)
  await runtime.db.script(`update agent_status set status = 4 where agent_id = '${ann.agent_id}'`)
  for (const [method, params] of [
    ['ping', {}],
    ['tools/list', {}],
    ['tools/call', { name: 'check_notifications' }],
    ['tools/call', { name: 'no_such_tool' }],
    ['nothing/here', {}],
  ] as const) {
    const { status, json } = await rpc(token, method, params, headers)
    t.is(status, 401, method)
    t.false('code' in json)
  }
  await runtime.db.script(`update agent_status set status = 1 where agent_id = '${ann.agent_id}'`)
  t.is((await rpc(token, 'ping', {}, headers)).status, 200)
  await runtime.db.script(`update agent_status set key_version = 2 where agent_id = '${ann.agent_id}'`)
  t.is((await rpc(token, 'ping', {}, headers)).status, 401)
})

test('2026-07-28 needs no session: server/discover, tools, resources, each with resultType and serverInfo', async t => {
  const { agent, modern } = world()
  const token = await (await agent('modern')).token()
  const discovered = await modern(token, 'server/discover')
  t.is(discovered.status, 200)
  t.like(discovered.json.result, {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {}, resources: { subscribe: true } },
  })
  for (const method of ['tools/list', 'resources/list', 'resources/templates/list']) {
    const { result } = (await modern(token, method)).json
    t.like(result, { resultType: 'complete', ttlMs: 300_000, cacheScope: 'private' })
    t.is(result._meta['io.modelcontextprotocol/serverInfo'].name, 'colloquy')
  }
  const read = await modern(token, 'resources/read', { uri: 'agent://me/inbox' })
  t.like(read.json.result, { ttlMs: 0, cacheScope: 'private' })
  const called = await modern(token, 'tools/call', { name: 'check_notifications' })
  t.like(called.json.result, { resultType: 'complete', structuredContent: { total_unread: 0 } })
})

test('2026-07-28 returns 404 for methods of sessions and unknown ones', async t => {
  const { agent, modern } = world()
  const token = await (await agent('postmodern')).token()
  for (const method of ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'x/y']) {
    const { status, json } = await modern(token, method)
    t.is(status, 404, method)
    t.is(json.error.code, -32601)
    t.is(json.id, 1)
  }
})

test('a batch is limited to the bytes of one response: a call beyond them is not run, and says so', async t => {
  const { agent, openSession, send } = world()
  const token = await (await agent('bulky')).token()
  const headers = { 'Mcp-Session-Id': await openSession(token, { version: '2025-03-26' }) }
  const call = (id: number, name: string, args: object) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args },
  })
  // Control characters take six bytes in JSON, and seven more in the text content.
  const long = await send({ token, headers, body: call(0, 'post_message', { content: '\u0001'.repeat(25_000) }) })
  const { id: post_id } = long.json.result.structuredContent
  const calls = Array.from({ length: 10 }, (_, id) =>
    id < 7 ? call(id, 'get_post', { post_id }) : call(id, 'post_message', { content: `short ${id}` }),
  )
  const { body, json } = await send({ token, headers, body: calls })
  t.true(body.length < 3_000_000, `${body.length} bytes`)
  const refusals = json.map(({ result }: { result: { isError?: true; structuredContent: { error?: object } } }) =>
    result.isError ? result.structuredContent.error : undefined,
  )
  t.deepEqual(refusals.slice(0, 7), Array(7).fill(undefined))
  t.like(refusals.at(-1), { type: 'https://colloquy.test/errors/payload-too-large', status: 413 })
  const own = await send({ token, headers, body: call(11, 'list_own_posts', {}) })
  t.is(own.json.result.structuredContent.posts.length, 1, 'what was refused was not done')
})
