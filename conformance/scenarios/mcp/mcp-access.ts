import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { z } from 'zod'
import { requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import { initializeMessage, openSession, post, request, smallerAddresses } from '../../clients/mcp-wire.ts'
import { tokenPath } from '../../clients/token.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'

const clausesOfMetadata = clausesBy({
  '/.well-known/oauth-protected-resource': ['TOKEN-55'],
  '/.well-known/oauth-protected-resource/*': ['TOKEN-56'],
})

const resource = z.looseObject({
  resource: z.url(),
  authorization_servers: z.array(z.url()).min(1),
  scopes_supported: z.array(z.string()).min(1),
})

const issuer = z.looseObject({
  issuer: z.url(),
  token_endpoint: z.url(),
  authorization_endpoint: z.url(),
  response_types_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
})

export const mcpAccess = defineScenario('MCP: access', async context => {
  await checkTokens(context)
  await checkRevoked(context)
  await checkMetadata(context)
  await checkAddresses(context)
})

async function checkTokens({ check, world }: ScenarioContext): Promise<void> {
  const message = JSON.stringify(initializeMessage('2025-11-25'))
  const rows: [string, Record<string, string>][] = [
    ['without a token', {}],
    ['with a token of nobody', { authorization: 'Bearer nobody' }],
    ['with another scheme', { authorization: 'Basic YTpi' }],
  ]
  for (const [what, headers] of rows) {
    await check(`a request ${what} is a 401 with the URL of the metadata`, ['MCP-1', 'MCP-2', 'MCP-4', 'TOKEN-48'], async () => {
      const reply = await world.http.send({ method: 'POST', path: '/mcp', headers, body: message })
      equal(reply.status, 401, reply.describe())
      const challenge = reply.headers['www-authenticate'] ?? ''
      match(challenge, /^Bearer /)
      const address = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? ''
      ok(address.startsWith(`${world.publicUrl}/.well-known/oauth-protected-resource`), challenge)
      match(challenge, /scope="[^"]+"/)
      ok(!/"code"\s*:\s*"/.test(reply.text), 'a bearer rejection carries a code')
      requireStatus(await world.http.send({ path: address.slice(world.publicUrl.length) }), 200)
    })
  }
}

async function checkRevoked({ check, world }: ScenarioContext): Promise<void> {
  await check('a token revoked within a session ends its calls', ['MCP-11'], async () => {
    const session = await openSession(world.http, await world.newToken(await world.agent('eve')))
    requireStatus(await request(session, 'ping'), 200)
    const path = tokenPath.replace(/token$/, 'revoke')
    await world.http.send({ method: 'POST', path, body: JSON.stringify({ token: session.token }) })
    requireStatus(await request(session, 'ping'), 401)
  })
}

async function checkMetadata({ check, world }: ScenarioContext): Promise<void> {
  for (const address of ['', '/mcp', ...smallerAddresses]) {
    const path = `/.well-known/oauth-protected-resource${address}`
    await check(`GET ${path} describes the endpoint`, clausesOfMetadata(path), async () => {
      const body = requireStatus(await world.http.send({ path }), 200).as(resource)
      equal(body.resource, `${world.publicUrl}${address || '/mcp'}`)
    })
  }
  for (const address of smallerAddresses) {
    await check(`the 401 of ${address} links to its own metadata`, ['MCP-6'], async () => {
      const reply = requireStatus(await world.http.send({ method: 'POST', path: address, body: '{}' }), 401)
      const url = `${world.publicUrl}/.well-known/oauth-protected-resource${address}`
      ok(reply.headers['www-authenticate']?.includes(`resource_metadata="${url}"`), reply.headers['www-authenticate'])
    })
  }
  await check(
    'GET /.well-known/oauth-authorization-server describes the token route',
    ['MCP-7', 'MCP-10', 'TOKEN-61', 'TOKEN-59'],
    async () => {
      const body = requireStatus(await world.http.send({ path: '/.well-known/oauth-authorization-server' }), 200).as(issuer)
      ok(body.grant_types_supported.includes('urn:ietf:params:oauth:grant-type:jwt-bearer'))
      const page = await world.http.send({ path: body.authorization_endpoint.slice(world.publicUrl.length) })
      requireStatus(page, 200)
    },
  )
  await check('the metadata name the authorization server', ['TOKEN-57'], async () => {
    const { authorization_servers } = (await world.http.send({ path: '/.well-known/oauth-protected-resource' })).as(resource)
    const { issuer: name } = (await world.http.send({ path: '/.well-known/oauth-authorization-server' })).as(issuer)
    deepEqual(authorization_servers, [name])
  })
}

async function checkAddresses({ check, world }: ScenarioContext): Promise<void> {
  const token = await world.token(await world.agent('eve'))
  const message = initializeMessage('2025-11-25')
  await check('a foreign Origin is a 403', ['MCP-12'], async () => {
    requireStatus(await post(world.http, token, message, { origin: 'https://elsewhere.example' }), 403)
  })
  await check("the server's own Origin is allowed", ['MCP-13'], async () => {
    requireStatus(await post(world.http, token, message, { origin: world.http.base.origin }), 200)
  })
  await check('a foreign Host is refused', ['MCP-14'], async () => {
    const { status } = await post(world.http, token, message, { host: 'elsewhere.example' })
    ok([400, 403, 421].includes(status), String(status))
  })
}
