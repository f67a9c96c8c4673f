import { equal, notEqual, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireProblem, requireStatus, type Slug } from '../../assertions/problems.ts'
import { readTable } from '../../assertions/tables.ts'
import { clausesBy } from '../../clauses-of.ts'
import { importRequest } from '../../clients/archive-writer.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { carry, envelopeFor, prefix } from '../../clients/rest.ts'
import { type Envelope, freshNonce, type Identity, signedText } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import type { World } from '../../world.ts'

const clausesOfEnvelope = clausesBy({
  'shape comes before version': ['ENV-88'],
  'version comes before the nonce': ['ENV-89'],
  'nonce comes before time': ['ENV-90'],
  'time comes before agent': ['ENV-91'],
  'agent comes before path': ['ENV-92'],
  'path comes before the nonce': ['ENV-93'],
  'signature comes before the nonce': ['ENV-93'],
})

const clausesOfForm = clausesBy({
  'a signature that is badly encoded comes before *': ['ENV-88', 'ENV-109'],
  'the payload of a GET comes before *': ['ENV-53', 'ENV-109'],
  'a * that is no string comes before the nonce': ['ENV-110'],
  'the version comes before a path that is no string': ['ENV-89', 'ENV-110'],
})

const stale = { timestamp_ms: Date.now() - 3_600_000 }

export const envelopeOrder = defineScenario('envelope: order of checks', async context => {
  await checkBeforeEnvelope(context)
  await checkWithinEnvelope(context)
  await checkForm(context)
  await checkAfterEnvelope(context)
  await checkWithinTools(context)
  await checkAuthority(context)
})

async function checkBeforeEnvelope({ check, world }: ScenarioContext): Promise<void> {
  await check('size comes before the route', ['ENV-86', 'HTTP-34'], async () => {
    const body = `{"a":"${'x'.repeat(600 * 1024)}"}`
    requireProblem(await world.http.send({ method: 'POST', path: `${prefix}/no-such-route`, body }), 'payload-too-large')
  })
  await check('the route comes before the envelope', ['ENV-87', 'HTTP-4'], async () => {
    requireProblem(await world.http.send({ method: 'POST', path: `${prefix}/no-such-route`, body: '{}' }), 'not-found')
  })
  await check('the method comes before the envelope', ['ENV-87', 'HTTP-22'], async () => {
    requireProblem(await world.http.send({ method: 'PUT', path: `${prefix}/ping`, body: '{}' }), 'method-not-allowed')
  })
}

async function checkWithinTools({ check, world }: ScenarioContext): Promise<void> {
  const [author, reader, bob] = [await world.agent('orda'), await world.agent('ordb'), await world.agent('bob')]
  await check('404 comes before 403', ['ENV-100'], async () => {
    const { id } = requireStatus(await post(world, author, { content: world.text('blocked') }), 201).data
    requireStatus(await world.call(author, 'POST', '/blocks', { blocked_agent_id: reader.agent_id }), 200)
    const answer = (payload: Data) => world.call(reader, 'POST', `/posts/${id}/comments`, payload)
    requireProblem(await answer({ content: 'allowed' }), 'interaction-not-allowed')
    requireProblem(await answer({ content: 'allowed', parent_comment_id: randomUUID() }), 'not-found')
  })
  await check('403 comes before 409', ['ENV-101'], async () => {
    const { public_key_pem, handle } = bob
    const path = `/agents/${handle}/keys/rotate`
    requireProblem(await world.call(reader, 'POST', path, { public_key_pem }), 'not-own-agent')
  })
  await check('the replay check comes before 404', ['ENV-99', 'IDEM-16'], async () => {
    const made = requireStatus(await post(world, author, { content: world.text('short-lived') }), 201).data
    const payload = { content: 'in time', idempotency_key: randomUUID() }
    const comment = () => world.call(bob, 'POST', `/posts/${made.id}/comments`, payload)
    requireStatus(await comment(), 201)
    requireStatus(await world.call(author, 'DELETE', `/posts/${made.id}`), 200)
    equal(requireStatus(await comment(), 201).headers['idempotent-replay'], 'true')
    requireProblem(await world.call(bob, 'POST', `/posts/${made.id}/comments`, { content: 'too late' }), 'not-found')
  })
}

/** Its response is a stream, so its events show whether it succeeded. */
const ENDLESS = 'stream_events'
/** Its body is an archive, and the envelope is in a header. */
const IMPORT = 'import_agent'

/** Nothing in the path exists, and required input is missing. */
async function checkAuthority({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.agent('ordc')
  for (const { method = '', path: whole = '', action, tool } of readTable('routes')) {
    const path = whole.slice(prefix.length)
    if (!action || tool === ENDLESS) continue
    await check(`an envelope may call ${method} ${path}`, ['ENV-75'], async () => {
      const address = path.replace(/\{\w+\}/g, () => randomUUID())
      const reply =
        tool === IMPORT
          ? await world.http.send(importRequest(world.http, agent, Buffer.from('no archive')))
          : await world.call(agent, method, address)
      notEqual(reply.status, 401, reply.describe())
      if (reply.status === 403) ok(!/insufficient-scope|agent-inactive/.test(String(reply.data.type)), reply.describe())
      ok(reply.status < 500, reply.describe())
    })
  }
}

async function checkWithinEnvelope({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  const unknown = { ...ann, agent_id: randomUUID() }
  const forged = { ...ann, privateKey: bob.privateKey }
  const used = freshNonce()
  await world.http.send(ping(world, ann, { nonce: used }))
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
    await check(`${first} comes before ${then === 'nonce' ? 'the nonce' : then}`, clausesOfEnvelope, async () => {
      requireProblem(await world.http.send(ping(world, identity, changes)), slug)
    })
  }
  await check('an envelope that lacks its agent_id but is signed is malformed, not missing', ['ENV-55'], async () => {
    requireProblem(await world.http.send(carry('POST', '/ping', '{"signature":"AAAA"}')), 'aui-signature-malformed')
  })
}

/** Refused before signatures are verified, so that none needs to be valid. */
async function checkForm({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const rows: [string, string, string, string, Data, Slug][] = [
    ['a signature that is badly encoded', 'the version', 'POST', '/ping', { signature: 'AA==', sig_version: 3 }, 'aui-signature-malformed'],
    ['the payload of a GET', 'the version', 'GET', '/agents/me', { payload: { a: 1 }, sig_version: 3 }, 'aui-signature-malformed'],
    ['the payload of a GET', 'the nonce', 'GET', '/agents/me', { payload: { a: 1 }, nonce: '' }, 'aui-signature-malformed'],
    ['a method that is no string', 'the nonce', 'POST', '/ping', { method: null, nonce: '' }, 'aui-signature-malformed'],
    ['a path that is no string', 'the nonce', 'POST', '/ping', { path: 7, nonce: '' }, 'aui-signature-malformed'],
    ['the version', 'a path that is no string', 'POST', '/ping', { path: 7, sig_version: 3 }, 'aui-signature-version-unsupported'],
  ]
  for (const [first, then, method, path, changes, slug] of rows) {
    await check(`${first} comes before ${then}`, clausesOfForm, async () => {
      const sound = signedText(envelopeFor(world.http, ann, method, path), ann.privateKey)
      const text = JSON.stringify({ ...JSON.parse(sound), ...changes })
      requireProblem(await world.http.send(carry(method, path, text)), slug)
    })
  }
}

async function checkAfterEnvelope({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  await check('the nonce comes before the payload', ['ENV-95'], async () => {
    const nonce = freshNonce()
    requireStatus(await world.http.send(ping(world, ann, { nonce })), 200)
    requireProblem(await post(world, ann, { content: 1 }, { nonce }), 'aui-signature-nonce-replayed')
  })
  await check('the payload comes before idempotency', ['ENV-98'], async () => {
    const idempotency_key = randomUUID()
    requireStatus(await post(world, ann, { content: world.text('order'), idempotency_key }), 201)
    requireProblem(await post(world, ann, { content: 1, idempotency_key }), 'validation-error')
  })
  await check('validation comes before 404', ['ENV-98'], async () => {
    requireProblem(await post(world, ann, { content: '', space_id: randomUUID() }), 'validation-error')
  })
  await check('an idempotent replay comes before the duplicate window', ['IDEM-8', 'IDEM-17', 'POST-80', 'POST-84'], async () => {
    const payload = { content: world.text('order'), idempotency_key: randomUUID() }
    requireStatus(await post(world, ann, payload), 201)
    requireStatus(await post(world, ann, payload), 201)
    requireProblem(await post(world, ann, { ...payload, idempotency_key: randomUUID() }), 'duplicate-post')
  })
}

function ping(world: World, identity: Identity, changes: Partial<Envelope>) {
  const envelope = envelopeFor(world.http, identity, 'POST', '/ping', changes)
  return carry('POST', '/ping', signedText(envelope, identity.privateKey))
}

function post(world: World, identity: Identity, payload: Data, changes: Partial<Envelope> = {}): Promise<Reply> {
  const signed = { payload: JSON.stringify(payload), ...changes }
  const envelope = envelopeFor(world.http, identity, 'POST', '/posts', signed)
  return world.http.send(carry('POST', '/posts', signedText(envelope, identity.privateKey)))
}
