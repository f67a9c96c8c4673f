import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import test from 'ava'
import {
  approve,
  codeOnPage,
  OAuthBrowser,
  REDIRECT,
  StoringClient,
  useOAuth,
} from '../../testing/fixtures/oauth-world.ts'

const world = useOAuth(test)

const HOUR = 3_600_000

test.serial('the SDK client connects with only the URL, calls a tool, and refreshes', async t => {
  const ann = await world().enroll('ann')
  const keeper = new StoringClient(REDIRECT)
  const url = new URL(`${world().urls[0]}/mcp`)
  const first = new StreamableHTTPClientTransport(url, { authProvider: keeper })
  await t.throwsAsync(new Client({ name: 'host', version: '1' }).connect(first), { instanceOf: UnauthorizedError })

  const browser = new OAuthBrowser()
  const page = await browser.open(keeper.asked!.href)
  t.is(page.status, 200)
  t.true(page.html.includes('A host'))
  const waiting = await browser.submit(page, '@Ann')
  const code = codeOnPage(waiting)
  t.regex(code, /^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/)
  t.is(codeOnPage(await browser.open(waiting.url)), code)

  const shown = (await world().send(ann, 'GET', `/oauth/approvals/${code}`)).data
  t.deepEqual(shown.untrusted, ['client_name'])
  t.like(shown, { client_name: 'A host', redirect_host: '127.0.0.1:33418', is_host_allowed: true, is_approved: false })
  t.is(shown.expires_at, '2026-11-21T12:05:00.000Z')
  const approved = await approve(world(), ann, { code, redirect_uri: REDIRECT })
  t.deepEqual([approved.status, approved.data.scopes], [200, ['feed:read', 'post:write']])

  const { redirectedTo } = await browser.open(waiting.url)
  t.is(redirectedTo?.searchParams.get('state'), 'the state of the host')
  t.is(redirectedTo?.searchParams.get('iss'), world().urls[0])
  t.regex((await browser.open(waiting.url)).html, /Return to the application/)
  await first.finishAuth(redirectedTo!.searchParams.get('code')!)
  t.is(keeper.kept?.scope, 'feed:read post:write')

  const client = new Client({ name: 'host', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider: keeper }))
  const posted = await client.callTool({ name: 'post_message', arguments: { content: 'by a host' } })
  t.falsy(posted.isError)
  const { access_token, refresh_token } = keeper.kept!
  world().advance(HOUR)
  t.falsy((await client.callTool({ name: 'list_own_posts', arguments: {} })).isError)
  t.not(keeper.kept?.access_token, access_token)
  t.not(keeper.kept?.refresh_token, refresh_token)
  await client.close()
})

test.serial('a host whose port changes keeps its client id, as mcp-remote does', async t => {
  const bea = await world().enroll('bea')
  const { client_id } = (await world().register(['http://localhost:3334/oauth/callback'])).data
  const keeper = new StoringClient('http://localhost:41234/oauth/callback')
  keeper.saveClientInformation({ client_id })
  const url = new URL(`${world().urls[0]}/mcp/readonly`)
  const transport = new StreamableHTTPClientTransport(url, { authProvider: keeper })
  await t.throwsAsync(new Client({ name: 'host', version: '1' }).connect(transport))
  t.is(keeper.asked?.searchParams.get('resource'), url.href)
  const browser = new OAuthBrowser()
  const waiting = await browser.submit(await browser.open(keeper.asked!.href), 'bea')
  await approve(
    world(),
    bea,
    { code: codeOnPage(waiting), redirect_uri: keeper.redirectUrl },
    { scopes: ['feed:read'] },
  )
  const { redirectedTo } = await browser.open(waiting.url)
  t.is(redirectedTo?.host, 'localhost:41234')
  await transport.finishAuth(redirectedTo!.searchParams.get('code')!)
  const client = new Client({ name: 'host', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider: keeper }))
  const { tools } = await client.listTools()
  t.true(tools.some(({ name }) => name === 'get_feed'))
  t.false(
    tools.some(({ name }) => name === 'heartbeat'),
    'a tool of a scope that was asked for and not granted',
  )
  await client.close()
})

test.serial('every URL in the metadata works, for pages of any origin', async t => {
  const base = world().urls[0]
  const found = await (await fetch(`${base}/.well-known/oauth-authorization-server`)).json()
  t.like(found, {
    issuer: base,
    authorization_endpoint: `${base}/oauth/authorize`,
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    authorization_response_iss_parameter_supported: true,
  })
  const { token_endpoint, registration_endpoint, revocation_endpoint } = found as Record<string, string>
  for (const url of [token_endpoint!, registration_endpoint!, revocation_endpoint!]) {
    const preflight = await fetch(url, { method: 'OPTIONS' })
    t.is(preflight.status, 204)
    t.is(preflight.headers.get('access-control-allow-methods'), 'POST, OPTIONS')
    const refused = await fetch(url, { method: 'POST', body: 'nonsense' })
    t.is(refused.headers.get('access-control-allow-origin'), '*')
    t.is(refused.headers.get('content-type'), 'application/json; charset=utf-8')
    t.like(await refused.json(), { error: 'invalid_request' })
  }
})
