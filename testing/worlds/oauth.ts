import { createHash, randomBytes } from 'node:crypto'
import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { TestFn } from 'ava'
import { type Server, type ServerOptions, startServer } from '../../server/server.ts'
import type { Db } from '../../storage/db/db.ts'
import { TEST_SERVER } from '../processes/server-options.ts'
import { signEnvelope, type TestKey, testKey } from '../values/signing.ts'
import { useDatabase } from './database.ts'

export const REDIRECT = 'http://127.0.0.1:33418/callback'
const PREFIX = '/api/v1/aui'

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
  data: any
  /** Of a problem. */
  slug: string | undefined
}

export interface OAuthAgent {
  agent_id: string
  handle: string
  key: TestKey
}

/** Two servers on one database, whose time is moved. */
export interface OAuthWorld {
  db: Db
  urls: readonly string[]
  advance(ms: number): void
  enroll(handle: string): Promise<OAuthAgent>
  send(agent: OAuthAgent, method: string, path: string, payload?: object, server?: number): Promise<Answer>
  register(redirect_uris?: unknown, more?: object): Promise<Answer>
  /** A form, as OAuth libraries send them. */
  form(path: string, members: Record<string, string>, server?: number): Promise<Answer>
  bear(token: string, path: string, server?: number): Promise<Answer>
}

export async function answerTo(asked: Promise<Response>): Promise<Answer> {
  const response = await asked
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const data = isJson ? JSON.parse(text) : undefined
  return { status: response.status, headers: response.headers, text, data, slug: data?.type?.split('/').at(-1) }
}

export function useOAuth(
  test: TestFn,
  options: Partial<Pick<ServerOptions, 'rateLimits' | 'egress'>> = {},
): () => OAuthWorld {
  const database = useDatabase(test)
  let [now, keys, nonces] = [Date.UTC(2026, 10, 21, 12), 0, 0]
  let servers: Server[] = []
  test.serial.before(async () => {
    const start = () => startServer({ ...TEST_SERVER, ...options, database: database().plainAddress, clock: () => now })
    servers = await Promise.all([start(), start()])
  })
  test.after.always(() => Promise.all(servers.map(server => server.close())))
  const ask = (path: string, init: RequestInit, server = 0) => answerTo(fetch(`${servers[server]!.url}${path}`, init))
  const json = (path: string, body: object) => ask(path, { method: 'POST', body: JSON.stringify(body) })

  return () => ({
    db: database().db,
    urls: servers.map(({ url }) => url),
    advance: ms => {
      now += ms
    },
    async enroll(handle) {
      const key = testKey(keys++)
      const { data } = await json(`${PREFIX}/agents/enroll`, { handle, name: handle, public_key_pem: key.pem })
      return { agent_id: data.id, handle, key }
    },
    send({ agent_id, key }, method, path, payload = {}, server = 0) {
      const signed = { agent_id, privateKey: key.privateKey, action: 'test', method, path: `${PREFIX}${path}`, payload }
      const envelope = signEnvelope({ ...signed, timestamp_ms: now, nonce: `nonce ${++nonces}` })
      const init = method === 'GET' ? { headers: { 'X-AUI-Signature': envelope } } : { body: envelope }
      return ask(`${PREFIX}${path}`, { method, ...init }, server)
    },
    register: (redirect_uris = [REDIRECT], more = {}) => json('/oauth/register', { redirect_uris, ...more }),
    form: (path, members, server) => ask(path, { method: 'POST', body: new URLSearchParams(members) }, server),
    bear: (token, path, server) => ask(`${PREFIX}${path}`, { headers: { Authorization: `Bearer ${token}` } }, server),
  })
}

/** What a browser sees: the page, or where else it was sent. */
export interface Seen {
  status: number
  html: string
  headers: Headers
  url: string
  /** An address of another origin, which it would open next. */
  leftTo: URL | undefined
}

/** Follows what leads within one origin, keeps cookies, sends forms. */
export class Browser {
  cookie = ''

  async open(url: string, init: RequestInit = {}): Promise<Seen> {
    const headers = { ...(init.headers as Record<string, string>), ...(this.cookie ? { Cookie: this.cookie } : {}) }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    const [cookie] = response.headers.getSetCookie()
    if (cookie) this.cookie = cookie.split(';')[0]!
    const location = response.headers.get('location')
    const next = location === null ? undefined : new URL(location, url)
    if (next && next.origin === new URL(url).origin) return await this.open(next.href)
    return { status: response.status, html: await response.text(), headers: response.headers, url, leftTo: next }
  }

  /** The form of a page, filled in. */
  submit({ html, url }: Seen, handle: string): Promise<Seen> {
    const form_token = /name="form_token" value="([^"]*)"/.exec(html)?.[1] ?? ''
    return this.open(url, { method: 'POST', body: new URLSearchParams({ form_token, handle }) })
  }
}

export const codeOn = ({ html }: Seen): string => /class="code">([A-Z0-9-]+)</.exec(html)?.[1] ?? ''

export function newVerifier() {
  const code_verifier = randomBytes(32).toString('base64url')
  return { code_verifier, code_challenge: createHash('sha256').update(code_verifier).digest('base64url') }
}

export interface Flow {
  browser: Browser
  client_id: string
  redirect_uri: string
  code_verifier: string
  waiting: Seen
  /** What the page shows. */
  code: string
}

export const authorizeUrl = (base: string, parameters: Record<string, string>): string =>
  `${base}/oauth/authorize?${new URLSearchParams(parameters)}`

/** Up to the page that waits for the agent. */
export async function beginFlow(
  world: OAuthWorld,
  handle: string,
  { scope = 'feed:read post:write', redirect_uri = REDIRECT, client_id, ...more }: Record<string, string> = {},
  server = 0,
): Promise<Flow> {
  const asking = client_id ?? (await world.register([redirect_uri], { client_name: 'Some host' })).data.client_id
  const { code_verifier, code_challenge } = newVerifier()
  const fixed = { response_type: 'code', code_challenge_method: 'S256', state: 'a state' }
  const asked = { client_id: asking, redirect_uri, code_challenge, scope, ...fixed, ...more }
  const browser = new Browser()
  const page = await browser.open(authorizeUrl(world.urls[server]!, asked))
  const waiting = await browser.submit(page, handle)
  return { browser, client_id: asking, redirect_uri, code_verifier, waiting, code: codeOn(waiting) }
}

export function approve(
  world: OAuthWorld,
  agent: OAuthAgent,
  { code, redirect_uri }: Pick<Flow, 'code' | 'redirect_uri'>,
  more = {},
  server = 0,
): Promise<Answer> {
  const sound = { code, redirect_host: new URL(redirect_uri).host, scopes: ['feed:read', 'post:write'] }
  return world.send(agent, 'POST', '/oauth/approvals', { ...sound, ...more }, server)
}

/** What the client sends for the code that the browser brought it. */
export async function redemption(flow: Flow): Promise<Record<string, string>> {
  const { leftTo } = await flow.browser.open(flow.waiting.url)
  const { client_id, redirect_uri, code_verifier } = flow
  const code = leftTo?.searchParams.get('code') ?? ''
  return { grant_type: 'authorization_code', client_id, redirect_uri, code_verifier, code }
}

/** A whole flow; what the client was given. */
export async function connect(world: OAuthWorld, agent: OAuthAgent, asked: Record<string, string> = {}) {
  const flow = await beginFlow(world, agent.handle, asked)
  const approved = await approve(world, agent, flow, { allow_new_host: true })
  if (approved.status !== 200) throw new Error(approved.text)
  const { data } = await world.form('/oauth/token', await redemption(flow))
  return { ...flow, ...(data as { access_token: string; refresh_token: string; scope: string }) }
}

/** What a host keeps; `asked` is where it would open a browser. */
export class HostKeeper implements OAuthClientProvider {
  readonly redirectUrl: string
  readonly clientMetadata
  readonly clientMetadataUrl?: string
  asked: URL | undefined
  kept: OAuthTokens | undefined
  private client: OAuthClientInformationMixed | undefined
  private verifier = ''
  private found: OAuthDiscoveryState | undefined

  /** With the URL of its document, it does not register. */
  constructor(redirectUrl: string, clientMetadataUrl?: string) {
    this.redirectUrl = redirectUrl
    if (clientMetadataUrl) this.clientMetadataUrl = clientMetadataUrl
    this.clientMetadata = { client_name: 'A host', redirect_uris: [redirectUrl] }
  }

  state = () => 'the state of the host'
  clientInformation = () => this.client
  saveClientInformation = (client: OAuthClientInformationMixed) => {
    this.client = client
  }
  tokens = () => this.kept
  saveTokens = (tokens: OAuthTokens) => {
    this.kept = tokens
  }
  redirectToAuthorization = (url: URL) => {
    this.asked = url
  }
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier
  }
  codeVerifier = () => this.verifier
  discoveryState = () => this.found
  saveDiscoveryState = (found: OAuthDiscoveryState) => {
    this.found = found
  }
}
