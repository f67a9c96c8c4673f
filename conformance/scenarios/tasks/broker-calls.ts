import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { constants, createDecipheriv, generateKeyPairSync, type JsonWebKey, type KeyObject, privateDecrypt } from 'node:crypto'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { invoke, parameterOf } from '../../steps/broker-steps.ts'
import { newlyOffered, type Offered } from '../../steps/offer-steps.ts'
import { type Json, skill } from '../../stubs/provider.ts'
import type { Delivery } from '../../stubs/receiver.ts'

export const brokerCalls = defineScenario('calls of the broker', async context => {
  await checkSigned(context)
  await checkClaims(context)
  await checkEncrypted(context)
  await checkOnce(context)
})

async function checkSigned({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a task is sent once, with a signature that its provider accepts',
    ['BROKER-20', 'BROKER-21', 'BROKER-22', 'BROKER-23'],
    async () => {
      const bound = await newlyOffered(world)
      const { ended, sent } = await invoke(world, await world.newAgent('consumer'), bound)
      equal(ended.state, 'completed')
      equal(sent.length, 1)
      const [{ headers } = { headers: {} as Delivery['headers'] }] = sent
      equal(headers['a2a-version'], '1.0')
      equal(headers['a2a-extensions'], `${world.publicUrl}/a2a/ext/broker-signature/v1`)
      const covered = /^broker=\(([^)]*)\)/.exec(String(headers['signature-input']))?.[1]?.split(' ')
      deepEqual(
        new Set(covered),
        new Set(['@method', '@target-uri', 'content-digest', 'content-type', 'a2a-version', 'a2a-extensions'].map(n => `"${n}"`)),
      )
      const [created, expires] = ['created', 'expires'].map(name => Number(parameterOf(sent[0]!, name)))
      equal(expires! - created!, 60)
      const signed = bound.provider.calls.deliveries.filter(({ headers: all }) => all['signature-input'])
      // One of the probes is repeated unchanged.
      const nonces = signed.filter(one => one !== replayed(signed)).map(one => parameterOf(one, 'nonce'))
      equal(new Set(nonces).size, nonces.length)
    },
  )
}

/** The probe that is byte for byte equal to an earlier one. */
const replayed = (deliveries: Delivery[]): Delivery | undefined =>
  deliveries.find((one, index) => deliveries.slice(0, index).some(({ text }) => text === one.text))

const uuid = /^[0-9a-f-]{36}$/

async function checkClaims({ check, world }: ScenarioContext): Promise<void> {
  await check('a message has its purpose, and requests an immediate response', ['BROKER-24', 'BROKER-25'], async () => {
    const bound = await newlyOffered(world)
    const { sent } = await invoke(world, await world.newAgent('consumer'), bound)
    const { params } = JSON.parse(sent[0]!.text)
    const [provider_agent_id, service_id] = [bound.owner.agent_id, bound.service.id]
    equal(params.configuration.returnImmediately, true)
    deepEqual(params.metadata, { provider_agent_id, service_id })
    const uri = `${world.publicUrl}/a2a/ext/broker-signature/v1`
    ok(params.message.extensions.includes(uri))
    const { broker_task_id, contract_hash, issued_at, consumer, ...facts } = params.message.metadata[uri]
    deepEqual(facts, { provider_agent_id, service_id, offer_revision_id: bound.offerId, skill_id: skill })
    match(broker_task_id, uuid)
    match(contract_hash, /^sha256:[0-9a-f]{64}$/)
    ok(Number.isFinite(Date.parse(issued_at)))
    equal(typeof consumer, 'string')
    deepEqual(params.message.parts, [{ text: 'weave this' }, { data: { a: 1 } }])
  })
  await check('a consumer has a different name for each provider', ['BROKER-26'], async () => {
    const [one, other] = [await newlyOffered(world), await newlyOffered(world)]
    const consumer = await world.newAgent('consumer')
    const nameAt = async (bound: Offered, agent = consumer) => {
      const [{ text } = { text: '{}' }] = (await invoke(world, agent, bound)).sent
      for (const known of [agent.agent_id, agent.handle]) ok(!text.includes(known), 'a call names its consumer')
      const [facts] = Object.values(JSON.parse(text).params.message.metadata) as { consumer: string }[]
      return facts?.consumer
    }
    const first = await nameAt(one)
    equal(await nameAt(one), first)
    notEqual(await nameAt(other), first)
    notEqual(await nameAt(one, await world.newAgent('stranger')), first)
  })
}

async function checkEncrypted({ check, world }: ScenarioContext): Promise<void> {
  await check('data for which a card declares a key is encrypted for that key', ['BROKER-20', 'BROKER-27'], async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const uri = `${world.publicUrl}/a2a/ext/payload-encryption/v1`
    const jwk = { ...publicKey.export({ format: 'jwk' }), use: 'enc', kid: 'one' }
    const bound = await newlyOffered(world, card => ({
      ...card,
      capabilities: withExtension(card, { uri, params: { jwk } }),
    }))
    const { sent } = await invoke(world, await world.newAgent('consumer'), bound)
    const [{ text, headers } = { text: '{}', headers: {} as Delivery['headers'] }] = sent
    equal(headers['a2a-extensions'], `${world.publicUrl}/a2a/ext/broker-signature/v1,${uri}`)
    ok(bound.provider.calls.deliveries.every(one => !one.text.includes('weave this')))
    const { message, metadata } = JSON.parse(text).params
    equal(message.parts.length, 1)
    equal(message.parts[0].mediaType, 'application/jose')
    const { header, plain } = decrypt(message.parts[0].data.jwe, privateKey)
    deepEqual(plain, { parts: [{ text: 'weave this' }, { data: { a: 1 } }] })
    const { provider_agent_id } = metadata as JsonWebKey
    const named = { provider_agent_id, broker_task_id: message.messageId }
    deepEqual(header, { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'one', ...named })
  })
}

function withExtension({ capabilities }: Json, extension: object): Json {
  const { extensions } = capabilities as { extensions: object[] }
  return { extensions: [...extensions, extension] }
}

function decrypt(jwe: string, key: KeyObject): { header: unknown; plain: unknown } {
  const [head = '', ...rest] = jwe.split('.')
  const [wrapped, iv, sealed, tag] = rest.map(part => Buffer.from(part, 'base64url'))
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const contentKey = privateDecrypt({ key, padding, oaepHash: 'sha256' }, wrapped!)
  const decipher = createDecipheriv('aes-256-gcm', contentKey, iv!).setAAD(Buffer.from(head)).setAuthTag(tag!)
  const plain = Buffer.concat([decipher.update(sealed!), decipher.final()]).toString()
  return { header: JSON.parse(Buffer.from(head, 'base64url').toString()), plain: JSON.parse(plain) }
}

async function checkOnce({ check, world }: ScenarioContext): Promise<void> {
  await check('a message whose response is lost is not sent again', ['BROKER-28', 'TASK-34'], async () => {
    const bound = await newlyOffered(world)
    bound.provider.behave('breaking')
    const { ended, sent } = await invoke(world, await world.newAgent('consumer'), bound)
    deepEqual([ended.state, ended.error_code], ['failed', 'PROVIDER_TIMEOUT'])
    const asked = bound.provider.calls.deliveries.filter(({ text }) => JSON.parse(text).method === 'ListTasks')
    equal(asked.length, 1, 'it is looked for once')
    equal(sent.length, 1)
  })
}
