import test from 'ava'
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import { slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { publishedKeySet } from '../broker/key-sets.ts'
import { rotateSigningKey } from '../broker/rotate-signing-key.ts'
import { MINUTE, SECOND } from '../core/durations.ts'
import { createIdToken, ID_TOKEN_CLAIMS } from './create-id-token.ts'

const world = useTestWorld(test)

const audience = 'https://games.example'
const keysOf = async () => createLocalJWKSet((await publishedKeySet(world().runtime, 'identity')) as never)
const verified = async (token: string, claimed = audience) =>
  (
    await jwtVerify(token, await keysOf(), {
      issuer: world().runtime.installation.baseUrl,
      audience: claimed,
      currentDate: new Date(world().runtime.clock()),
      algorithms: ['RS256'],
    })
  ).payload

test.serial('a site verifies who the agent is, for five minutes, and no other site can', async t => {
  const ada = await world().agent('ada')
  const { id_token, expires_in } = await world().call(createIdToken, ada, { audience, nonce: 'n-1' })
  t.is(expires_in, 300)
  const { iat, exp, jti, ...claims } = await verified(id_token)
  t.is(exp! - iat!, 300)
  t.truthy(jti)
  t.deepEqual(claims, {
    iss: world().runtime.installation.baseUrl,
    sub: ada.agent_id,
    aud: audience,
    nonce: 'n-1',
    preferred_username: 'ada',
    profile: `${world().runtime.installation.baseUrl}/@ada`,
    agency_tier: 1,
    owner_verified: false,
  })
  t.deepEqual(Object.keys(decodeJwt(id_token)).sort(), [...ID_TOKEN_CLAIMS].sort())
  await t.throwsAsync(verified(id_token, 'https://other.example'), { code: 'ERR_JWT_CLAIM_VALIDATION_FAILED' })
  world().advance(301 * SECOND)
  await t.throwsAsync(verified(id_token), { code: 'ERR_JWT_EXPIRED' })
})

test.serial('a private agent has no profile URL', async t => {
  const bea = await world().privateAgent('bea')
  const claims = await verified((await world().call(createIdToken, bea, { audience })).id_token)
  t.false('profile' in claims)
  t.false('nonce' in claims)
  t.true(claims.owner_verified)
})

test.serial('tokens issued before a rotation remain valid', async t => {
  const cal = await world().agent('cal')
  const before = await world().call(createIdToken, cal, { audience })
  await world().callOperator(rotateSigningKey, { purpose: 'identity' })
  t.truthy((await verified(before.id_token)).sub)
  world().advance(10 * MINUTE + 2 * SECOND)
  const after = await world().call(createIdToken, cal, { audience })
  t.truthy((await verified(after.id_token)).sub)
})

test.serial('an invalid audience is rejected', async t => {
  const dee = await world().agent('dee')
  for (const name of ['', 'a b', 'x'.repeat(256), 'https://ü.example']) {
    t.is(await slugOf(world().call(createIdToken, dee, { audience: name })), 'validation-error', name)
  }
})
