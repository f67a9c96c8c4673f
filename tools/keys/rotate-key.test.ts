import { generateKeyPairSync } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { keyPairOf, TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { signText, testKey } from '../../testing/values/test-signing.ts'
import type { AgentActor } from '../core/context.ts'
import { invoke } from '../core/invoke-tool.ts'
import { enrollAgent } from '../enrollment/enroll-agent.ts'
import { readPublicKey } from './public-key.ts'
import { rotateKey } from './rotate-key.ts'
import { rotationStatement } from './rotation-proof.ts'

const world = useTestWorld(test)

/** As a signed request, whose envelope has its time. */
async function rotate(actor: AgentActor, input: object, identifier = 'me') {
  const envelope = {
    sig_version: 2,
    action: 'agent.keys.rotate',
    timestamp_ms: TEST_NOW,
    message: Buffer.alloc(0),
    signature: Buffer.alloc(0),
  }
  const call = { actor, input: { ...input, identifier }, request_id: 'test', envelope }
  return (await invoke(world().runtime, rotateKey, call)).output
}

const refusal = (actor: AgentActor, input: object, identifier?: string) =>
  world().refusal(rotate(actor, input, identifier))

const fingerprintOf = (pem: string) => {
  const read = readPublicKey(pem)
  return read.ok ? read.fingerprint : ''
}

/** The number of keys that the agent has had, and the current one. */
const keysOf = ({ agent_id }: AgentActor) =>
  world().db.one<{ had: number; current: number }>(SQL`
    select key_version as current, (select count(*)::int from agent_key k where k.agent_id = s.agent_id) as had
    from agent_status s where agent_id = ${agent_id}`)

test.serial(
  '200: both fingerprints and the time; the new key is the current one, and the agent is notified',
  async t => {
    const ann = await world().agent('ann')
    const { pem } = testKey(1)
    const answer = await rotate(ann, { public_key_pem: pem })
    const facts = {
      key_fingerprint: fingerprintOf(pem),
      previous_key_fingerprint: ann.key_fingerprint,
      rotated_at: '2026-11-21T12:00:00.000Z',
    }
    t.deepEqual(answer, { agent_id: ann.agent_id, ...facts })
    t.like(await world().runtime.keys.find(ann.agent_id, { fresh: true }), {
      key_version: 2,
      key_fingerprint: facts.key_fingerprint,
    })
    const [event, ...others] = await world().eventsFor(ann)
    t.is(event?.type, 'agent.key.rotated')
    t.like(event?.body, {
      actor: { kind: 'agent', agent_id: ann.agent_id, handle: 'ann', name: 'Agent ann' },
      data: facts,
    })
    t.deepEqual(others, [])
  },
)

test.serial('new_public_key_pem is an alias; both must be equal, and one is required', async t => {
  const bob = await world().agent('bob')
  const [pem, other] = [testKey(2).pem, testKey(3).pem]
  for (const [input, pointer] of [
    [{}, '/public_key_pem'],
    [{ public_key_pem: pem, new_public_key_pem: other }, '/new_public_key_pem'],
    [{ public_key_pem: null }, '/public_key_pem'],
    [{ public_key_pem: 'x'.repeat(8193) }, '/public_key_pem'],
  ] as const) {
    const { slug, members } = await refusal(bob, input)
    t.is(slug, 'validation-error')
    t.deepEqual(
      members.errors?.map(error => error.pointer),
      [pointer],
    )
  }
  t.is((await rotate(bob, { new_public_key_pem: pem })).key_fingerprint, fingerprintOf(pem))
  const rotated = { ...bob, key_version: 2, key_fingerprint: fingerprintOf(pem) }
  const both = { public_key_pem: other, new_public_key_pem: other }
  t.is((await rotate(rotated, both)).previous_key_fingerprint, fingerprintOf(pem))
})

test.serial('keys that enrollment refuses are refused in a rotation, which changes nothing', async t => {
  const carl = await world().agent('carl')
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'spki', format: 'pem' })
  for (const [pem, slug] of [
    ['no key', 'invalid-public-key'],
    [keyPairOf('carl').privateKey, 'invalid-public-key'],
    [testKey(1).pem + testKey(2).pem, 'invalid-public-key'],
    [small, 'key-too-small'],
  ] as const) {
    for (const member of ['public_key_pem', 'new_public_key_pem']) {
      const refused = await refusal(carl, { [member]: pem })
      t.is(refused.slug, slug)
      t.is(refused.members.errors?.[0]?.pointer, `/${member}`)
    }
  }
  t.like(await keysOf(carl), { had: 1, current: 1 })
})

test.serial('a proof is a signature by the new key over the agent and that key; any other is a 422', async t => {
  const dora = await world().agent('dora')
  const { pem, privateKey } = testKey(4)
  const statement = rotationStatement(dora.agent_id, fingerprintOf(pem))
  const right = signText(privateKey, statement)
  for (const proof of [
    signText(testKey(5).privateKey, statement),
    signText(privateKey, rotationStatement(world().runtime.newId(), fingerprintOf(pem))),
    signText(privateKey, rotationStatement(dora.agent_id, dora.key_fingerprint)),
    right.slice(0, -4),
    '',
    'ü',
  ]) {
    const { slug, members } = await refusal(dora, { public_key_pem: pem, proof })
    t.is(slug, 'validation-error')
    t.is(members.errors?.[0]?.pointer, '/proof')
  }
  t.like(await keysOf(dora), { had: 1, current: 1 })
  t.is((await rotate(dora, { public_key_pem: pem, proof: right })).key_fingerprint, fingerprintOf(pem))
})

test.serial('a registered key stays in use: of others, the current one, former ones, in any encoding', async t => {
  const eve = await world().agent('eve')
  await world().agent('finn')
  const own = keyPairOf('eve').publicKey
  const current = await refusal(eve, { public_key_pem: own })
  t.is(current.slug, 'public-key-taken')
  t.is(current.members.hint, 'It is your current key.')
  t.is((await refusal(eve, { public_key_pem: keyPairOf('finn').publicKey })).slug, 'public-key-taken')
  t.like(await keysOf(eve), { had: 1, current: 1 })
  const { pem } = testKey(6)
  await rotate(eve, { public_key_pem: pem })
  const rotated = { ...eve, key_version: 2, key_fingerprint: fingerprintOf(pem) }
  t.is((await refusal(rotated, { public_key_pem: own.replaceAll('\n', '\r\n') })).slug, 'public-key-taken')
  const request = { handle: 'thief', name: 'Thief', public_key_pem: own }
  t.is((await world().refusal(world().callOpen(enrollAgent, request))).slug, 'public-key-taken')
  t.deepEqual(
    (await world().eventsFor(eve)).map(({ type }) => type),
    ['agent.key.rotated'],
  )
})

test.serial('an agent can rotate only its own key: 403 for an agent it can see, 404 for one it cannot', async t => {
  const gil = await world().agent('gil')
  const hal = await world().agent('hal')
  const ida = await world().agent('ida')
  await world().db.script(`update agent set visibility = 'private' where id = '${ida.agent_id}'`)
  const input = { public_key_pem: testKey(7).pem }
  for (const [identifier, slug] of [
    ['hal', 'not-own-agent'],
    [hal.agent_id, 'not-own-agent'],
    ['ida', 'not-found'],
    [ida.agent_id, 'not-found'],
    ['nobody', 'not-found'],
    ['no handle at all', 'not-found'],
  ] as const)
    t.is((await refusal(gil, input, identifier)).slug, slug, identifier)
  t.is((await refusal(gil, { public_key_pem: 'no key' }, 'nobody')).slug, 'invalid-public-key')
  const names = ['me', 'GIL', gil.agent_id.toUpperCase()]
  for (const [index, identifier] of names.entries()) {
    const { key_fingerprint } = (await world().runtime.keys.find(gil.agent_id, { fresh: true }))!
    const actor = { ...gil, key_version: index + 1, key_fingerprint }
    await rotate(actor, { public_key_pem: testKey(7 + index).pem }, identifier)
  }
  t.like(await keysOf(gil), { had: 4, current: 4 })
})

test.serial(
  'of concurrent rotations one succeeds, the others fail their signature, and their keys stay free',
  async t => {
    const jon = await world().agent('jon')
    const keys = [10, 11, 12, 13, 14, 15].map(index => testKey(index).pem)
    const outcomes = await Promise.all(
      keys.map(public_key_pem =>
        rotate(jon, { public_key_pem }).then(
          () => 'rotated',
          (error: { slug: string }) => error.slug,
        ),
      ),
    )
    t.deepEqual(outcomes.toSorted(), [...Array(5).fill('aui-signature-verification-failed'), 'rotated'])
    t.like(await keysOf(jon), { had: 2, current: 2 })
    const kim = await world().agent('kim')
    await t.notThrowsAsync(rotate(kim, { public_key_pem: keys[outcomes.indexOf('rotated') === 0 ? 1 : 0] }))
  },
)

test.serial('of two agents that concurrently rotate to one key, one succeeds', async t => {
  const agents = await Promise.all(['lea', 'max', 'ned', 'ola'].map(handle => world().agent(handle)))
  const outcomes = await Promise.all(
    agents.map(agent =>
      rotate(agent, { public_key_pem: testKey(16).pem }).then(
        () => 'rotated',
        (error: { slug: string }) => error.slug,
      ),
    ),
  )
  t.deepEqual(outcomes.sort(), [...Array(3).fill('public-key-taken'), 'rotated'])
})

test.serial('all but disabled agents can rotate, by signed requests only, and not on MCP', t => {
  t.deepEqual(rotateKey.statuses, ['active', 'pending_ownership', 'restricted', 'suspended'])
  t.is(rotateKey.scopes, null)
  t.false(rotateKey.listedOnMcp)
})
