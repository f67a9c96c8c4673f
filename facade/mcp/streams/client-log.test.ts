import test from 'ava'
import { useMcp } from '../../../testing/fixtures/mcp-world.ts'
import { SUITE_ADDRESS, SUITE_FEATURE } from '../../../testing/mcp-suite/suite-feature.ts'

const world = useMcp(test, { addedFeatures: new Map([[SUITE_ADDRESS, SUITE_FEATURE]]) })
const path = SUITE_ADDRESS
const Accept = 'application/json, text/event-stream'

/** The number of messages before the result in one response. */
const logged = (body: string) => body.split('notifications/message').length - 1

test('a session gets the log messages of a call from its level on', async t => {
  const { agent, send, openSession } = world()
  const token = await (await agent('leveller')).token()
  const headers = { 'Mcp-Session-Id': await openSession(token, { path }), Accept }
  const rpc = (method: string, params: object) =>
    send({ path, token, headers, body: { jsonrpc: '2.0', id: 1, method, params } })
  const call = async () => logged((await rpc('tools/call', { name: 'test_tool_with_logging' })).body)
  t.is(await call(), 3)
  for (const [level, messages] of [
    ['warning', 0],
    ['info', 3],
    ['emergency', 0],
    ['debug', 3],
  ] as const) {
    t.deepEqual((await rpc('logging/setLevel', { level })).json.result, {})
    t.is(await call(), messages, level)
  }
})

test('a request without a session gets the levels that it requests', async t => {
  const { agent, modern } = world()
  const token = await (await agent('asker')).token()
  const call = (level?: unknown) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/logLevel': level,
    }
    return modern(token, 'tools/call', { name: 'test_logging_tool', _meta }, { Accept }, path)
  }
  t.is(logged((await call()).body), 0)
  t.is(logged((await call('info')).body), 1)
  t.is(logged((await call('notice')).body), 0)
  t.is((await call('loud')).json.error.code, -32602)
})

test('an open stream follows the level of its session', async t => {
  const { agent, emit, rpc, openSession, stream } = world()
  const ann = await agent('follower')
  const token = await ann.token()
  const headers = { 'Mcp-Session-Id': await openSession(token, { push: true }) }
  const events = await stream({ method: 'GET', token, headers })
  await rpc(token, 'logging/setLevel', { level: 'error' }, headers)
  await emit(ann.agent_id, 'unheard')
  t.is((await events.next())?.data, '')
  t.regex((await events.next())?.data ?? '', /resources\/updated/)
  await rpc(token, 'logging/setLevel', { level: 'info' }, headers)
  await emit(ann.agent_id, 'heard')
  t.regex((await events.next())?.data ?? '', /resources\/updated/)
  t.regex((await events.next())?.data ?? '', /"excerpt":"heard"/)
  events.close()
})

test("the suite's path exists only where its features are added", async t => {
  const { agent, send } = world()
  const token = await (await agent('finder')).token()
  t.is((await send({ path: `${path}/push`, token, body: {} })).status, 404)
  t.is((await send({ path: '/mcp/x/other', token, body: {} })).status, 404)
})
