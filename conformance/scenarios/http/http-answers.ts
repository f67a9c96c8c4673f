import { equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Reply, RequestSpec } from '../../clients/http.ts'
import { sendBytes } from '../../clients/raw.ts'
import { prefix, signedDemand } from '../../clients/rest.ts'
import { tokenPath } from '../../clients/token.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import type { World } from '../../world.ts'

const clausesOfVersionHeader = clausesBy({
  '* below the prefix is a 2* with X-AUI-Version: 1': ['VER-1', 'HTTP-48', 'HTTP-49', 'HTTP-50'],
  'a route that has ended below the prefix is a 410 with X-AUI-Version: 1': [
    'VER-1',
    'HTTP-48',
    'HTTP-49',
    'HTTP-50',
    'HTTP-47',
    'VER-11',
    'VER-13',
    'VER-15',
  ],
  'malformed JSON below the prefix is a 400 with X-AUI-Version: 1': ['VER-1', 'HTTP-48', 'HTTP-49', 'HTTP-50', 'HTTP-47'],
  'an unsound handle below the prefix is a 400 with X-AUI-Version: 1': ['VER-1', 'HTTP-48', 'HTTP-49', 'HTTP-50', 'HTTP-47'],
  'a missing signature below the prefix is a 401 with X-AUI-Version: 1': ['VER-1', 'HTTP-48', 'HTTP-49', 'HTTP-50', 'HTTP-47'],
  'an unknown token below the prefix is a 401 with X-AUI-Version: 1': ['VER-1', 'HTTP-48', 'HTTP-49', 'HTTP-50', 'HTTP-47'],
  'a missing scope below the prefix is a 403 with X-AUI-Version: 1': ['VER-1', 'HTTP-48', 'HTTP-49', 'HTTP-50', 'HTTP-47'],
  'a path that nothing has below the prefix is a 404 with X-AUI-Version: 1': ['VER-1', 'HTTP-48', 'HTTP-49', 'HTTP-50', 'HTTP-47'],
  'the prefix itself below the prefix is a 404 with X-AUI-Version: 1': ['VER-1', 'HTTP-48', 'HTTP-49', 'HTTP-50', 'HTTP-47'],
  'a missing thing below the prefix is a 404 with X-AUI-Version: 1': ['VER-1', 'HTTP-48', 'HTTP-49', 'HTTP-50', 'HTTP-47'],
  'another method below the prefix is a 405 with X-AUI-Version: 1': ['VER-1', 'HTTP-48', 'HTTP-49', 'HTTP-50', 'HTTP-47'],
  'a taken key below the prefix is a 409 with X-AUI-Version: 1': ['VER-1', 'HTTP-48', 'HTTP-49', 'HTTP-50', 'HTTP-47'],
  'a contest of what stands below the prefix is a 409 with X-AUI-Version: 1': ['VER-1', 'HTTP-48', 'HTTP-49', 'HTTP-50', 'HTTP-47'],
  'too large a body below the prefix is a 413 with X-AUI-Version: 1': ['VER-1', 'HTTP-48', 'HTTP-49', 'HTTP-50', 'HTTP-47'],
  'too long an address below the prefix is a 414 with X-AUI-Version: 1': ['VER-1', 'HTTP-48', 'HTTP-49', 'HTTP-50', 'HTTP-47'],
  'a compressed body below the prefix is a 415 with X-AUI-Version: 1': ['VER-1', 'HTTP-48', 'HTTP-49', 'HTTP-50', 'HTTP-47'],
  'a form below the prefix is a 415 with X-AUI-Version: 1': ['VER-1', 'HTTP-48', 'HTTP-49', 'HTTP-50', 'HTTP-47'],
  'an input that does not fit below the prefix is a 422 with X-AUI-Version: 1': ['VER-1', 'HTTP-48', 'HTTP-49', 'HTTP-50', 'HTTP-47'],
  'too large a header below the prefix is a 431 with X-AUI-Version: 1': ['VER-1', 'HTTP-48', 'HTTP-49', 'HTTP-50', 'HTTP-47'],
})

const clausesOfVersionHeaderOutside = clausesBy({
  '* is a 200 without X-AUI-Version': ['VER-2', 'HTTP-48', 'HTTP-49', 'HTTP-50'],
  '* is a 4* without X-AUI-Version': ['VER-2', 'HTTP-48', 'HTTP-49', 'HTTP-50', 'HTTP-47'],
})

/** A response of every status, below the prefix and elsewhere. */
export const httpAnswers = defineScenario('http: answers', async context => {
  const { check, world } = context
  for (const [what, status, demand] of [...(await refusedBelow(world)), ...(await servedBelow(world))]) {
    await check(`${what} below the prefix is a ${status} with X-AUI-Version: 1`, clausesOfVersionHeader, async () => {
      const reply = requireStatus(await world.http.send(demand), status)
      equal(reply.headers['x-aui-version'], '1')
      await requireGuarded(world, demand, reply)
    })
  }
  for (const [what, status, demand] of await elsewhere(world)) {
    await check(`${what} is a ${status} without X-AUI-Version`, clausesOfVersionHeaderOutside, async () => {
      const reply = requireStatus(await world.http.send(demand), status)
      equal(reply.headers['x-aui-version'], undefined)
      await requireGuarded(world, demand, reply)
    })
  }
  await checkSuccesses(context)
  await checkBroken(context)
})

type Asked = [what: string, status: number, demand: RequestSpec]

/** The headers that every response has, and those that change in a second one. */
async function requireGuarded({ http }: World, demand: RequestSpec, { status, headers }: Reply): Promise<void> {
  equal(headers['x-content-type-options'], 'nosniff')
  const policy = String(headers['content-security-policy'])
  match(policy, /default-src 'none'/)
  ok(!/script-src|unsafe-eval|img-src|frame-src|connect-src/.test(policy), policy)
  const again = await http.send(demand)
  const ids = [headers['x-request-id'], again.headers['x-request-id']].map(String)
  for (const id of ids) match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  equal(new Set(ids).size, 2, 'two requests have one id')
  if (status >= 400) equal(headers['cache-control'], 'no-store')
}

async function refusedBelow(world: World): Promise<Asked[]> {
  const ann = await world.agent('ann')
  const token = await world.token(ann, 'feed:read')
  const { handle, name, public_key_pem } = ann
  const post = (path: string, body: string, headers = {}): RequestSpec => ({
    method: 'POST',
    path: prefix + path,
    body,
    headers,
  })
  const enroll = (body: object) => post('/agents/enroll', JSON.stringify(body))
  return [
    ['malformed JSON', 400, post('/agents/enroll', '{')],
    ['an unsound handle', 400, { path: `${prefix}/handles/A/availability` }],
    ['a missing signature', 401, post('/ping', '{}')],
    ['an unknown token', 401, post('/posts', '{}', { authorization: 'Bearer nobody' })],
    ['a missing scope', 403, post('/posts', '{}', { authorization: `Bearer ${token}` })],
    ['a path that nothing has', 404, { path: `${prefix}/no-such-route` }],
    ['the prefix itself', 404, { path: prefix }],
    ['another method', 405, { method: 'DELETE', path: `${prefix}/posts` }],
    ['a taken key', 409, enroll({ handle, name, public_key_pem })],
    ['a route that has ended', 410, post('/social/unbookmark', '{}')],
    ['too large a body', 413, { method: 'POST', path: tokenPath, body: JSON.stringify('x'.repeat(17_000)) }],
    ['too long an address', 414, { path: `${prefix}/version?${'x'.repeat(5_000)}` }],
    ['a compressed body', 415, post('/agents/enroll', '{}', { 'content-encoding': 'gzip' })],
    ['a form', 415, post('/auth/token', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })],
    ['an input that does not fit', 422, enroll({})],
    ['too large a header', 431, { path: `${prefix}/agents/me`, headers: { 'X-AUI-Signature': 'x'.repeat(9_000) } }],
  ]
}

async function servedBelow(world: World): Promise<Asked[]> {
  const ann = await world.agent('ann')
  const sign = (method: string, path: string, payload = {}) => signedDemand(world.http, ann, method, path, payload)
  const { id } = requireStatus(await world.call(ann, 'POST', '/posts', { content: world.text('held') }), 201).data
  const comments = `/posts/${id}/comments`
  const comment = requireStatus(await world.call(ann, 'POST', comments, { content: 'held' }), 201).data
  return [
    ['a document', 200, { path: `${prefix}/version` }],
    ['a preflight', 204, { method: 'OPTIONS', path: `${prefix}/version` }],
    ['a read', 200, sign('GET', '/agents/me')],
    ['a post', 201, sign('POST', '/posts', { content: world.text('answered') })],
    ['a reaction that is taken back', 204, sign('DELETE', `${comments}/${comment.id}/react`)],
    ['a missing thing', 404, sign('GET', `/posts/${randomUUID()}`)],
    ['a contest of what stands', 409, sign('POST', `/posts/${id}/contest`, { explanation: 'but' })],
  ]
}

async function elsewhere(world: World): Promise<Asked[]> {
  const authorization = `Bearer ${await world.token(await world.agent('ann'))}`
  const post = (path: string, body: string, headers = {}): RequestSpec => ({ method: 'POST', path, body, headers })
  return [
    ['health', 200, { path: '/healthz' }],
    ['the page of a problem', 200, { path: '/errors/not-found' }],
    ['the metadata of MCP', 200, { path: '/.well-known/oauth-protected-resource' }],
    ['the enrollment alias, refusing', 422, post('/api/v1/agents/enroll', '{}')],
    ['the enrollment alias, overrun', 413, post('/api/v1/agents/enroll', JSON.stringify('x'.repeat(33_000)))],
    ['the enrollment alias, read', 405, { path: '/api/v1/agents/enroll' }],
    ['a catalogue of nobody', 404, { path: `/api/v1/agents/${world.handle('nobody')}/services` }],
    ['/mcp without a token', 401, post('/mcp', '{}')],
    ['/mcp, overrun', 413, post('/mcp', JSON.stringify('x'.repeat(800_000)), { authorization })],
    ['the constitution', 200, { path: '/api/v1/constitution/current' }],
    ['a permalink of nothing', 404, { path: '/p/000000000000', headers: { accept: 'application/json' } }],
    ['a path beside the prefix', 404, { path: `${prefix}x/version` }],
  ]
}

async function checkSuccesses({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  await check('reads, writes and tokens are JSON in UTF-8, and not cacheable', ['HTTP-45', 'HTTP-46'], async () => {
    const content = world.text('Grüße')
    const replies = [
      await world.call(ann, 'GET', '/agents/me'),
      await world.call(ann, 'POST', '/posts', { content }),
      await world.http.send({ method: 'POST', path: tokenPath.replace(/token$/, 'revoke'), body: '{}' }),
    ]
    for (const { status, headers } of replies) {
      ok([200, 201].includes(status))
      match(String(headers['content-type']), /^application\/json(; ?charset=utf-8)?$/i)
      equal(headers['cache-control'], 'no-store')
    }
    ok(replies[1]?.bytes.includes(Buffer.from(content, 'utf8')) || replies[1]?.data.content === content)
  })
  await check('a 204 has no body', ['HTTP-45'], async () => {
    const { id } = requireStatus(await world.call(ann, 'POST', '/posts', { content: world.text('emptied') }), 201).data
    const comment = requireStatus(await world.call(ann, 'POST', `/posts/${id}/comments`, { content: 'x' }), 201).data.id
    const reply = await world.call(ann, 'DELETE', `/posts/${id}/comments/${comment}/react`)
    equal(requireStatus(reply, 204).bytes.length, 0)
    equal(reply.headers['content-type'], undefined)
  })
}

async function checkBroken({ check, world }: ScenarioContext): Promise<void> {
  await check('a request without Host is a 400', ['HTTP-52'], async () => {
    const { text } = await sendBytes(world.http, `GET ${world.http.prefix}${prefix}/version HTTP/1.1\r\nConnection: close\r\n\r\n`)
    match(text, /^HTTP\/1\.1 400 /)
  })
  for (const [what, bytes] of [
    ['words', 'hello there\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost localhost\r\n\r\n'],
    ['a length that is no number', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n'],
    ['the handshake of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ] as const) {
    await check(`${what} instead of a request is a 400 with a problem, and closes the connection`, ['HTTP-53'], async () => {
      const { text, ended } = await sendBytes(world.http, bytes)
      match(text, /^HTTP\/1\.1 400 /)
      match(text, /content-type: application\/problem\+json/i)
      match(text, /"status":400/)
      ok(ended, 'the connection is still open')
    })
  }
}
