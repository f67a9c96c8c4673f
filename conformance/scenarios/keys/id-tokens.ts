import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import { additionOf, callByDevice, ed25519Key } from '../../clients/device-keys.ts'
import { callWithToken } from '../../clients/rest.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { idToken, openIdProvider } from '../../schemas/openid.ts'
import type { World } from '../../world.ts'

const path = '/auth/id-token'
const audience = 'https://games.example'

const clausesOfInvalid = clausesBy({ '*': ['OPENID-8'] })

export const idTokens = defineScenario('id tokens', async context => {
  await checkClaims(context)
  await checkKeys(context)
  await checkInvalid(context)
})

const request = async (world: World, agent: Identity, payload: object = {}) =>
  requireStatus(await world.call(agent, 'POST', path, { audience, ...payload }), 200).as(idToken)

/** Verifies as a site that knows only the server's address. */
async function verify(world: World, token: string) {
  const described = await world.http.send({ path: '/.well-known/openid-configuration' })
  const provider = requireStatus(described, 200).as(openIdProvider)
  const keySet = await world.http.send({ path: new URL(provider.jwks_uri).pathname })
  const { data } = requireStatus(keySet, 200)
  const { payload } = await jwtVerify(token, createLocalJWKSet(data as never), {
    issuer: provider.issuer,
    audience,
    algorithms: provider.id_token_signing_alg_values_supported,
  })
  return { provider, claims: payload }
}

async function checkClaims({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.agent('bob')
  await check(
    "a site verifies an ID token with the server's documents",
    ['OPENID-1', 'OPENID-3', 'OPENID-4', 'OPENID-5', 'OPENID-6', 'OPENID-7', 'OPENID-10'],
    async () => {
      const { id_token, expires_in } = await request(world, agent, { nonce: 'n-1' })
      equal(expires_in, 300)
      const { provider, claims } = await verify(world, id_token)
      equal(provider.issuer, world.publicUrl)
      ok(!('authorization_endpoint' in provider), 'there is an authorization endpoint')
      const { iat = 0, exp = 0, sub, aud, nonce, preferred_username, profile } = claims
      deepEqual([sub, aud, nonce], [agent.agent_id, audience, 'n-1'])
      deepEqual([preferred_username, profile], [agent.handle, `${world.publicUrl}/@${agent.handle}`])
      equal(exp - iat, 300)
      equal(typeof claims.agency_tier, 'number')
      equal(claims.owner_verified, false)
    },
  )
  await check('each ID token is unique, and has a nonce only if one was requested', ['OPENID-4', 'OPENID-5'], async () => {
    const both = await Promise.all([request(world, agent), request(world, agent)])
    const [one, other] = await Promise.all(both.map(async ({ id_token }) => (await verify(world, id_token)).claims))
    ok(one && other && !('nonce' in one))
    notEqual(one.jti, other.jti)
  })
}

async function checkKeys({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.newAgent('visitor')
  await check('a bearer token cannot obtain an ID token', ['OPENID-2'], async () => {
    const reply = await callWithToken(world.http, await world.token(agent), 'POST', path, { audience })
    requireProblem(reply, 'aui-signature-missing')
  })
  await check('a device key cannot obtain an ID token', ['OPENID-2'], async () => {
    const key = ed25519Key()
    requireStatus(await world.call(agent, 'POST', '/agents/me/keys', additionOf(agent, key)), 201)
    requireProblem(await callByDevice(world.http, agent, key, 'POST', path, { audience }), 'primary-key-required')
  })
}

async function checkInvalid({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.agent('bob')
  for (const [what, value] of [
    ['empty', ''],
    ['of two words', 'a b'],
    ['not ASCII', 'https://ü.example'],
    ['of 256 characters', 'x'.repeat(256)],
  ] as const) {
    await check(`an audience that is ${what} is rejected`, clausesOfInvalid, async () => {
      requireInvalid(await world.call(agent, 'POST', path, { audience: value }), '/audience')
    })
  }
}
