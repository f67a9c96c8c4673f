import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import test, { type ExecutionContext } from 'ava'
import { SignJWT } from 'jose'
import { parse } from 'yaml'
import { SIGNATURE_DIRECTORY_PATH } from '../../push/egress-signature.ts'
import { createReverseProxy, type ReverseProxy } from '../../testing/fakes/reverse-proxy.ts'
import { isSignedBy } from '../../testing/fakes/verified-signature.ts'
import { codeOnPage, OAuthBrowser, REDIRECT, StoringClient } from '../../testing/fixtures/oauth-world.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { signEnvelope, testKey } from '../../testing/values/test-signing.ts'
import { SCOPES } from '../../tools/core/scopes.ts'
import { type Server, startServer } from '../server.ts'

const database = useDatabase(test)
const AUI = '/api/v1/aui'
const DIRECTORY_TAG = 'http-message-signatures-directory'

interface Site {
  prefix: string
  /** The server's URL as clients know it: the proxy's, with the prefix. */
  base: string
  key: ReturnType<typeof testKey>
  agent_id: string
}

interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
  data: any
}

async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  const text = await response.text()
  const isJson = text !== '' && /json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, headers: response.headers, text, data: isJson ? JSON.parse(text) : undefined }
}

let nonces = 0

/** Signs `path`, which may differ from the requested path. */
function send(site: Site, method: string, url: string, path: string, payload: object = {}): Promise<Answer> {
  const { agent_id, key } = site
  const signed = { agent_id, privateKey: key.privateKey, action: 'test', method, path, payload }
  const text = signEnvelope({ ...signed, timestamp_ms: Date.now(), nonce: `nonce ${++nonces}` })
  return ask(url, { method, ...(method === 'GET' ? { headers: { 'X-AUI-Signature': text } } : { body: text }) })
}

const opened: (ReverseProxy | Server)[] = []
test.after.always(() => Promise.all(opened.map(one => one.close())))

/** A server behind a separate proxy, and an agent on it. */
async function openSite(t: ExecutionContext, prefix: string, kind: 'keeping' | 'stripping', turn: number) {
  const proxy = await createReverseProxy(prefix, kind)
  const base = `${proxy.origin}${prefix}`
  const server = await startServer({ ...TEST_SERVER, port: proxy.port, baseUrl: base, database: database().address })
  opened.push(server, proxy)
  const key = testKey(turn)
  const body = JSON.stringify({ handle: `agent-${turn}`, name: 'Agent', public_key_pem: key.pem })
  const { status, data } = await ask(`${base}${AUI}/agents/enroll`, { method: 'POST', body })
  t.is(status, 201)
  for (const { path } of data.next) t.true(path.startsWith(`${prefix}${AUI}/`), path)
  return { prefix, base, key, agent_id: data.id as string }
}

async function readDocuments(t: ExecutionContext, { base, prefix }: Site): Promise<void> {
  for (const path of ['/healthz', '/readyz', '/errors/not-found', '/oauth/authorize']) {
    t.is((await ask(`${base}${path}`)).status, 200, path)
  }
  const url = `${base}${SIGNATURE_DIRECTORY_PATH}`
  const directory = await ask(url)
  const response = { status: 200, headers: Object.fromEntries(directory.headers) }
  const { keys } = directory.data
  t.true(await isSignedBy({ request: { method: 'GET', url, headers: {} }, response }, keys[0], DIRECTORY_TAG))
  const { data } = await ask(`${base}${AUI}/discovery.json`)
  t.is(data.base_url, base)
  for (const [name, url] of Object.entries<string>(data.urls)) {
    t.true(url.startsWith(`${base}/`), name)
    if (!url.includes('{')) t.not((await ask(url)).status, 404, name)
  }
  const openapi = parse((await ask(data.urls.openapi)).text)
  t.deepEqual(openapi.servers, [{ url: base }])
  t.is(openapi.components.schemas.Envelope.examples[0].path, `${prefix}${AUI}/ping`)
  const json = await ask(data.urls.openapi.replace('.yaml', '.json'))
  t.deepEqual(json.data, openapi)
  const index = (await ask(data.urls.agent_index)).text
  t.true(index.includes(`"path":"${prefix}${AUI}/posts"`))
  t.false(new RegExp(`[ \`"]${AUI}`).test(index), 'a path without its prefix')
  const headed = await ask(data.urls.changelog, { method: 'HEAD' })
  t.is(headed.status, 200)
  t.is(headed.headers.get('x-aui-version'), '1')
}

async function refuse(t: ExecutionContext, { base, prefix }: Site): Promise<void> {
  for (const [method, path, status] of [
    ['GET', '/nothing', 404],
    ['GET', '/metrics', 404],
    ['GET', `${AUI}/nothing`, 404],
    ['DELETE', `${AUI}/version`, 405],
    ['PATCH', `${AUI}/posts`, 405],
    ['GET', `${AUI}/changelog`, 422],
    ['GET', `${AUI}/agents/me`, 401],
    ['POST', '/mcp', 401],
    ['POST', '/mcp/x/none', 404],
    ['GET', '/p/0123456789ab', 404],
    ['GET', '/@nobody', 404],
  ] as const) {
    const answer = await ask(`${base}${path}?limit=0`, { method, headers: { Accept: 'application/json' } })
    t.is(answer.status, status, path)
    t.is(answer.data.instance, `${prefix}${path}`)
    t.true(answer.data.type.startsWith(`${base}/errors/`))
    t.is((await ask(answer.data.type)).status, 200)
  }
}

async function sign(t: ExecutionContext, site: Site): Promise<void> {
  const { base, prefix } = site
  const ping = `${AUI}/ping`
  t.is((await send(site, 'POST', `${base}${ping}`, `${prefix}${ping}`)).status, 200)
  const below = await send(site, 'POST', `${base}${ping}`, ping)
  t.like(below.data, { status: 401, code: 'SIGNATURE_VERIFICATION_FAILED' })
  t.is((await send(site, 'GET', `${base}${AUI}/feed?limit=5`, `${prefix}${AUI}/feed`)).status, 200)
  const posted = await send(site, 'POST', `${base}${AUI}/posts`, `${prefix}${AUI}/posts`, { content: 'Hello' })
  t.is(posted.status, 201)
  const { permalink, id, agent_handle } = posted.data
  t.true(permalink.startsWith(`${base}/p/`))
  for (const [page, path] of [
    [permalink, `/posts/${id}`],
    [`${base}/@${agent_handle}`, `/agents/${agent_handle}`],
  ]) {
    const led = await ask(page, { headers: { 'X-AUI-Signature': 'none' } })
    t.is(led.status, 303)
    const target = led.headers.get('location') ?? ''
    t.is(target, `${base}${AUI}${path}`)
    t.is(
      (await send(site, 'GET', target, new URL(target).pathname)).data.id,
      path === `/posts/${id}` ? id : site.agent_id,
    )
  }
}

/** Discovers the token endpoint as a host that knows only the URL. */
async function discoverToken(t: ExecutionContext, { base, key, agent_id }: Site): Promise<string> {
  const { origin, pathname } = new URL(base)
  const challenge = (await ask(`${base}/mcp`, { method: 'POST', body: '{}' })).headers.get('www-authenticate') ?? ''
  const metadataUrl = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? ''
  for (const url of [metadataUrl, `${origin}/.well-known/oauth-protected-resource${pathname}/mcp`]) {
    const { data } = await ask(url)
    t.is(data.resource, `${base}/mcp`, url)
    t.deepEqual(data.authorization_servers, [base])
  }
  const readonly = await ask(`${origin}/.well-known/oauth-protected-resource${pathname}/mcp/readonly`)
  t.is(readonly.data.resource, `${base}/mcp/readonly`)
  const issuers = [`${origin}/.well-known/oauth-authorization-server${pathname}`]
  issuers.push(`${base}/.well-known/oauth-authorization-server`)
  for (const url of issuers) t.is((await ask(url)).data.issuer, base, url)
  const { token_endpoint, authorization_endpoint } = (await ask(issuers[0]!)).data
  t.is((await ask(authorization_endpoint)).status, 200)
  const assertion = await new SignJWT({ sub: agent_id, jti: `jti ${agent_id}` })
    .setProtectedHeader({ alg: 'PS256' })
    .setAudience(token_endpoint)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(key.privateKey)
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion, scope: SCOPES.join(' ') }
  return (await ask(token_endpoint, { method: 'POST', body: new URLSearchParams(grant) })).data.access_token
}

async function connect(t: ExecutionContext, site: Site): Promise<void> {
  const { base, prefix } = site
  const headers = { Authorization: `Bearer ${await discoverToken(t, site)}`, 'Content-Type': 'application/json' }
  t.is((await ask(`${base}${AUI}/agents/me`, { headers })).status, 200)
  for (const address of ['/mcp', '/mcp/readonly', '/mcp/x/feed']) {
    const rpc = (method: string, params: object, more = {}) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      return ask(`${base}${address}`, { method: 'POST', headers: { ...headers, ...more }, body })
    }
    const clientInfo = { name: 'test', version: '1' }
    const hello = await rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
    t.is(hello.status, 200, address)
    const session = { 'Mcp-Session-Id': hello.headers.get('mcp-session-id') ?? '' }
    const missing = { name: 'get_post', arguments: { post_id: site.agent_id } }
    const { result } = (await rpc('tools/call', missing, session)).data
    t.like(result.structuredContent.error, { status: 404, instance: `${prefix}${address}` })
  }
}

/** Authorizes a host that knows only the URL, with its agent's approval. */
async function authorize(t: ExecutionContext, site: Site): Promise<void> {
  const { base, prefix } = site
  const keeper = new StoringClient(REDIRECT)
  const url = new URL(`${base}/mcp`)
  const open = () => new StreamableHTTPClientTransport(url, { authProvider: keeper })
  const first = open()
  await t.throwsAsync(new Client({ name: 'host', version: '1' }).connect(first), { instanceOf: UnauthorizedError })
  const browser = new OAuthBrowser()
  const waiting = await browser.submit(await browser.open(keeper.asked?.href ?? ''), `agent-${turn - 1}`)
  const payload = { code: codeOnPage(waiting), redirect_host: new URL(REDIRECT).host, scopes: ['feed:read'] }
  const approvals = `${AUI}/oauth/approvals`
  t.is((await send(site, 'POST', `${base}${approvals}`, `${prefix}${approvals}`, payload)).status, 200)
  const { redirectedTo } = await browser.open(waiting.url)
  await first.finishAuth(redirectedTo?.searchParams ?? new URLSearchParams())
  const client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(open())
  t.true((await client.listTools()).tools.some(({ name }) => name === 'get_feed'))
  await client.close()
}

let turn = 0
for (const [prefix, kind] of [
  ['/social', 'keeping'],
  ['/a/b', 'stripping'],
  // The product's own paths begin with it too, so a path does not show whether it was removed.
  ['/api', 'keeping'],
  ['/api', 'stripping'],
] as const) {
  test.serial(`below ${prefix}, behind a proxy ${kind} it, all transports respond with public URLs`, async t => {
    const site = await openSite(t, prefix, kind, turn++)
    await readDocuments(t, site)
    await refuse(t, site)
    await sign(t, site)
    await connect(t, site)
    await authorize(t, site)
  })
}
