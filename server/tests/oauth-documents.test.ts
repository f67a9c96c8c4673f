import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { documentUrl, useDocumentHost } from '../../testing/fakes/client-document-host.ts'
import {
  approve,
  authorizeUrl,
  beginFlow,
  codeOnPage,
  connectClient,
  newVerifier,
  OAuthBrowser,
  REDIRECT,
  redemption,
  StoringClient,
  useOAuth,
} from '../../testing/fixtures/oauth-world.ts'

const host = useDocumentHost(test)
/** The egress times out early, since one document never arrives. */
const world = useOAuth(test, { egress: { ...host.egress, patience: 1 } })

const DAY = 24 * 3_600_000
const MINUTE = 60_000
const REMOTE = 'https://connector.example/callback'
const redirect_uris = [REDIRECT, REMOTE]

/** The page of an authorization request by a client with this id. */
function open(client_id: string, redirect_uri = REDIRECT, server = 0) {
  const { code_challenge } = newVerifier()
  const parameters = { client_id, redirect_uri, code_challenge, response_type: 'code', code_challenge_method: 'S256' }
  return new OAuthBrowser().open(authorizeUrl(world().urls[server]!, parameters))
}

const clientRows = (url: string) =>
  world().db.many<{ id: string; name: string }>(SQL`select id, name from oauth_client where document_url = ${url}`)

test.serial('the SDK client is identified by its document, without registering', async t => {
  const ann = await world().enroll('ann')
  const client_id = host.publish('/sdk.json', { redirect_uris, client_name: '<b>Not markup</b>' })
  const keeper = new StoringClient(REDIRECT, client_id)
  const url = new URL(`${world().urls[0]}/mcp`)
  const first = new StreamableHTTPClientTransport(url, { authProvider: keeper })
  await t.throwsAsync(new Client({ name: 'host', version: '1' }).connect(first), { instanceOf: UnauthorizedError })
  t.is(keeper.asked?.searchParams.get('client_id'), client_id)

  const browser = new OAuthBrowser()
  const page = await browser.open(keeper.asked!.href)
  t.regex(page.html, /from <code>clients\.example\.com<\/code> that identifies itself as <q>&#60;b&#62;Not markup/)
  t.regex(page.html, /any program can claim to be that client/)
  const waiting = await browser.submit(page, 'ann')
  const code = codeOnPage(waiting)
  const shown = (await world().send(ann, 'GET', `/oauth/approvals/${code}`)).data
  t.like(shown, { client_id, client_host: 'clients.example.com', client_name: '<b>Not markup</b>' })
  t.deepEqual(shown.untrusted, ['client_name'])
  await approve(world(), ann, { code, redirect_uri: REDIRECT })
  const { redirectedTo } = await browser.open(waiting.url)
  await first.finishAuth(redirectedTo!.searchParams.get('code')!)

  const client = new Client({ name: 'host', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider: keeper }))
  t.falsy((await client.callTool({ name: 'list_own_posts', arguments: {} })).isError)
  await client.close()
  const [grant] = (await world().send(ann, 'GET', '/tokens')).data.tokens
  t.like(grant, { client_id, client_name: '<b>Not markup</b>', redirect_host: '127.0.0.1:33418' })
  await world().send(ann, 'DELETE', `/tokens/${grant.id}`)
  t.is((await world().bear(keeper.kept!.access_token, '/feed', 1)).status, 401)
  t.is(host.requestCount('/sdk.json'), 1)
})

test.serial('any document that cannot be read is the same refusal', async t => {
  const moved = host.publish('/moved', { redirect_uris })
  const urls = [
    host.answer('/nothing', response => response.writeHead(404).end()),
    host.publish('/another', { client_id: documentUrl('/other') }),
    host.publish('/no-id', { client_id: undefined, redirect_uris }),
    host.answer('/leads-to-moved', response => response.writeHead(302, { Location: moved }).end()),
    host.publish('/coded', { redirect_uris }, { 'Content-Encoding': 'gzip' }),
    host.publish('/as-text', { redirect_uris }, { 'Content-Type': 'text/html' }),
    host.publish('/large', { redirect_uris, client_uri: 'x'.repeat(5_000_000) }),
    host.answer('/list', response => response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]')),
    host.answer('/twice', response =>
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(`{"client_id":"${documentUrl('/twice')}","redirect_uris":["${REDIRECT}"],"client_id":"x"}`),
    ),
    host.answer('/endless', response => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      const more = () => response.destroyed || response.write(' '.repeat(1_000_000), more)
      more()
    }),
    host.answer('/hangs', () => {}),
    'https://inside.example.com/client.json',
    'https://closed.example.com/client.json',
    'https://impostor.example.com/client.json',
    'https://nobody.example.com/client.json',
    'https://127.0.0.1/client.json',
    'https://[::1]/client.json',
    'https://localhost/client.json',
    `https://clients.example.com:${host.receiver().port}/client.json`,
  ]
  const pages = new Set<string>()
  for (const url of urls) {
    const { status, html, redirectedTo } = await open(url)
    t.deepEqual([status, redirectedTo], [400, undefined], url)
    pages.add(html)
  }
  t.is(pages.size, 1)
  t.is(host.requestCount('/moved'), 0)
  for (const url of urls) t.is((await clientRows(url)).length, 0, url)
})

test.serial(
  'a document with a secret, without redirect URIs or with an invalid name is refused with the reason',
  async t => {
    const pages = new Set<string>()
    for (const [path, members, detail] of [
      [
        '/basic',
        { redirect_uris, token_endpoint_auth_method: 'client_secret_basic' },
        /token_endpoint_auth_method must be/,
      ],
      [
        '/key',
        { redirect_uris, token_endpoint_auth_method: 'private_key_jwt' },
        /token_endpoint_auth_method must be none/,
      ],
      ['/secret', { redirect_uris, client_secret: 's' }, /there must be no secret/],
      ['/bare', {}, /has no redirect URI/],
      ['/schemes', { redirect_uris: ['host://callback', 'http://there.example/', 7] }, /has no redirect URI/],
      ['/name', { redirect_uris, client_name: 'x'.repeat(101) }, /client_name must be/],
    ] as const) {
      const { status, html } = await open(host.publish(path, members))
      t.is(status, 400, path)
      t.regex(html, detail)
      pages.add(html)
    }
    t.is(pages.size, 3)
  },
)

test.serial('a browser is redirected as the document says, to the first usable URI', async t => {
  const url = host.publish('/uris', { redirect_uris: ['host://callback', ...redirect_uris], client_name: undefined })
  t.regex((await open(url, REMOTE)).html, /unnamed client from <code>clients\.example\.com<\/code> requests/)
  t.is((await open(url, REDIRECT.replace('33418', '1'))).status, 200)
  for (const uri of ['host://callback', `${REMOTE}/`, 'https://clients.example.com/callback']) {
    t.deepEqual([(await open(url, uri)).status, (await open(url, uri)).redirectedTo], [400, undefined])
  }
  t.is(host.requestCount('/uris'), 1)
})

test.serial(
  'a document is fetched again when it expires, within limits, and what it no longer names becomes invalid',
  async t => {
    for (const [cacheControl, cachedMs] of [
      ['max-age=600', 10 * MINUTE],
      ['max-age=5', MINUTE],
      ['no-store, max-age=600', MINUTE],
      ['public, MAX-AGE="9999999"', DAY],
      ['private', 60 * MINUTE],
    ] as const) {
      const path = `/kept-${cachedMs}-${cacheControl.length}`
      const url = host.publish(path, { redirect_uris }, { 'Cache-Control': cacheControl })
      t.is((await open(url, REMOTE)).status, 200)
      host.publish(path, { redirect_uris: [REDIRECT], client_name: 'Renamed' })
      world().advance(cachedMs - 1)
      t.is((await open(url, REMOTE, 1)).status, 200, cacheControl)
      t.is(host.requestCount(path), 1)
      world().advance(1)
      t.is((await open(url, REMOTE, 1)).status, 400, cacheControl)
      t.is((await open(url, REMOTE)).status, 400)
      t.regex((await open(url, REDIRECT)).html, /Renamed/)
      t.is(host.requestCount(path), 2)
    }
  },
)

test.serial('a deleted document ends no grant, and permits no new one', async t => {
  const bob = await world().enroll('bob')
  const client_id = host.publish('/gone', { redirect_uris })
  const { refresh_token } = await connectClient(world(), bob, { client_id })
  const pending = await beginFlow(world(), 'bob', { client_id })
  await approve(world(), bob, pending)
  host.answer('/gone', response => response.writeHead(410).end())
  const requests = host.requestCount('/gone')
  t.is((await world().form('/oauth/token', await redemption(pending), 1)).status, 200)
  world().advance(DAY)
  t.is((await open(client_id)).status, 400)
  t.is(host.requestCount('/gone'), requests + 1)
  const form = { grant_type: 'refresh_token', client_id, refresh_token }
  const { status, data } = await world().form('/oauth/token', form, 1)
  t.is(status, 200)
  t.is(host.requestCount('/gone'), requests + 1)
  for (const { id } of (await world().send(bob, 'GET', '/tokens')).data.tokens) {
    await world().send(bob, 'DELETE', `/tokens/${id}`)
  }
  const next = { ...form, refresh_token: data.refresh_token }
  t.is((await world().form('/oauth/token', next)).data.error, 'invalid_grant')
})

test.serial('two servers that fetch a document concurrently have one client for it', async t => {
  const cat = await world().enroll('cat')
  const client_id = host.publish('/both', { redirect_uris })
  const flows = await Promise.all([0, 1].map(server => beginFlow(world(), 'cat', { client_id }, server)))
  t.is((await clientRows(client_id)).length, 1)
  for (const [at, flow] of flows.entries()) {
    await approve(world(), cat, flow, {}, 1 - at)
    t.is((await world().form('/oauth/token', await redemption(flow), 1 - at)).status, 200)
  }
})

test.serial('no other id is that of a client with a document, and tokens are issued without fetching it', async t => {
  const dan = await world().enroll('dan')
  const client_id = host.publish('/ids', { redirect_uris })
  const flow = await beginFlow(world(), 'dan', { client_id })
  await approve(world(), dan, flow)
  const [{ id = '' } = {}] = await clientRows(client_id)
  t.is((await open(id)).status, 400)
  const form = await redemption(flow)
  const unread = host.publish('/unread', { redirect_uris })
  const other = host.publish('/other', { redirect_uris })
  t.is((await open(other)).status, 200)
  for (const [another, error] of [
    [id, 'invalid_client'],
    [unread, 'invalid_client'],
    [`${client_id}#`, 'invalid_client'],
    [client_id.toUpperCase(), 'invalid_client'],
    [other, 'invalid_grant'],
  ] as const) {
    t.is((await world().form('/oauth/token', { ...form, client_id: another })).data.error, error, another)
  }
  t.deepEqual([host.requestCount('/unread'), host.requestCount('/ids')], [0, 1])
  t.is((await world().form('/oauth/token', form)).status, 200)
})
