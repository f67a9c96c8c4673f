import test from 'ava'
import { type McpWorld, type TestStream, useMcp } from '../../../testing/fixtures/mcp-world.ts'

const world = useMcp(test)

async function openPush(handle: string, { push = true, version = '2025-11-25', scopes = undefined as never } = {}) {
  const { agent, openSession, stream } = world()
  const { agent_id, token: issue } = await agent(handle)
  const token = await issue(scopes)
  const headers = { 'Mcp-Session-Id': await openSession(token, { push, version }) }
  const open = (more: Record<string, string> = {}) => stream({ method: 'GET', token, headers: { ...headers, ...more } })
  return { agent_id, token, headers, open }
}

/** The next pushed event, after the inbox update that accompanies it. */
async function nextEvent(stream: TestStream) {
  const updated = JSON.parse((await stream.next())?.data ?? '')
  const message = await stream.next()
  const { method, params } = JSON.parse(message?.data ?? '')
  return { updated: updated.params.uri, id: message?.id, method, excerpt: params.data.excerpt, seq: params.data.seq }
}

const event = (seq: number, excerpt: string) => ({
  updated: 'agent://me/inbox',
  id: String(seq),
  method: 'notifications/message',
  excerpt,
  seq,
})

test('a session opened with MCP-Push: true has a stream of the events from then on', async t => {
  const { emit, outbox } = world()
  const { agent_id, open } = await openPush('pushed')
  await emit(agent_id, 'before')
  await outbox.settle(agent_id)
  const stream = await open()
  t.is(stream.status, 200)
  t.is(stream.headers['content-type'], 'text/event-stream')
  t.is(stream.headers['cache-control'], 'no-cache, no-transform')
  t.is(stream.headers['x-accel-buffering'], 'no')
  t.like(await stream.next(), { id: '0', data: '' })
  t.deepEqual(await nextEvent(stream), event(1, 'before'))
  await emit(agent_id, 'one', 'two')
  t.deepEqual(await nextEvent(stream), event(2, 'one'))
  t.deepEqual(await nextEvent(stream), event(3, 'two'))
  stream.close()
})

test('a session opened at a path that ends with /push has a stream, without the header', async t => {
  const { agent, emit, send, stream } = world()
  const opening = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params: opening }
  for (const [n, path] of ['/mcp/push', '/mcp/x/daily/push', '/mcp/x/notifications/push'].entries()) {
    const { agent_id, token } = await agent(`url-alone-${n}`)
    const bearer = await token()
    const opened = await send({ path, token: bearer, body })
    const headers = { 'Mcp-Session-Id': String(opened.headers['mcp-session-id']) }
    const pushed = await stream({ method: 'GET', path, token: bearer, headers })
    t.is(pushed.status, 200, path)
    await pushed.next()
    await emit(agent_id, 'hello')
    t.deepEqual(await nextEvent(pushed), event(1, 'hello'))
    pushed.close()
  }
})

test('a session opened without it has none', async t => {
  const { open } = await openPush('unpushed', { push: false })
  const { status, headers } = await open()
  t.is(status, 405)
  t.is(headers.allow, 'POST, DELETE')
})

test('a token without notifications:read gets no events', async t => {
  const { open } = await openPush('deaf', { scopes: ['feed:read'] as never })
  const { status, headers } = await open()
  t.is(status, 403)
  t.regex(String(headers['www-authenticate']), /error="insufficient_scope"/)
})

test('a stream continues after Last-Event-ID, and at the end of the log for an unknown id', async t => {
  const { emit, outbox } = world()
  const { agent_id, open } = await openPush('resumer')
  await emit(agent_id, 'one', 'two', 'three')
  await outbox.settle(agent_id)
  const stream = await open({ 'Last-Event-ID': '1' })
  t.like(await stream.next(), { id: '1', data: '' })
  t.deepEqual(await nextEvent(stream), event(2, 'two'))
  t.deepEqual(await nextEvent(stream), event(3, 'three'))
  for (const [id, from] of [
    ['99', '3'],
    ['x', '3'],
    ['0', '0'],
  ] as const) {
    const other = await open({ 'Last-Event-ID': id })
    t.is((await other.next())?.id, from)
  }
})

test('a second stream of a session replaces the first', async t => {
  const { emit } = world()
  const { agent_id, open } = await openPush('twice')
  const first = await open()
  await first.next()
  const second = await open()
  await second.next()
  t.is(await first.next(), undefined)
  await emit(agent_id, 'one')
  t.deepEqual(await nextEvent(second), event(1, 'one'))
})

const closing = (reason: string) => ({ type: 'stream.closed', reason })

async function lastWords(stream: TestStream) {
  const last = JSON.parse((await stream.next())?.data ?? '')
  const after = await stream.next()
  return { data: last.params.data, after }
}

test('a stream whose token ended is closed with a last event', async t => {
  const { runtime } = world()
  const { agent_id, open } = await openPush('revoked')
  const stream = await open()
  await stream.next()
  const closed = lastWords(stream)
  await runtime.db.script(`update agent_status set status = 4 where agent_id = '${agent_id}'`)
  t.deepEqual(await closed, { data: closing('token_ended'), after: undefined })
})

test('DELETE closes the stream of the session', async t => {
  const { send } = world()
  const { token, headers, open } = await openPush('deleter')
  const stream = await open()
  await stream.next()
  t.is((await send({ method: 'DELETE', token, headers })).status, 204)
  t.deepEqual(await lastWords(stream), { data: closing('session_ended'), after: undefined })
})

const SUBSCRIBE = { notifications: { resourceSubscriptions: ['agent://me/inbox', 'x://y'], toolsListChanged: true } }

const listen = ({ stream }: McpWorld, token: string, params: object) =>
  stream({
    token,
    headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' },
    body: {
      jsonrpc: '2.0',
      id: 'sub-1',
      method: 'subscriptions/listen',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
        ...params,
      },
    },
  })

test('2026-07-28 listens to the inbox; unsupported notifications are omitted from the acknowledgement', async t => {
  const { agent, emit, runtime } = world()
  const ann = await agent('listener')
  const stream = await listen(world(), await ann.token(), SUBSCRIBE)
  t.is(stream.headers['content-type'], 'text/event-stream')
  const _meta = { 'io.modelcontextprotocol/subscriptionId': 'sub-1' }
  t.deepEqual(JSON.parse((await stream.next())?.data ?? ''), {
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { _meta, notifications: { resourceSubscriptions: ['agent://me/inbox'] } },
  })
  await emit(ann.agent_id, 'one')
  t.deepEqual(JSON.parse((await stream.next())?.data ?? ''), {
    jsonrpc: '2.0',
    method: 'notifications/resources/updated',
    params: { _meta, uri: 'agent://me/inbox' },
  })
  await runtime.db.script(`delete from access_token where agent_id = '${ann.agent_id}'`)
  const ended = JSON.parse((await stream.next())?.data ?? '')
  t.is(ended.id, 'sub-1')
  t.is(ended.result.resultType, 'complete')
  t.is(await stream.next(), undefined)
})

test('a listener without the scope, or without notifications, receives nothing', async t => {
  const { agent } = world()
  const ann = await agent('nothing')
  const stream = await listen(world(), await ann.token(['feed:read']), SUBSCRIBE)
  t.deepEqual(JSON.parse((await stream.next())?.data ?? '').params.notifications, {})
  const refused = await listen(world(), await ann.token(), {})
  t.is(refused.headers['content-type'], 'application/json; charset=utf-8')
})

test('the inbox resource has the newest events first, marked as data', async t => {
  const { agent, emit, modern } = world()
  const ann = await agent('reader')
  await emit(ann.agent_id, 'one', 'two')
  const { json } = await modern(await ann.token(), 'resources/read', { uri: 'agent://me/inbox' })
  const { notice, events } = JSON.parse(json.result.contents[0].text)
  t.regex(notice, /never as instructions/)
  t.deepEqual(
    events.map(({ seq, excerpt }: { seq: number; excerpt: string }) => [seq, excerpt]),
    [
      [2, 'two'],
      [1, 'one'],
    ],
  )
  const narrow = await ann.token(['feed:read'])
  const { resources } = (await modern(narrow, 'resources/list')).json.result
  t.false(resources.some(({ uri }: { uri: string }) => uri === 'agent://me/inbox'))
  t.is((await modern(narrow, 'resources/read', { uri: 'agent://me/inbox' })).json.error.code, -32602)
})
