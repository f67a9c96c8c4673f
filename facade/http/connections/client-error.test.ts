import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import test from 'ava'
import { type Server, startServer } from '../../../server/server.ts'
import { useDatabase } from '../../../testing/fixtures/test-database.ts'
import { TEST_SERVER } from '../../../testing/processes/server-options.ts'

const database = useDatabase(test)

let server: Server

test.before(async () => {
  server = await startServer({ ...TEST_SERVER, rateLimits: true, database: database().address })
})

test.after.always(() => server?.close())

/** The response to these bytes, up to the end of the connection. */
async function send(bytes: string): Promise<{ status: number; headers: Headers; body: string }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  const answer = await text(socket)
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = new Headers(fields.map(field => field.split(/: (.*)/, 2) as [string, string]))
  return { status: Number(line.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}

const ask = (line: string, ...headers: string[]) => send([line, ...headers, 'Connection: close', '', ''].join('\r\n'))

const VERSION = '/api/v1/aui/version'

test('HTTP/1.1 without Host is a problem, for any path', async t => {
  for (const path of [VERSION, '/healthz', '/mcp', '/api/v1/aui/agents/me', '/nothing']) {
    const { status, headers, body } = await ask(`GET ${path} HTTP/1.1`)
    t.is(status, 400, path)
    t.is(headers.get('content-type'), 'application/problem+json; charset=utf-8', path)
    t.is(headers.get('x-request-id'), JSON.parse(body).request_id, path)
    t.truthy(headers.get('ratelimit-policy'), path)
    t.is(headers.get('x-aui-version'), path.startsWith('/api') ? '1' : null, path)
    t.like(JSON.parse(body), { type: `${server.url}/errors/bad-request`, status: 400, instance: path })
  }
})

test('HTTP/1.0 needs no Host, and gets the same responses', async t => {
  for (const [path, status] of [
    [VERSION, 200],
    ['/healthz', 200],
    ['/readyz', 200],
    ['/api/v1/aui/agents/me', 401],
    ['/nothing', 404],
    ['/mcp', 421],
  ] as const) {
    const answer = await ask(`GET ${path} HTTP/1.0`)
    t.is(answer.status, status, path)
    t.truthy(answer.headers.get('x-request-id'), path)
    if (status !== 200) t.like(JSON.parse(answer.body), { status, instance: path })
  }
})

test('health has the headers of every response, and rejects other methods as every path does', async t => {
  for (const path of ['/healthz', '/readyz']) {
    const { status, headers } = await ask(`GET ${path} HTTP/1.1`, 'Host: localhost')
    t.is(status, 200)
    t.truthy(headers.get('x-request-id'))
    t.truthy(headers.get('ratelimit'))
    t.is(headers.get('cache-control'), 'no-store')
    const refused = await ask(`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Length: 0')
    t.is(refused.status, 405)
    t.is(refused.headers.get('allow'), 'GET, HEAD, OPTIONS')
    t.like(JSON.parse(refused.body), { title: 'Method not allowed', instance: path })
  }
})

test('a request that is not HTTP is refused with a request id and the headers of a refusal', async t => {
  for (const bytes of [
    'NONSENSE\r\n\r\n',
    `GET ${VERSION} HTTP/3.7\r\nHost: x\r\n\r\n`,
    'GET / HTTP/1.1\r\nA B: c\r\n\r\n',
  ]) {
    const { status, headers, body } = await send(bytes)
    t.is(status, 400, bytes)
    t.is(headers.get('content-type'), 'application/problem+json; charset=utf-8')
    t.is(headers.get('x-request-id'), JSON.parse(body).request_id)
    t.is(headers.get('cache-control'), 'no-store')
    t.is(headers.get('x-content-type-options'), 'nosniff')
    t.regex(headers.get('content-security-policy') ?? '', /^default-src 'none'/)
    t.is(headers.get('referrer-policy'), 'no-referrer')
    t.is(Number(headers.get('content-length')), Buffer.byteLength(body))
  }
})

test('an unknown expectation is a problem, not a bare 417', async t => {
  const { status, headers } = await ask(`GET ${VERSION} HTTP/1.1`, 'Host: localhost', 'Expect: wonders')
  t.is(status, 200)
  t.truthy(headers.get('x-request-id'))
})
