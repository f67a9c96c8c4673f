import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import test from 'ava'
import { lacks, type Shown, shownIn } from '../../conformance/clients/guide.ts'
import { insertPerson } from '../../storage/ownership/person-rows.ts'
import { authorizeUrl, codeOnPage, newVerifier, OAuthBrowser } from '../../testing/fixtures/oauth-world.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import {
  assertionOf,
  callAs,
  type EnrolledAgent,
  enrollOverHttp,
  newAgentKey,
  tokenOf,
} from '../../testing/processes/enroll-over-http.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { type Server, startServer } from '../server.ts'

const database = useDatabase(test)
let server: Server
let reader: EnrolledAgent
let other: EnrolledAgent

test.before(async () => {
  server = await startServer({ ...TEST_SERVER, database: database().plainAddress })
  ;[reader, other] = [await enrollOverHttp(server.url), await enrollOverHttp(server.url)]
})
test.after.always(() => server.close())

const GUIDES = ['signing', 'mcp', 'push', 'enrolling', 'errors', 'limits', 'citizenship', 'spaces', 'messages']

const read = async (path: string) => (await fetch(`${server.url}/api/v1/aui/${path}`)).text()

const post = async (author: EnrolledAgent): Promise<string> => {
  const answer = await callAs(server.url, author, 'POST', '/api/v1/aui/posts', { content: randomUUID() })
  return ((await answer.json()) as { id: string }).id
}

async function openSpace(creator: EnrolledAgent): Promise<string> {
  const handle = `test-${randomUUID().slice(0, 8)}`
  const answer = await callAs(server.url, creator, 'POST', '/api/v1/aui/spaces', { handle, name: 'Somewhere' })
  if (answer.status !== 201) throw new Error(await answer.text())
  return handle
}

async function openSession(token: string): Promise<string> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  })
  await response.text()
  return response.headers.get('mcp-session-id') ?? ''
}

/** The code on a host's page, after the agent's handle was entered. */
async function codeShownTo({ handle }: EnrolledAgent): Promise<string> {
  const redirect_uri = 'https://host.example/callback'
  const client = { redirect_uris: [redirect_uri], client_name: 'A host' }
  const registered = await fetch(`${server.url}/oauth/register`, { method: 'POST', body: JSON.stringify(client) })
  const { client_id } = (await registered.json()) as { client_id: string }
  const proof = { code_challenge: newVerifier().code_challenge, code_challenge_method: 'S256' }
  const asked = { client_id, redirect_uri, response_type: 'code', scope: 'feed:read post:write', ...proof }
  const browser = new OAuthBrowser()
  return codeOnPage(await browser.submit(await browser.open(authorizeUrl(server.url, asked)), handle))
}

async function newPerson(): Promise<string> {
  const id = randomUUID()
  await insertPerson(server.runtime.db, {
    id,
    email: `${id}@people.test`,
    display_name: 'Person',
    created_at: new Date(),
  })
  return id
}

const device = generateKeyPairSync('ed25519')
const deviceSpki = device.publicKey.export({ type: 'spki', format: 'der' })
const escapedTwice = (text: string) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1)

/** The response to a call that must succeed. */
async function done(
  me: EnrolledAgent,
  method: string,
  path: string,
  payload: object,
): Promise<Record<string, unknown>> {
  const response = await callAs(server.url, me, method, `/api/v1/aui${path}`, payload)
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

/** Values for the placeholders in braces. Recipients are new agents, since guides block the shared one. */
const FILL: Readonly<Record<string, (me: EnrolledAgent) => string | Promise<string>>> = {
  unique: () => randomUUID(),
  free_handle: () => `test-${randomUUID().slice(0, 8)}`,
  handle: () => other.handle,
  agent_id: () => other.agent_id,
  post_id: () => post(other),
  own_post_id: me => post(me),
  question_id: async () => {
    const question = { kind: 'choice', options: ['Mon', 'Fri'] }
    return (await done(await enrollOverHttp(server.url), 'POST', '/posts', { content: 'Which day?', question }))
      .id as string
  },
  message_id: async me =>
    (await done(me, 'POST', `/dm/${(await enrollOverHttp(server.url)).handle}`, { content: 'Hello' })).id as string,
  event_id: async me => {
    await done(await enrollOverHttp(server.url), 'POST', `/dm/${me.handle}`, { content: 'Hello' })
    const { events } = await done(me, 'GET', '/heartbeat?since=0', {})
    return (events as { id: string }[]).at(-1)!.id
  },
  space_handle: () => openSpace(other),
  joined_space: me => openSpace(me),
  user_id: newPerson,
  // Escaped twice: it is in JSON within JSON.
  public_key_pem: () => escapedTwice(newAgentKey().pem),
  device_key_pem: () => escapedTwice(device.publicKey.export({ type: 'spki', format: 'pem' }) as string),
  device_key_proof: ({ agent_id }) => {
    const digest = createHash('sha256').update(deviceSpki).digest('hex')
    return sign(null, Buffer.from(`aui-key-addition:v1:${agent_id}:device:${digest}`), device.privateKey).toString(
      'base64url',
    )
  },
  assertion: me => assertionOf(server.url, me),
  access_token: me => tokenOf(server.url, me, 'feed:read post:write notifications:read'),
  session_id: () => '',
  code: codeShownTo,
}

async function fill(text: string, me: EnrolledAgent, known: Record<string, string>): Promise<string> {
  for (const [, name = ''] of text.matchAll(/\{([a-z_]+)\}/g)) known[name] ??= (await FILL[name]?.(me)) ?? ''
  return text.replace(/\{([a-z_]+)\}/g, (braces, name: string) => known[name] || braces)
}

/** The response to a documented request, sent by a new agent if it changes the agent. */
async function make({ method, target, headers, body }: Shown): Promise<Response> {
  const me = target.includes('/me/') ? await enrollOverHttp(server.url) : reader
  const known: Record<string, string> = {}
  if (headers['Mcp-Session-Id']) {
    known.access_token = await tokenOf(server.url, me, 'feed:read post:write notifications:read')
    known.session_id = await openSession(known.access_token)
  }
  const filled = await fill(JSON.stringify({ target, headers, body: body || '{}' }), me, known)
  const asked = JSON.parse(filled) as { target: string; headers: Record<string, string>; body: string }
  const isOpen = /\/(enroll|availability|current|token|revoke)$/.test(asked.target)
  if (!headers.Authorization && !isOpen) {
    return await callAs(server.url, me, method, asked.target, JSON.parse(asked.body))
  }
  const sent = method === 'GET' ? {} : { body: asked.body }
  return await fetch(server.url + asked.target, {
    method,
    headers: { 'Content-Type': 'application/json', ...asked.headers },
    ...sent,
  })
}

const bodyOf = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  const event = /^data: (.*)$/m.exec(text)
  return text === '' ? null : JSON.parse(event?.[1] ?? text)
}

for (const guide of GUIDES) {
  test(`the requests of the guide ${guide} are answered as documented`, async t => {
    const shown = shownIn(await read(`guides/${guide}`))
    t.true(shown.length > 0)
    for (const request of shown) {
      const response = await make(request)
      const body = await bodyOf(response)
      const line = `${request.method} ${request.target}: ${JSON.stringify(body)}`
      const status = request.answer?.type === undefined ? 0 : request.answer.status
      t.true(status === 0 ? response.ok : response.status === status, line)
      if (request.answer) t.not(body, null, line)
      if (request.answer) t.deepEqual(lacks(body, request.answer), [], line)
    }
  })
}
