import { randomUUID } from 'node:crypto'
import type { Data, Reply } from '../clients/http.ts'
import { carry, envelopeFor, prefix } from '../clients/rest.ts'
import { type Envelope, freshNonce, type Identity, signedText } from '../clients/signing.ts'
import { requireProblem, requireStatus, type Slug } from '../problems.ts'
import { defineScenario, type Stage } from '../scenario.ts'
import type { World } from '../world.ts'

const stale = { timestamp_ms: Date.now() - 3_600_000 }

export const envelopeOrder = defineScenario('envelope: order of checks', async stage => {
  await checkBeforeEnvelope(stage)
  await checkWithinEnvelope(stage)
  await checkAfterEnvelope(stage)
})

async function checkBeforeEnvelope({ check, world }: Stage): Promise<void> {
  await check('order.size', 'size comes before the route', async () => {
    const body = `{"a":"${'x'.repeat(600 * 1024)}"}`
    requireProblem(
      await world.door.send({ method: 'POST', path: `${prefix}/no-such-route`, body }),
      'payload-too-large',
    )
  })
  await check('order.route', 'the route comes before the envelope', async () => {
    requireProblem(await world.door.send({ method: 'POST', path: `${prefix}/no-such-route`, body: '{}' }), 'not-found')
  })
  await check('order.route', 'the method comes before the envelope', async () => {
    requireProblem(await world.door.send({ method: 'PUT', path: `${prefix}/ping`, body: '{}' }), 'method-not-allowed')
  })
}

async function checkWithinEnvelope({ check, world }: Stage): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  const unknown = { ...ann, agent_id: randomUUID() }
  const forged = { ...ann, privateKey: bob.privateKey }
  const used = freshNonce()
  await world.door.send(ping(world, ann, { nonce: used }))
  const rows: [string, string, Identity, Partial<Envelope>, Slug][] = [
    ['shape', 'version', ann, { agent_id: 'nobody', sig_version: 3 }, 'aui-signature-malformed'],
    ['version', 'nonce', ann, { sig_version: 3, nonce: '' }, 'aui-signature-version-unsupported'],
    ['nonce', 'time', ann, { nonce: '', ...stale }, 'aui-signature-nonce-required'],
    ['time', 'agent', unknown, stale, 'aui-signature-timestamp-expired'],
    ['agent', 'path', unknown, { path: '/elsewhere' }, 'aui-signature-agent-not-found'],
    ['path', 'nonce', ann, { path: '/elsewhere', nonce: used }, 'aui-signature-verification-failed'],
    ['signature', 'nonce', forged, { nonce: used }, 'aui-signature-verification-failed'],
  ]
  for (const [first, then, identity, changes, slug] of rows) {
    await check('order.envelope', `${first} comes before ${then === 'nonce' ? 'the nonce' : then}`, async () => {
      requireProblem(await world.door.send(ping(world, identity, changes)), slug)
    })
  }
  await check(
    'order.envelope',
    'an envelope that lacks its agent_id but is signed is malformed, not missing',
    async () => {
      requireProblem(await world.door.send(carry('POST', '/ping', '{"signature":"AAAA"}')), 'aui-signature-malformed')
    },
  )
}

async function checkAfterEnvelope({ check, world }: Stage): Promise<void> {
  const ann = await world.agent('ann')
  await check('order.validation', 'the nonce comes before the payload', async () => {
    const nonce = freshNonce()
    requireStatus(await world.door.send(ping(world, ann, { nonce })), 200)
    requireProblem(await post(world, ann, { content: 1 }, { nonce }), 'aui-signature-nonce-replayed')
  })
  await check('order.validation', 'the payload comes before idempotency', async () => {
    const idempotency_key = randomUUID()
    requireStatus(await post(world, ann, { content: world.text('order'), idempotency_key }), 201)
    requireProblem(await post(world, ann, { content: 1, idempotency_key }), 'validation-error')
  })
  await check('order.validation', 'the payload comes before what exists', async () => {
    requireProblem(await post(world, ann, { content: '', space_id: randomUUID() }), 'validation-error')
  })
  await check('order.replay', 'an idempotent replay comes before the duplicate window', async () => {
    const payload = { content: world.text('order'), idempotency_key: randomUUID() }
    requireStatus(await post(world, ann, payload), 201)
    requireStatus(await post(world, ann, payload), 201)
    requireProblem(await post(world, ann, { ...payload, idempotency_key: randomUUID() }), 'duplicate-post')
  })
}

function ping(world: World, identity: Identity, changes: Partial<Envelope>) {
  const envelope = envelopeFor(world.door, identity, 'POST', '/ping', changes)
  return carry('POST', '/ping', signedText(envelope, identity.privateKey))
}

function post(world: World, identity: Identity, payload: Data, changes: Partial<Envelope> = {}): Promise<Reply> {
  const signed = { payload: JSON.stringify(payload), ...changes }
  const envelope = envelopeFor(world.door, identity, 'POST', '/posts', signed)
  return world.door.send(carry('POST', '/posts', signedText(envelope, identity.privateKey)))
}
