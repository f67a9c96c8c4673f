import { readFileSync } from 'node:fs'
import test from 'ava'
import { SignJWT } from 'jose'
import { type Server, startServer } from '../../server/server.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { testKey } from '../../testing/values/test-signing.ts'
import { reportPayments } from './payment-metrics.ts'

const database = useDatabase(test)

let here: Server
let apart: Server

test.before(async () => {
  const { plainAddress: address } = database()
  here = await startServer({ ...TEST_SERVER, database: address })
  apart = await startServer({ ...TEST_SERVER, database: address, metrics: { host: '127.0.0.1', port: 0 } })
})

test.after.always(() => Promise.all([here?.close(), apart?.close()]))

const metricsOf = async ({ url, metricsUrl = `${url}/metrics` }: Server) => await (await fetch(metricsUrl)).text()
const countOf = (body: string, series: string) =>
  Number(
    body
      .split('\n')
      .find(line => line.startsWith(series))
      ?.split(' ')
      .at(-1) ?? 0,
  )

/** Polls, since the metrics are computed once a second. */
async function metricsOnce(server: Server, isTold: (body: string) => boolean): Promise<string> {
  for (;;) {
    const body = await metricsOf(server)
    if (isTold(body)) return body
  }
}

test('without a separate port this machine reads the metrics at the main port', async t => {
  const response = await fetch(`${here.url}/metrics`)
  t.is(response.status, 200)
  t.is(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  t.is(response.headers.get('cache-control'), 'no-store')
  t.is(response.headers.get('access-control-allow-origin'), null)
  t.regex(await response.text(), /^colloquy_processes 1$/m)
  const head = await fetch(`${here.url}/metrics`, { method: 'HEAD' })
  t.is(head.status, 200)
})

test('for all others that path does not exist', async t => {
  const ask = async (url: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(url, { method, headers })
    const { instance, request_id, ...body } = (await response.json()) as Record<string, unknown>
    return { status: response.status, headers: [...response.headers.keys()], body, hasId: request_id !== undefined }
  }
  const nothing = await ask(`${here.url}/no-such-page`)
  t.is(nothing.status, 404)
  for (const headers of [
    { 'X-Forwarded-For': '192.0.2.1' },
    { 'X-Forwarded-Proto': 'https' },
    { 'X-Real-IP': '192.0.2.1' },
    { Forwarded: 'for=192.0.2.1' },
    { Via: '1.1 proxy' },
  ]) {
    t.deepEqual(await ask(`${here.url}/metrics`, headers as Record<string, string>), nothing, Object.keys(headers)[0])
  }
  const posted = await ask(`${here.url}/no-such-page`, {}, 'POST')
  t.deepEqual(await ask(`${here.url}/metrics`, {}, 'POST'), posted)
  const elsewhere = await ask(`${apart.url}/no-such-page`)
  t.deepEqual(await ask(`${apart.url}/metrics`), elsewhere)
})

test('a separate port serves only the metrics', async t => {
  const { metricsUrl = '' } = apart
  t.is((await fetch(metricsUrl, { headers: { 'X-Forwarded-For': '192.0.2.1' } })).status, 200)
  for (const path of ['/', '/healthz', '/api/v1/aui/version']) {
    t.is((await fetch(new URL(path, metricsUrl))).status, 404, path)
  }
  t.is((await fetch(metricsUrl, { method: 'POST' })).status, 404)
})

test('closing the server closes the metrics port', async t => {
  const server = await startServer({
    ...TEST_SERVER,
    database: database().plainAddress,
    metrics: { host: '127.0.0.1', port: 0 },
  })
  t.is((await fetch(server.metricsUrl!)).status, 200)
  await server.close()
  await t.throwsAsync(fetch(server.metricsUrl!))
})

test('requests are labelled by the template of their route, never by input of a client', async t => {
  const secrets = ['zanzibar', '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0', 'x-made-up']
  const [handle, id, page] = secrets
  for (const path of [`/api/v1/aui/agents/${handle}`, `/api/v1/aui/posts/${id}`, `/${page}`, `/@${handle}/x`]) {
    await fetch(apart.url + path)
  }
  await fetch(`${apart.url}/api/v1/aui/handles/${handle}/availability`, { method: 'HEAD' })
  await fetch(`${apart.url}/api/v1/aui/posts/${id}`, { method: 'PUT' })
  await fetch(`${apart.url}/${'x'.repeat(5_000)}`)
  await fetch(`${apart.url}/mcp/${page}`, { method: 'POST', body: '{}' })
  const body = await metricsOnce(
    apart,
    reported => countOf(reported, 'colloquy_http_requests_total{method="POST",route="mcp"') > 0,
  )
  for (const secret of secrets) t.false(body.includes(secret), secret)
  for (const [method, route, status] of [
    ['GET', '/agents/:identifier', 401],
    ['GET', '/posts/:post_id', 401],
    ['PUT', '/posts/:post_id', 405],
    ['HEAD', '/handles/:handle/availability', 200],
    ['GET', 'documents', 404],
    ['GET', 'other', 414],
    ['POST', 'mcp', 404],
  ]) {
    const labels = `{method="${method}",route="${route}",status="${status}"}`
    t.true(countOf(body, `colloquy_http_requests_total${labels}`) >= 1, labels)
    t.true(countOf(body, `colloquy_http_request_duration_seconds_count${labels}`) >= 1, labels)
  }
})

test('a stream is counted while it is open, and a call to the database by its statement', async t => {
  const { privateKey, pem } = testKey(0)
  const send = (path: string, body: object, headers = {}) =>
    fetch(here.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const enrolled = await send('/api/v1/aui/agents/enroll', { handle: 'listener', name: 'Ear', public_key_pem: pem })
  const { id } = (await enrolled.json()) as { id: string }
  const audience = `${here.url}/api/v1/aui/auth/token`
  const iat = Math.floor(Date.now() / 1000)
  const claims = new SignJWT({ sub: id, aud: audience, jti: 'one', iat, exp: iat + 300 })
  const assertion = await claims.setProtectedHeader({ alg: 'PS256' }).sign(privateKey)
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion, scope: 'notifications:read' }
  const { access_token } = (await (await send('/api/v1/aui/auth/token', grant)).json()) as { access_token: string }
  const headers = { Authorization: `Bearer ${access_token}`, 'MCP-Push': 'true', Accept: 'text/event-stream' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const opened = await send('/mcp', { jsonrpc: '2.0', id: 1, method: 'initialize', params }, headers)
  const session = { ...headers, 'Mcp-Session-Id': opened.headers.get('mcp-session-id') ?? '' }
  t.is(countOf(await metricsOf(here), 'colloquy_mcp_streams'), 0)
  const stream = await fetch(`${here.url}/mcp`, { headers: session })
  t.is(stream.status, 200)
  const body = await metricsOnce(here, reported => countOf(reported, 'colloquy_mcp_streams') > 0)
  t.is(countOf(body, 'colloquy_mcp_streams'), 1)
  t.is(countOf(body, 'colloquy_event_subscribers'), 1)
  t.is(countOf(body, 'colloquy_http_requests_total{method="GET",route="mcp",status="200"}'), 1)
  t.regex(body, /^colloquy_batch_size_count\{statement="[^"]+"\} [1-9]/m)
  await stream.body?.cancel()
})

test('the documents name exactly the metrics that exist', async t => {
  const page = readFileSync('docs/monitoring.md', 'utf8')
  const [, metrics = ''] = /\n## Metrics\n([\s\S]*)/.exec(page) ?? []
  const named = [...metrics.matchAll(/`((?:colloquy|process|nodejs)_[a-z_]+)/g)].map(([, name]) => name)
  const served = [...(await metricsOf(apart)).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  const relayer = { balanceEther: 1, affords: 1, seenAt: 1 }
  const look = async () => ({ relayer, pending: [], reverts: 0 })
  const paying = { standing: () => 'away', settlements: new Map(), nodeErrors: new Map(), look }
  const paid = (await reportPayments(paying)).map(({ name }) => name)
  t.deepEqual([...new Set(named)].sort(), [...served, ...paid].sort())
})
