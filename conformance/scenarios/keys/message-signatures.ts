import { deepEqual, equal } from 'node:assert/strict'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { additionOf, type DeviceKey, ed25519Key, requestByDevice } from '../../clients/device-keys.ts'
import type { Data } from '../../clients/http.ts'
import { digestOfBody, type MessageTerms, requestByMessage } from '../../clients/message-signing.ts'
import { call } from '../../clients/rest.ts'
import { freshNonce, type Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import type { World } from '../../world.ts'

export const messageSignatures = defineScenario('requests signed by RFC 9421', async context => {
  const { world } = context
  const agent = await world.newAgent('platform')
  const key = await register(world, agent, 'device')
  await checkProven(context, agent, key)
  await checkTimely(context, key)
  await checkUnverified(context, agent, key)
  await checkMalformed(context, agent, key)
})

async function register(world: World, agent: Identity, kind: string): Promise<DeviceKey> {
  const key = ed25519Key()
  requireStatus(await call(world.http, agent, 'POST', '/agents/me/keys', additionOf(agent, key, kind)), 201)
  return key
}

type Request = readonly [string, string, Data?]

const send = (world: World, key: DeviceKey, request: Request, terms: MessageTerms = {}) =>
  world.http.send(requestByMessage(world, key, request, terms))

const feed = ['GET', '/feed?limit=1'] as const
const unverified = 'aui-signature-verification-failed'
const malformed = 'aui-signature-malformed'

async function checkProven({ check, world }: ScenarioContext, agent: Identity, key: DeviceKey): Promise<void> {
  await check(
    'a message signature authenticates the agent with the scopes of its key',
    ['SIGN-30', 'SIGN-31', 'SIGN-37', 'SIGN-38'],
    async () => {
      const posted = requireStatus(await send(world, key, ['POST', '/posts', { content: 'Hello.' }]), 201).data
      equal(posted.agent_id, agent.agent_id)
      const covered = ['@method', '@authority', '@path', '@query']
      requireStatus(await send(world, key, feed, { covered }), 200)
      const pinged = requireStatus(await send(world, key, ['POST', '/ping', {}]), 200).data
      deepEqual(
        [pinged.agent_id, pinged.key_fingerprint, pinged.action, pinged.sig_version, pinged.clock_skew_ms],
        [agent.agent_id, key.key_id, '', 2, 0],
      )
      requireProblem(await send(world, key, ['POST', '/spaces', { handle: 'no-scope', name: 'None' }]), 'insufficient-scope')
      requireProblem(await send(world, key, ['DELETE', `/agents/me/keys/${key.key_id}`]), 'primary-key-required')
      const { data } = requireStatus(await world.http.send({ path: `/api/v1/aui/posts/${posted.id}/proof` }), 200)
      deepEqual([data.message, data.signature], [null, null])
    },
  )
}

async function checkTimely({ check, world }: ScenarioContext, key: DeviceKey): Promise<void> {
  await check('a signature is valid once, and for a short time', ['SIGN-32', 'SIGN-33'], async () => {
    const now = Math.floor(world.http.now() / 1_000)
    const refused = async (changes: MessageTerms['changes'], slug: Parameters<typeof requireProblem>[1]) =>
      requireProblem(await send(world, key, feed, { changes: changes! }), slug)
    await refused({ created: now - 310, expires: now + 60 }, 'aui-signature-timestamp-expired')
    await refused({ created: now - 60, expires: now - 10 }, 'aui-signature-timestamp-expired')
    await refused({ created: now + 310, expires: now + 400 }, 'aui-signature-timestamp-future')
    await refused({ nonce: '' }, 'aui-signature-nonce-required')
    const changes = { nonce: freshNonce() }
    requireStatus(await send(world, key, feed, { changes }), 200)
    await refused(changes, 'aui-signature-nonce-replayed')
  })
}

async function checkUnverified({ check, world }: ScenarioContext, agent: Identity, key: DeviceKey): Promise<void> {
  await check('other keys and other requests do not verify', ['SIGN-34'], async () => {
    const recovery = await register(world, agent, 'recovery')
    for (const other of [recovery, ed25519Key()]) requireProblem(await send(world, other, feed), unverified)
    const signed = requestByMessage(world, key, ['POST', '/posts', { content: 'As signed.' }])
    const body = JSON.stringify({ content: 'As changed.' })
    requireProblem(await world.http.send({ ...signed, body }), unverified)
    const digested = { ...signed.headers, 'content-digest': digestOfBody(body) }
    requireProblem(await world.http.send({ ...signed, body, headers: digested }), unverified)
    requireProblem(await world.http.send({ ...requestByMessage(world, key, feed), path: '/api/v1/aui/feed?limit=2' }), unverified)
    const revoked = await register(world, agent, 'device')
    requireStatus(await send(world, revoked, feed), 200)
    requireStatus(await call(world.http, agent, 'DELETE', `/agents/me/keys/${revoked.key_id}`), 200)
    requireProblem(await send(world, revoked, feed), unverified)
  })
}

async function checkMalformed({ check, world }: ScenarioContext, agent: Identity, key: DeviceKey): Promise<void> {
  await check('a signature without a required part is refused', ['SIGN-35'], async () => {
    for (const changes of [{ keyid: undefined }, { created: undefined }, { expires: undefined }, { alg: 'rsa-pss-sha512' }]) {
      requireProblem(await send(world, key, feed, { changes }), malformed)
    }
    for (const covered of [['@method'], ['@target-uri'], ['@method', '@path', '@authority'], ['@method', '@target-uri', 'x-none']]) {
      requireProblem(await send(world, key, feed, { covered }), malformed)
    }
    requireProblem(await send(world, key, ['POST', '/posts', { content: 'Free.' }], { covered: ['@method', '@target-uri'] }), malformed)
    requireProblem(await world.http.send(together(world, [key, key], {})), malformed)
  })
  await check('signatures by platforms are ignored', ['SIGN-36'], async () => {
    const platform = ed25519Key()
    requireStatus(await world.http.send(together(world, [key, platform], { tag: 'cdn' })), 200)
    const { headers } = requestByMessage(world, platform, feed)
    const token = await world.token(agent)
    const borne = { path: '/api/v1/aui/feed?limit=1', headers: { ...headers, authorization: `Bearer ${token}` } }
    requireStatus(await world.http.send(borne), 200)
    const enveloped = requestByDevice(world.http, agent, key, ['GET', '/feed'])
    requireStatus(await world.http.send({ ...enveloped, headers: { ...headers, ...enveloped.headers } }), 200)
  })
}

/** One request with two signatures, of which the second has changes. */
function together(world: World, [one, other]: readonly [DeviceKey, DeviceKey], changes: Data) {
  const [first, second] = [requestByMessage(world, one, feed), requestByMessage(world, other, feed, { changes, label: 'sig2' })]
  const both = (name: string) => [first.headers[name], second.headers[name]].join(', ')
  return { ...first, headers: { 'signature-input': both('signature-input'), signature: both('signature') } }
}
