import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { sendForm } from '../../clients/browser.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { type Host, openHost, remote } from '../../clients/oauth.ts'
import { callWithToken, prefix } from '../../clients/rest.ts'
import { generateKeys, type Identity } from '../../clients/signing.ts'
import { claimsFor, grantType, signAssertion } from '../../clients/token.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as shapes from '../../schemas/oauth.ts'
import * as tokenShapes from '../../schemas/tokens.ts'
import type { World } from '../../world.ts'

export const oauthTokens = defineScenario('clients: tokens and grants', async context => {
  await checkForms(context)
  await checkCodes(context)
  await checkRefreshing(context)
  await checkGrants(context)
  await checkEnds(context)
})

function requireError(reply: Reply, error: string, status = 400): void {
  equal(requireStatus(reply, status).data.error, error, reply.describe())
}

const read = (world: World, token: string) => callWithToken(world.http, token, 'GET', '/agents/me')

async function checkForms({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.agent('cody')
  await check('a form without a grant or with two, and JSON, are refused', ['OAUTH-1', 'OAUTH-52'], async () => {
    const host = await openHost(world)
    requireError(await host.token({}), 'invalid_request')
    requireError(await host.token({ grant_type: '' }), 'invalid_request')
    requireError(await host.token('grant_type=refresh_token&grant_type=refresh_token'), 'invalid_request')
    requireError(await host.token({ grant_type: 'password' }), 'unsupported_grant_type')
    const demand = { method: 'POST', path: host.path('token'), body: '{}' }
    requireError(await world.http.send(demand), 'invalid_request', 415)
  })
  await check('an assertion for the token endpoint, or for the issuer, is accepted in a form', ['OAUTH-1', 'OAUTH-53'], async () => {
    const host = await openHost(world)
    for (const audience of [world.tokenAudience, `${world.publicUrl}${host.path('token')}`, world.publicUrl]) {
      const assertion = await signAssertion(claimsFor(agent, audience), agent.privateKey)
      const { scope } = (await host.token({ grant_type: grantType, assertion })).as(tokenShapes.tokenGrant)
      equal(scope, 'feed:read')
    }
    const elsewhere = await signAssertion(claimsFor(agent, 'https://elsewhere.example'), agent.privateKey)
    requireError(await host.token({ grant_type: grantType, assertion: elsewhere }), 'invalid_grant')
  })
}

async function checkCodes({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.agent('cody')
  await check(
    'a code is valid for its client, redirect URI and verifier, once',
    ['OAUTH-60', 'OAUTH-61', 'OAUTH-62', 'OAUTH-63', 'OAUTH-65', 'OAUTH-66'],
    async () => {
      const host = await openHost(world)
      const waiting = await host.wait(agent.handle, { resource: `${world.publicUrl}/mcp` })
      await host.approve(agent, waiting)
      const form = await host.redemption(waiting)
      const rows: [Data, string][] = [
        [{ client_id: await host.client(remote) }, 'invalid_grant'],
        [{ client_id: '0199f3c2-6a00-7000-8000-00000000aaaa' }, 'invalid_client'],
        [{ redirect_uri: remote }, 'invalid_grant'],
        [{ code_verifier: randomBytes(32).toString('base64url') }, 'invalid_grant'],
        [{ code_verifier: '' }, 'invalid_request'],
        [{ resource: `${world.publicUrl}/mcp/readonly` }, 'invalid_target'],
      ]
      for (const [change, error] of rows) requireError(await host.token({ ...form, ...change }), error)
      const grant = (await host.token(form)).as(shapes.grant)
      deepEqual(grant.scope.split(' ').sort(), ['feed:read', 'post:write'])
      requireStatus(await read(world, grant.access_token), 200)
      requireError(await host.token(form), 'invalid_grant')
      requireProblem(await read(world, grant.access_token), 'invalid-token')
      await requireNoRefresh(host, waiting.client_id, grant.refresh_token)
    },
  )
}

async function requireNoRefresh(host: Host, client_id: string, refresh_token: string): Promise<void> {
  requireError(await host.token({ grant_type: 'refresh_token', client_id, refresh_token }), 'invalid_grant')
}

async function checkRefreshing({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.agent('cody')
  await check(
    'refresh tokens rotate; reuse of a former one ends the grant',
    ['OAUTH-66', 'OAUTH-67', 'OAUTH-68', 'OAUTH-69', 'OAUTH-70'],
    async () => {
      const host = await openHost(world)
      const { client_id, access_token, refresh_token } = await host.connect(agent)
      const refresh = (refresh_token: string, more: Data = {}) =>
        host.token({ grant_type: 'refresh_token', client_id, refresh_token, ...more })
      requireError(await refresh(refresh_token, { scope: 'feed:read dm:read' }), 'invalid_scope')
      requireError(await refresh(refresh_token, { client_id: await host.client(remote) }), 'invalid_grant')
      requireError(await refresh(refresh_token, { resource: 'https://elsewhere.example/mcp' }), 'invalid_target')
      const resource = `${world.publicUrl}/mcp`
      const second = (await refresh(refresh_token, { scope: 'feed:read', resource })).as(shapes.grant)
      equal(second.scope, 'feed:read')
      ok(second.refresh_token !== refresh_token, 'the refresh token stays')
      const third = (await refresh(second.refresh_token)).as(shapes.grant)
      equal(third.scope.split(' ').length, 2)
      for (const token of [access_token, second.access_token, third.access_token]) {
        requireStatus(await read(world, token), 200)
      }
      requireError(await refresh(refresh_token), 'invalid_grant')
      for (const token of [access_token, second.access_token, third.access_token]) {
        requireProblem(await read(world, token), 'invalid-token')
      }
      requireError(await refresh(third.refresh_token), 'invalid_grant')
    },
  )
}

const granted = async (world: World, agent: Identity) =>
  requireStatus(await world.call(agent, 'GET', '/tokens'), 200).as(shapes.granted).tokens

async function checkGrants({ check, world }: ScenarioContext): Promise<void> {
  const [agent, other] = [await world.newAgent('grants'), await world.agent('cody')]
  await check('an agent lists its grants, newest first, and can end each', ['OAUTH-71', 'OAUTH-72', 'OAUTH-73', 'OAUTH-74'], async () => {
    const host = await openHost(world)
    const first = await host.connect(agent)
    const second = await host.connect(agent, remote)
    const tokens = await granted(world, agent)
    deepEqual(
      tokens.map(token => [token.client_id, token.redirect_host, token.client_name]),
      [
        [second.client_id, 'connector.example', 'A host'],
        [first.client_id, '127.0.0.1:33418', 'A host'],
      ],
    )
    const id = tokens[0]!.id
    requireStatus(await world.call(other, 'DELETE', `/tokens/${id}`), 200)
    requireStatus(await read(world, second.access_token), 200)
    for (const _ of [1, 2]) {
      deepEqual(requireStatus(await world.call(agent, 'DELETE', `/tokens/${id}`), 200).data, { ended: true, id })
    }
    requireProblem(await read(world, second.access_token), 'invalid-token')
    await requireNoRefresh(host, second.client_id, second.refresh_token)
    requireStatus(await read(world, first.access_token), 200)
    equal((await granted(world, agent)).length, 1)
    const again = await host.wait(agent.handle, {}, remote)
    requireProblem(await host.approve(agent, again), 'redirect-host-not-allowed')
  })
}

async function checkEnds({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.newAgent('ends')
  for (const kind of ['access_token', 'refresh_token'] as const) {
    await check(`revoking the ${kind} ends the grant, as JSON and as a form`, ['OAUTH-75'], async () => {
      const host = await openHost(world)
      const endings = [
        (token: string) => world.http.send({ method: 'POST', path: `${prefix}/auth/revoke`, body: JSON.stringify({ token }) }),
        (token: string) => sendForm(world.http, host.path('revocation'), { token }),
      ]
      for (const revoke of endings) {
        const grant = await host.connect(agent)
        requireStatus(await revoke(grant[kind]), 200)
        requireProblem(await read(world, grant.access_token), 'invalid-token')
        await requireNoRefresh(host, grant.client_id, grant.refresh_token)
      }
    })
  }
  await check("rotating the agent's key ends the grants", ['OAUTH-76'], async () => {
    const host = await openHost(world)
    const grant = await host.connect(agent)
    const { privateKey, public_key_pem } = await generateKeys()
    requireStatus(await world.call(agent, 'POST', '/agents/me/keys/rotate', { public_key_pem }), 200)
    requireProblem(await read(world, grant.access_token), 'invalid-token')
    await requireNoRefresh(host, grant.client_id, grant.refresh_token)
    deepEqual(await granted(world, { ...agent, privateKey, public_key_pem }), [])
  })
}
