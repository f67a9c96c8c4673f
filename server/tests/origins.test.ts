import test from 'ava'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { type Server, startServer } from '../server.ts'

const LISTED = 'https://app.example'
const AUI = '/api/v1/aui'

const database = useDatabase(test)
let listing: Server
let plain: Server

test.before(async () => {
  const options = { ...TEST_SERVER, database: database().plainAddress }
  ;[listing, plain] = await Promise.all([startServer({ ...options, allowedOrigins: [LISTED] }), startServer(options)])
})

test.after.always(() => Promise.all([listing?.close(), plain?.close()]))

async function ask({ url }: Server, method: string, path: string, headers: Record<string, string>) {
  const response = await fetch(url + path, { method, headers })
  await response.body?.cancel()
  return { status: response.status, origin: response.headers.get('access-control-allow-origin'), response }
}

const CLOSED = ['/posts', '/agents/me', '/agents/enroll', '/auth/token']
  .map(path => AUI + path)
  .concat('/mcp', '/mcp/x')
const PREFLIGHT = { 'Access-Control-Request-Method': 'POST' }

test('authenticated routes answer preflights of listed origins, and of no other', async t => {
  for (const path of CLOSED) {
    const { status, origin, response } = await ask(listing, 'OPTIONS', path, { Origin: LISTED, ...PREFLIGHT })
    t.deepEqual([status, origin, response.headers.get('vary')], [204, LISTED, 'Origin'], path)
    t.regex(response.headers.get('access-control-allow-headers') ?? '', /X-AUI-Signature/)
    const others = [
      await ask(listing, 'OPTIONS', path, { Origin: 'https://app.example.org', ...PREFLIGHT }),
      await ask(listing, 'OPTIONS', path, { Origin: 'null', ...PREFLIGHT }),
      await ask(listing, 'OPTIONS', path, PREFLIGHT),
      await ask(plain, 'OPTIONS', path, { Origin: LISTED, ...PREFLIGHT }),
    ]
    for (const { status, origin } of others) t.deepEqual([status >= 400, origin], [true, null], path)
  }
})

test('OPTIONS that is not a preflight is a 405, readable by pages of listed origins', async t => {
  const { status, origin } = await ask(listing, 'OPTIONS', `${AUI}/posts`, { Origin: LISTED })
  t.deepEqual([status, origin], [405, LISTED])
})

test('public routes are readable for any origin', async t => {
  for (const path of [`${AUI}/version`, `${AUI}/handles/a/availability`, '/errors/not-found', '/nothing', '/metrics']) {
    const listed = await ask(listing, 'GET', path, { Origin: LISTED })
    const other = await ask(listing, 'GET', path, { Origin: 'https://elsewhere.example' })
    t.deepEqual([listed.status, listed.origin], [other.status, other.origin], path)
    t.not(listed.origin, LISTED)
    t.is((await ask(listing, 'OPTIONS', path, { Origin: LISTED, ...PREFLIGHT })).origin, '*', path)
  }
})
