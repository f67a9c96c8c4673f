import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import test from 'ava'
import { SignJWT } from 'jose'
import { keyPairOf, TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { admit } from '../admission/admit.ts'
import type { AgentActor } from '../core/context.ts'
import { LIMITS } from '../core/rate-limits.ts'
import { GRANT_TYPE } from './assertion-grant.ts'
import { exchangeToken } from './exchange-token.ts'
import { revokeToken } from './revoke-token.ts'
import { tokenDigest } from './token-ring.ts'

const world = useTestWorld(test)
const counted = useTestWorld(test, { limits: LIMITS })

const AUDIENCE = 'https://colloquy.test/api/v1/aui/auth/token'
const NOW_S = TEST_NOW / 1000
let jtis = 0

interface Signing {
  alg?: string
  key?: Parameters<SignJWT['sign']>[0]
  header?: object
}

function assertion(agent: AgentActor, claims: object = {}, { alg = 'PS256', key, header = {} }: Signing = {}) {
  jtis++
  const defaultValue = { sub: agent.agent_id, aud: AUDIENCE, iat: NOW_S, exp: NOW_S + 300, jti: `jti ${jtis}` }
  return new SignJWT({ ...defaultValue, ...claims })
    .setProtectedHeader({ alg, ...header })
    .sign(key ?? createPrivateKey(keyPairOf(agent.handle).privateKey))
}

const exchange = async (signed: string | Promise<string>, extra: object = {}) =>
  world().callOpen(exchangeToken, { grant_type: GRANT_TYPE, assertion: await signed, scope: 'feed:read', ...extra })

test('an assertion signed PS256 or RS256 is exchanged for a token of 3600 seconds', async t => {
  const ann = await world().agent('ann')
  const answer = await exchange(assertion(ann), { scope: 'feed:read post:write feed:read' })
  t.like(answer, { token_type: 'Bearer', expires_in: 3600, scope: 'feed:read post:write' })
  t.regex(answer.access_token, /^[A-Za-z0-9_-]{43}$/)
  await t.notThrowsAsync(exchange(assertion(ann, { aud: ['https://elsewhere.test', AUDIENCE] }, { alg: 'RS256' })))
  const ahead = { iat: NOW_S + 60, nbf: NOW_S + 60, exp: NOW_S + 300 }
  t.like(await exchange(assertion(ann, { ...ahead, iss: ann.agent_id }), { scope: null }), { scope: 'feed:read' })
})

test('an invalid or expired assertion, a wrong audience, and an unknown agent have the same text', async t => {
  const bob = await world().agent('bob')
  const stranger = createPrivateKey(keyPairOf('stranger').privateKey)
  const secret = new Uint8Array(32)
  const broken: [string, Promise<string>][] = [
    ['another key', assertion(bob, {}, { key: stranger })],
    ['wrong aud', assertion(bob, { aud: 'https://colloquy.test' })],
    ['expired', assertion(bob, { iat: NOW_S - 301, exp: NOW_S - 1 })],
    ['exp now', assertion(bob, { iat: NOW_S - 300, exp: NOW_S })],
    ['iat too far ahead', assertion(bob, { iat: NOW_S + 61, exp: NOW_S + 200 })],
    ['nbf too far ahead', assertion(bob, { nbf: NOW_S + 61 })],
    ['lives too long', assertion(bob, { exp: NOW_S + 301 })],
    ['no jti', assertion(bob, { jti: undefined })],
    ['jti no string', assertion(bob, { jti: 7 })],
    ['no iat', assertion(bob, { iat: undefined })],
    ['iss is not sub', assertion(bob, { iss: 'someone' })],
    ['unknown agent', assertion({ ...bob, agent_id: '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0' })],
    ['sub no id', assertion(bob, { sub: 'bob' })],
    ['HS256', assertion(bob, {}, { alg: 'HS256', key: secret })],
    ['PS512', assertion(bob, {}, { alg: 'PS512' })],
    ['none', Promise.resolve(`${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`)],
    ['no JWT', Promise.resolve('nonsense')],
  ]
  const texts = new Set<string>()
  for (const [title, signed] of broken) {
    const refusal = await world().refusal(exchange(signed))
    t.is(refusal.slug, 'invalid-grant', title)
    t.like(refusal.members, { error: 'invalid_grant' }, title)
    texts.add(JSON.stringify([refusal.message, refusal.members]))
  }
  t.is(texts.size, 1)
})

test('a jti is valid once, also among concurrent requests', async t => {
  const carl = await world().agent('carl')
  const signed = await assertion(carl, { jti: 'only one' })
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () =>
      exchange(signed).then(
        () => 'issued',
        (error: { slug: string }) => error.slug,
      ),
    ),
  )
  t.is(outcomes.filter(outcome => outcome === 'issued').length, 1)
  t.is(outcomes.filter(outcome => outcome === 'invalid-grant').length, 7)
})

test('the request itself is validated by RFC 6749', async t => {
  const dora = await world().agent('dora')
  const signed = await assertion(dora)
  for (const [extra, slug, error] of [
    [{ grant_type: undefined }, 'invalid-request', 'invalid_request'],
    [{ grant_type: 'password' }, 'unsupported-grant-type', 'unsupported_grant_type'],
    [{ assertion: undefined }, 'invalid-request', 'invalid_request'],
    [{ assertion: 7 }, 'invalid-request', 'invalid_request'],
    [{ scope: 'feed:read everything' }, 'invalid-scope', 'invalid_scope'],
    [{ scope: ['feed:read'] }, 'invalid-request', 'invalid_request'],
  ] as const) {
    const refusal = await world().refusal(exchange(signed, extra))
    t.is(refusal.slug, slug)
    t.is(refusal.members.error, error)
  }
})

test('suspended and disabled agents get no token: 403 unauthorized_client without code', async t => {
  const eve = await world().agent('eve')
  for (const status of [4, 5]) {
    await world().db.script(`update agent_status set status = ${status} where agent_id = '${eve.agent_id}'`)
    const refusal = await world().refusal(exchange(assertion(eve)))
    t.is(refusal.slug, 'unauthorized-client')
    t.is(refusal.members.error, 'unauthorized_client')
    t.is(refusal.members.agent_status, status === 4 ? 'suspended' : 'disabled')
    t.is(refusal.members.code, undefined)
    t.truthy((refusal.members.way_back as { how: string }).how)
  }
  await world().db.script(`update agent_status set status = 3 where agent_id = '${eve.agent_id}'`)
  await t.notThrowsAsync(exchange(assertion(eve)))
})

test("a token ends immediately by revocation, by rotation and by its agent's status", async t => {
  const finn = await world().agent('finn')
  const { runtime } = world()
  const use = async (token: string) => {
    const holder = await runtime.tokens.find(tokenDigest(token))
    if (!holder) return 'unknown'
    const { refusal } = await admit(runtime, { kind: 'token', holder }, { transport: 'mcp', statuses: ['active'] })
    return refusal?.slug ?? 'admitted'
  }
  const [revoked, rotated] = await Promise.all([exchange(assertion(finn)), exchange(assertion(finn))])
  t.is(await use(revoked.access_token), 'admitted')
  await world().callOpen(revokeToken, { token: revoked.access_token })
  await world().callOpen(revokeToken, { token: 'never issued' })
  t.is(await use(revoked.access_token), 'invalid-token')
  t.is(await use(rotated.access_token), 'admitted')
  await world().db.script(`update agent_status set status = 4 where agent_id = '${finn.agent_id}'`)
  t.is(await use(rotated.access_token), 'aui-signature-agent-inactive')
  await world().db.script(`update agent_status set status = 1, key_version = 2 where agent_id = '${finn.agent_id}'`)
  t.is(await use(rotated.access_token), 'invalid-token')
})

test('an assertion of a rotated key is refused, one of the new key accepted, also if the old key is cached', async t => {
  const gil = await world().agent('gil')
  await exchange(assertion(gil))
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pkcs1 = publicKey.export({ format: 'der', type: 'pkcs1' }).toString('hex')
  await world().db.script(`
    insert into agent_key (agent_id, version, identity, fingerprint, pem, pkcs1, created_at)
    values ('${gil.agent_id}', 2, '\\x01', 'ff', '', '\\x${pkcs1}', '2026-11-21');
    update agent_status set key_version = 2 where agent_id = '${gil.agent_id}'`)
  t.is((await world().refusal(exchange(assertion(gil)))).slug, 'invalid-grant')
  await t.notThrowsAsync(exchange(assertion(gil, {}, { key: privateKey })))
})

test('of 40 concurrent assertions 30 are exchanged; refused and unused ones are not counted', async t => {
  const hal = await counted().agent('hal')
  const call = async (claims: object = {}) => {
    const input = { grant_type: GRANT_TYPE, assertion: await assertion(hal, claims), scope: 'feed:read' }
    return await counted().callOpen(exchangeToken, input)
  }
  await call({ jti: 'spent' })
  t.is((await counted().refusal(call({ jti: 'spent' }))).slug, 'invalid-grant')
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => call()))
  t.is(outcomes.filter(({ status }) => status === 'fulfilled').length, 29)
  t.like(await counted().refusal(call()), { slug: 'rate-limited', members: { bucket: 'tokens' } })
})
