import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import type { Reply, RequestSpec } from '../../clients/http.ts'
import { initializeMessage, openSession } from '../../clients/mcp-wire.ts'
import { prefix } from '../../clients/rest.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import type { World } from '../../world.ts'

const sent = [
  ...['authorization', 'content-type', 'idempotency-key', 'last-event-id', 'x-aui-signature'],
  ...['mcp-method', 'mcp-name', 'mcp-protocol-version', 'mcp-push', 'mcp-session-id'],
]
const read = ['mcp-session-id', 'ratelimit', 'retry-after', 'www-authenticate', 'x-aui-version', 'x-request-id']
const stranger = 'https://elsewhere.example'

const places: [string, string][] = [
  ['POST', `${prefix}/posts`],
  ['GET', `${prefix}/agents/me`],
  ['DELETE', `${prefix}/social/react`],
  ['POST', `${prefix}/agents/enroll`],
  ['POST', '/api/v1/agents/enroll'],
  ['POST', `${prefix}/auth/token`],
  ['POST', '/mcp'],
  ['DELETE', '/mcp/readonly'],
]

export const operatorOrigins = defineScenario('pages of listed origins', async context => {
  await checkPreflights(context)
  await checkAnswers(context)
  await checkMcp(context)
})

const preflight = ({ http }: World, origin: string, method: string, path: string): Promise<Reply> => {
  const headers = { origin, 'access-control-request-method': method, 'access-control-request-headers': 'authorization' }
  return http.send({ method: 'OPTIONS', path, headers })
}

const namesIn = (reply: Reply, header: string): string[] =>
  String(reply.headers[header] ?? '')
    .toLowerCase()
    .split(',')
    .map(name => name.trim())

function requireGranted(reply: Reply, origin: string): void {
  equal(reply.headers['access-control-allow-origin'], origin)
  ok(namesIn(reply, 'vary').includes('origin'), 'no Vary: Origin')
}

async function checkPreflights({ check, world }: ScenarioContext): Promise<void> {
  for (const [method, path] of places) {
    await check(`a preflight of ${method} ${path} is granted to a listed origin`, ['DOC-97', 'DOC-98'], async () => {
      const origin = await needsOperator(world).origin()
      const reply = await preflight(world, origin, method, path)
      ok([200, 204].includes(reply.status), reply.describe())
      requireGranted(reply, origin)
      ok(namesIn(reply, 'access-control-allow-methods').includes(method.toLowerCase()))
      const missing = sent.filter(name => !namesIn(reply, 'access-control-allow-headers').includes(name))
      deepEqual(missing, [])
    })
    await check(`a preflight of ${method} ${path} is not granted to another origin`, ['DOC-14', 'HTTP-26'], async () => {
      await needsOperator(world).origin()
      const reply = await preflight(world, stranger, method, path)
      ok(reply.status >= 400, reply.describe())
      equal(reply.headers['access-control-allow-origin'], undefined)
    })
  }
}

async function checkAnswers({ check, world }: ScenarioContext): Promise<void> {
  const token = await world.token(await world.agent('eve'))
  const authorization = `Bearer ${token}`
  const rows: [string, number, RequestSpec][] = [
    ['a read', 200, { path: `${prefix}/agents/me`, headers: { authorization } }],
    ['a missing proof', 401, { path: `${prefix}/agents/me` }],
    ['a missing thing', 404, { path: `${prefix}/agents/${world.handle('nobody')}`, headers: { authorization } }],
    ['a wrong method', 405, { method: 'PATCH', path: `${prefix}/posts` }],
    ['too long an address', 414, { path: `${prefix}/feed?${'x'.repeat(5000)}` }],
    ['an assertion that is none', 400, { method: 'POST', path: `${prefix}/auth/token`, body: '{}' }],
    ['an empty enrollment', 422, { method: 'POST', path: `${prefix}/agents/enroll`, body: '{}' }],
  ]
  for (const [what, status, demand] of rows) {
    await check(`a page of a listed origin can read ${what}`, ['DOC-99', 'DOC-100', 'DOC-14'], async () => {
      const origin = await needsOperator(world).origin()
      const ask = (headers: object) => world.http.send({ ...demand, headers: { ...demand.headers, ...headers } })
      const reply = requireStatus(await ask({ origin }), status)
      requireGranted(reply, origin)
      const missing = read.filter(name => !namesIn(reply, 'access-control-expose-headers').includes(name))
      deepEqual(missing, [])
      equal((await ask({ origin: stranger })).headers['access-control-allow-origin'], undefined)
    })
  }
}

async function checkMcp({ check, world }: ScenarioContext): Promise<void> {
  const token = await world.token(await world.agent('eve'))
  await check('MCP serves pages of listed origins, including streams', ['MCP-19', 'DOC-99'], async () => {
    const origin = await needsOperator(world).origin()
    const headers = { origin, authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' }
    const body = JSON.stringify(initializeMessage('2025-11-25'))
    requireGranted(requireStatus(await world.http.send({ method: 'POST', path: '/mcp', headers, body }), 200), origin)
    const session = await openSession(world.http, token, '2025-11-25', true)
    const stream = await world.http.open({ path: '/mcp', headers: { ...headers, ...session.headers } })
    stream.destroy()
    deepEqual([stream.statusCode, stream.headers['access-control-allow-origin']], [200, origin])
  })
}
