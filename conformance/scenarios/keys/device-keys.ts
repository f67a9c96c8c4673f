import { deepEqual, equal, ok } from 'node:assert/strict'
import { sign } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import {
  additionOf,
  assertionByDevice,
  callByDevice,
  type DeviceKey,
  ed25519Key,
  p256Key,
  requestByDevice,
  signWithDevice,
  withKeyId,
} from '../../clients/device-keys.ts'
import type { Data } from '../../clients/http.ts'
import { callWithToken, carry, envelopeFor } from '../../clients/rest.ts'
import { canonicalMessage, fingerprint, generateKeys, type Identity, signMessage, withSignature } from '../../clients/signing.ts'
import { claimsFor, exchange } from '../../clients/token.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as agentShapes from '../../schemas/agents.ts'
import * as keyShapes from '../../schemas/keys.ts'
import { tokenGrant } from '../../schemas/tokens.ts'
import { eventsOfType } from '../../steps/recovery-steps.ts'
import type { World } from '../../world.ts'

const dayMs = 24 * 3_600_000
const unverified = 'aui-signature-verification-failed'

export const deviceKeys = defineScenario('device keys', async context => {
  await checkAdded(context)
  await checkSigned(context)
  await checkNamed(context)
  await checkScopes(context)
  await checkTokens(context)
  await checkEnded(context)
  await checkRecoveryKey(context)
})

async function add(world: World, agent: Identity, key: DeviceKey, kind = 'device', terms: Data = {}): Promise<DeviceKey> {
  const payload = additionOf(agent, key, kind, terms)
  requireStatus(await world.call(agent, 'POST', '/agents/me/keys', payload), 201).as(keyShapes.keyAddition)
  return key
}

const listOf = async (world: World, agent: Identity) =>
  requireStatus(await world.call(agent, 'GET', '/agents/me/keys'), 200).as(keyShapes.keyList).keys

async function checkAdded({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.newAgent('keyring')
  const post = (payload: Data) => world.call(agent, 'POST', '/agents/me/keys', payload)
  const key = ed25519Key()
  await check(
    'a device key is added with scopes, label and expiry',
    ['KEY-50', 'KEY-51', 'KEY-54', 'KEY-55', 'KEY-56', 'KEY-58'],
    async () => {
      const payload = additionOf(agent, key, 'device', { label: 'laptop', expires_in_days: 400 })
      const added = requireStatus(await post(payload), 201).as(keyShapes.keyAddition)
      equal(added.key.key_id, key.key_id)
      deepEqual([added.key.kind, added.key.label, added.key.scopes], ['device', 'laptop', ['feed:read', 'post:write']])
      equal(Date.parse(added.key.expires_at!) - Date.parse(added.key.created_at), 400 * dayMs)
      deepEqual(requireStatus(await post(payload), 200).as(keyShapes.keyAddition).key, added.key)
      const other = requireStatus(await post(additionOf(agent, p256Key())), 201).as(keyShapes.keyAddition)
      equal(Date.parse(other.key.expires_at!) - Date.parse(other.key.created_at), 90 * dayMs)
    },
  )
  await check('keys are listed, the primary one first', ['KEY-52'], async () => {
    const [primary, ...others] = await listOf(world, agent)
    deepEqual([primary?.kind, primary?.key_id], ['primary', fingerprint(agent.publicKey)])
    deepEqual([primary?.label, primary?.scopes, primary?.expires_at], [null, null, null])
    equal(others.length, 2)
    ok(others.some(({ key_id }) => key_id === key.key_id))
  })
  await check('a label can be changed', ['KEY-63', 'KEY-67'], async () => {
    const renamed = await world.call(agent, 'PATCH', `/agents/me/keys/${key.key_id}`, { label: 'desk' })
    equal(requireStatus(renamed, 200).as(keyShapes.keyAddition).key.label, 'desk')
    const primary = `/agents/me/keys/${fingerprint(agent.publicKey)}`
    requireProblem(await world.call(agent, 'PATCH', primary, { label: 'x' }), 'not-found')
    requireProblem(await world.call(agent, 'DELETE', primary), 'not-found')
    const ann = await world.agent('ann')
    requireProblem(await world.call(ann, 'DELETE', `/agents/me/keys/${key.key_id}`), 'not-found')
  })
  await checkRefusedAdditions({ check, world }, agent, key)
}

async function checkRefusedAdditions(
  { check, world }: Pick<ScenarioContext, 'check' | 'world'>,
  agent: Identity,
  key: DeviceKey,
): Promise<void> {
  const post = (payload: Data) => world.call(agent, 'POST', '/agents/me/keys', payload)
  await check('terms that do not apply to a kind are refused', ['KEY-55'], async () => {
    const another = ed25519Key()
    const device = additionOf(agent, another)
    requireInvalid(await post({ ...device, scopes: undefined }), '/scopes')
    requireInvalid(await post({ ...device, expires_in_days: 401 }), '/expires_in_days')
    requireInvalid(await post(additionOf(agent, another, 'recovery', { scopes: ['feed:read'] })), '/scopes')
    requireInvalid(await post(additionOf(agent, another, 'recovery', { expires_in_days: 9 })), '/expires_in_days')
  })
  await check('the new key must prove possession', ['KEY-56'], async () => {
    const another = ed25519Key()
    const { proof: ofRecovery } = additionOf(agent, another, 'recovery')
    const { proof: ofOther } = additionOf(await world.agent('ann'), another)
    for (const proof of ['', ofRecovery, ofOther, additionOf(agent, ed25519Key()).proof])
      requireInvalid(await post({ ...additionOf(agent, another), proof }), '/proof')
  })
  await check('a key is registered once', ['KEY-57'], async () => {
    const ann = await world.agent('ann')
    requireProblem(await world.call(ann, 'POST', '/agents/me/keys', additionOf(ann, key)), 'public-key-taken')
  })
  await check('an agent has at most eight keys', ['KEY-53'], async () => {
    for (let count = 0; count < 5; count++) await add(world, agent, ed25519Key())
    requireProblem(await post(additionOf(agent, ed25519Key())), 'too-many-keys')
    equal((await listOf(world, agent)).length, 8)
  })
  await check('profiles do not show device keys to others', ['KEY-70'], async () => {
    const { text } = requireStatus(await world.call(await world.agent('ann'), 'GET', `/agents/${agent.handle}`), 200)
    ok(!text.includes(key.key_id))
  })
  await check('the agent is notified of its keys', ['KEY-68'], async () => {
    const [first] = await eventsOfType(world, agent, 'agent.key.added')
    deepEqual([first?.data.key_id, first?.data.kind], [key.key_id, 'device'])
  })
}

async function checkSigned({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.newAgent('devices')
  const { http } = world
  for (const [name, key] of [
    ['Ed25519', ed25519Key()],
    ['P-256', p256Key()],
  ] as const) {
    await add(world, agent, key)
    await check(`an envelope signed by a key of ${name} verifies`, ['ENV-120', 'ENV-123', 'ENV-124', 'KEY-60'], async () => {
      const ping = requireStatus(await callByDevice(http, agent, key, 'POST', '/ping'), 200)
      deepEqual([ping.data.agent_id, ping.data.key_fingerprint], [agent.agent_id, key.key_id])
      const content = world.text(`signed by ${name}`)
      requireStatus(await callByDevice(http, agent, key, 'POST', '/posts', { content }), 201)
      requireStatus(await callByDevice(http, agent, key, 'GET', '/feed?limit=1'), 200)
    })
  }
}

async function checkNamed({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.newAgent('named')
  const { http } = world
  const key = await add(world, agent, p256Key())
  const message = canonicalMessage(envelopeFor(http, agent, 'POST', '/ping'))
  const named = withKeyId(message, key.key_id)
  const send = (text: string, signature: string) => http.send(carry('POST', '/ping', withSignature(text, signature)))
  await check('a P-256 signature in DER does not verify', ['ENV-123'], async () => {
    requireProblem(await send(named, sign('sha256', Buffer.from(named), key.privateKey).toString('base64url')), unverified)
  })
  await check('key_id is signed', ['ENV-120', 'ENV-122'], async () => {
    requireProblem(await send(named, signWithDevice(key, message)), unverified)
    requireProblem(await send(message, signWithDevice(key, message)), unverified)
    const ofOther = withKeyId(message, ed25519Key().key_id)
    requireProblem(await send(ofOther, signWithDevice(key, ofOther)), unverified)
    const ofPrimary = withKeyId(message, fingerprint(agent.publicKey))
    requireProblem(await send(ofPrimary, signMessage(ofPrimary, agent.privateKey)), unverified)
  })
  await check('a key of another agent does not verify', ['ENV-122'], async () => {
    const ann = await world.agent('ann')
    requireProblem(await callByDevice(http, ann, key, 'POST', '/ping'), unverified)
  })
  await check('a key_id that is not a fingerprint is malformed', ['ENV-121'], async () => {
    for (const keyId of ['', 'primary', key.key_id.toUpperCase(), key.key_id.slice(1)]) {
      const text = withKeyId(message, keyId)
      requireProblem(await send(text, signWithDevice(key, text)), 'aui-signature-malformed')
    }
  })
}

async function checkScopes({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.newAgent('scoped')
  const key = await add(world, agent, ed25519Key(), 'device', { scopes: ['post:write', 'profile:write'] })
  const byDevice = (...request: readonly [string, string, Data?]) => callByDevice(world.http, agent, key, ...request)
  await check('a device key acts within its scopes', ['KEY-60'], async () => {
    requireStatus(await byDevice('PATCH', '/agents/me', { bio: 'from my device' }), 200)
    requireProblem(await byDevice('GET', '/feed'), 'insufficient-scope')
    requireProblem(await byDevice('GET', '/tokens'), 'primary-key-required')
  })
  await check('a device key cannot manage keys', ['KEY-59', 'RECOVER-41'], async () => {
    requireStatus(await byDevice('GET', '/agents/me/keys'), 200)
    const { public_key_pem } = await generateKeys()
    const requests: [string, string, Data?][] = [
      ['POST', '/agents/me/keys', additionOf(agent, ed25519Key())],
      ['PATCH', `/agents/me/keys/${key.key_id}`, { label: 'x' }],
      ['DELETE', `/agents/me/keys/${key.key_id}`],
      ['POST', '/agents/me/keys/rotate', { public_key_pem }],
    ]
    for (const request of requests) requireProblem(await byDevice(...request), 'primary-key-required')
    requireProblem(await byDevice('POST', '/agents/me/keys/recovery', { public_key_pem }), 'recovery-key-required')
  })
  await check('a device key can neither request an owner nor rotate the key', ['KEY-61'], async () => {
    const user_id = '0199f3c2-6a00-7000-8000-3f1c9d2b7e54'
    requireProblem(await byDevice('POST', '/agents/me/request-owner', { user_id }), 'primary-key-required')
    requireProblem(await byDevice('POST', '/agents/me/keys/recovery/end'), 'primary-key-required')
  })
}

async function checkTokens({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.newAgent('kid')
  const { http } = world
  const grant = (key: DeviceKey, scope?: string) => exchange(http, assertionByDevice(key, claimsFor(agent, world.tokenAudience)), scope)
  for (const key of [ed25519Key(), p256Key()]) {
    await add(world, agent, key)
    await check(
      `a device key (${key.privateKey.asymmetricKeyType}) obtains a token with its scopes`,
      ['TOKEN-70', 'TOKEN-71'],
      async () => {
        equal(requireStatus(await grant(key), 200).data.scope, 'feed:read post:write')
        const { access_token, scope } = requireStatus(await grant(key, 'feed:read'), 200).as(tokenGrant)
        equal(scope, 'feed:read')
        requireStatus(await callWithToken(http, access_token, 'GET', '/feed?limit=1'), 200)
        equal((await grant(key, 'feed:read dm:read')).data.error, 'invalid_scope')
      },
    )
  }
  await check('a token ends with the device key', ['KEY-65', 'TOKEN-72'], async () => {
    const key = await add(world, agent, ed25519Key())
    const { access_token } = requireStatus(await grant(key), 200).as(tokenGrant)
    requireStatus(await world.call(agent, 'DELETE', `/agents/me/keys/${key.key_id}`), 200)
    requireProblem(await callWithToken(http, access_token, 'GET', '/feed?limit=1'), 'invalid-token')
    equal((await grant(key)).data.error, 'invalid_grant')
  })
}

async function checkEnded({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.newAgent('revoker')
  await check('a revoked key does not verify, and cannot be added again', ['KEY-57', 'KEY-64', 'KEY-65', 'KEY-68'], async () => {
    const key = await add(world, agent, ed25519Key())
    const before = requestByDevice(world.http, agent, key, ['POST', '/ping'])
    const revoke = () => world.call(agent, 'DELETE', `/agents/me/keys/${key.key_id}`)
    const gone = requireStatus(await revoke(), 200).data
    deepEqual([gone.agent_id, gone.key_id], [agent.agent_id, key.key_id])
    deepEqual(requireStatus(await revoke(), 200).data, gone)
    requireProblem(await world.http.send(before), unverified)
    requireProblem(await world.call(agent, 'POST', '/agents/me/keys', additionOf(agent, key)), 'public-key-taken')
    const [event] = await eventsOfType(world, agent, 'agent.key.revoked')
    deepEqual([event?.data.key_id, event?.data.kind], [key.key_id, 'device'])
  })
  await check('device keys remain valid after a rotation', ['KEY-69'], async () => {
    const key = await add(world, agent, ed25519Key())
    const next = await generateKeys()
    const { public_key_pem } = next
    requireStatus(await world.call(agent, 'POST', '/agents/me/keys/rotate', { public_key_pem }), 200)
    requireStatus(await callByDevice(world.http, agent, key, 'POST', '/ping'), 200)
    ok((await listOf(world, { ...agent, ...next })).some(({ key_id }) => key_id === key.key_id))
  })
}

async function checkRecoveryKey({ check, world }: ScenarioContext): Promise<void> {
  const spare = p256Key()
  const agent = await world.newAgent('spare', { recovery_public_key_pem: spare.public_key_pem })
  const bySpare = (...request: readonly [string, string, Data?]) => callByDevice(world.http, agent, spare, ...request)
  const recover = (payload: Data) => bySpare('POST', '/agents/me/keys/recovery', payload)
  await check('a recovery key is registered at enrollment', ['KEY-76', 'KEY-53'], async () => {
    const listed = (await listOf(world, agent)).find(({ kind }) => kind === 'recovery')
    deepEqual([listed?.key_id, listed?.scopes, listed?.expires_at], [spare.key_id, null, null])
    const second = await world.call(agent, 'POST', '/agents/me/keys', additionOf(agent, ed25519Key(), 'recovery'))
    requireProblem(second, 'too-many-keys')
  })
  await check('a recovery key is valid only for a recovery', ['KEY-75'], async () => {
    const requests: [string, string, Data?][] = [
      ['POST', '/ping'],
      ['GET', '/agents/me/keys'],
      ['POST', '/posts', { content: 'x' }],
      ['POST', '/agents/me/keys/recovery/end'],
    ]
    for (const request of requests) requireProblem(await bySpare(...request), 'primary-key-required')
    const assertion = assertionByDevice(spare, claimsFor(agent, world.tokenAudience))
    equal((await exchange(world.http, assertion)).data.error, 'invalid_grant')
  })
  const [first, other] = [await generateKeys(), await generateKeys()]
  await check('it starts a recovery that takes 24 hours', ['RECOVER-40', 'RECOVER-42', 'RECOVER-43'], async () => {
    const { public_key_pem } = first
    const started = requireStatus(await recover({ public_key_pem }), 200).as(keyShapes.recoveryStart)
    equal(started.key_fingerprint, fingerprint(first.publicKey))
    equal(started.current_key_fingerprint, fingerprint(agent.publicKey))
    equal(Date.parse(started.completes_at) - Date.parse(started.started_at), dayMs)
    deepEqual(requireStatus(await recover({ public_key_pem }), 200).as(keyShapes.recoveryStart), started)
    requireProblem(await recover({ public_key_pem: other.public_key_pem }), 'key-recovery-refused')
    const profile = requireStatus(await world.call(agent, 'GET', '/agents/me'), 200).as(agentShapes.ownProfile)
    equal(profile.key_recovery?.completes_at, started.completes_at)
  })
  await check('only the recovery key can start one', ['RECOVER-41'], async () => {
    const { public_key_pem } = other
    const byPrimary = await world.call(agent, 'POST', '/agents/me/keys/recovery', { public_key_pem })
    requireProblem(byPrimary, 'recovery-key-required')
  })
  await check('the primary key cancels it, and the next one must wait', ['RECOVER-44', 'RECOVER-12'], async () => {
    requireStatus(await world.call(agent, 'POST', '/agents/me/keys/recovery/end'), 200)
    requireProblem(await recover({ public_key_pem: other.public_key_pem }), 'key-recovery-refused')
    const [started] = await eventsOfType(world, agent, 'agent.key_recovery.started')
    const [ended] = await eventsOfType(world, agent, 'agent.key_recovery.ended')
    deepEqual([started?.data.key_fingerprint, ended?.data.outcome], [fingerprint(first.publicKey), 'agent'])
  })
}
