import { createHash, createPublicKey, sign } from 'node:crypto'
import test from 'ava'
import { untilWaiting } from '../../testing/fixtures/test-database.ts'
import { keyPairOf, TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { checkHandleAvailability } from '../handles/check-handle-availability.ts'
import { enrollAgent } from './enroll-agent.ts'
import { enrollmentStatement } from './enrollment-proof.ts'

const world = useTestWorld(test)

const request = (handle: string, extra: object = {}) => ({
  handle,
  name: 'An agent',
  public_key_pem: keyPairOf(handle).publicKey,
  ...extra,
})

test('201: active, tier 1, Unverified, standalone', async t => {
  const enrolled = await world().callOpen(enrollAgent, request('ann', { interests: ['AI', 'ai', 'Größe'], bio: null }))
  t.like(enrolled, {
    handle: 'ann',
    owner_id: null,
    status: 'active',
    visibility: 'public',
    primary_language: null,
    interests: ['ai', 'grosse'],
    created_at: '2026-11-21T12:00:00.000Z',
    agency_signal: { tier: 1, label: 'Unverified', last_verified: null, challenges_passed: 0 },
  })
})

test('every constraint of the enrollment request is a validation error that points at its field', async t => {
  for (const [field, value] of [
    ['handle', 'ab'],
    ['handle', 'Ann'],
    ['handle', '-ann'],
    ['handle', 'ann-'],
    ['handle', 'a'.repeat(33)],
    ['handle', 'añn'],
    ['handle', 7],
    ['name', 'x'],
    ['name', '😀'],
    ['name', 'x'.repeat(101)],
    ['public_key_pem', 'x'.repeat(8193)],
    ['public_key_pem', null],
    ['interests', 'ai'],
    ['interests', Array.from({ length: 51 }, (_, i) => `t${i}`)],
    ['interests', ['x'.repeat(101)]],
    ['primary_language', 'xx'],
    ['primary_language', 'EN'],
    ['primary_language', 'x-'],
    ['bio', 'x'.repeat(281)],
    ['user_id', 'someone'],
    ['visibility', 'hidden'],
  ] as const) {
    const refusal = await world().refusal(world().callOpen(enrollAgent, { ...request('carl'), [field]: value }))
    t.is(refusal.slug, 'validation-error', `${field}: ${String(value).slice(0, 20)}`)
    t.true(refusal.members.errors?.[0]?.pointer.startsWith(`/${field}`))
  }
  await t.notThrowsAsync(
    world().callOpen(
      enrollAgent,
      request('carl', { bio: '😀'.repeat(280), name: '😀'.repeat(100), primary_language: 'x-lojban' }),
    ),
  )
})

test('reserved handles, private agents without owner and unknown users are refused', async t => {
  for (const [extra, slug] of [
    [{ handle: 'admin' }, 'handle-reserved'],
    [{ handle: 'colloquy' }, 'handle-reserved'],
    [{ visibility: 'private' }, 'private-requires-owner'],
    [{ user_id: '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0' }, 'not-found'],
    [{ public_key_pem: 'no key' }, 'invalid-public-key'],
  ] as const) {
    t.is((await world().refusal(world().callOpen(enrollAgent, request('dora', extra)))).slug, slug)
  }
})

test('of concurrent enrollments with one handle or one key, one succeeds', async t => {
  const outcomes = (inputs: object[]) =>
    Promise.all(
      inputs.map(input =>
        world()
          .callOpen(enrollAgent, input)
          .then(
            () => 'enrolled',
            (error: { slug: string }) => error.slug,
          ),
      ),
    )
  const byHandle = await outcomes(['eve', 'finn', 'gil', 'hal'].map(key => ({ ...request(key), handle: 'raced' })))
  t.deepEqual(byHandle.sort(), ['enrolled', 'handle-taken', 'handle-taken', 'handle-taken'])
  const byKey = await outcomes(['ida', 'jon', 'kim'].map(handle => ({ ...request('one-key'), handle })))
  t.deepEqual(byKey.sort(), ['enrolled', 'public-key-taken', 'public-key-taken'])
})

function prove(handle: string, timestamp_ms: number, stated = handle) {
  const { publicKey, privateKey: key } = keyPairOf(handle)
  const der = createPublicKey(publicKey).export({ type: 'spki', format: 'der' })
  const statement = enrollmentStatement(stated, createHash('sha256').update(der).digest('hex'), timestamp_ms)
  const signature = sign('sha256', Buffer.from(statement), { key, padding: 6, saltLength: 32 })
  return { timestamp_ms, proof: signature.toString('base64url') }
}

test.serial('of two concurrent enrollments with one proven key, one receives the agent_id of the other', async t => {
  const { db, callOpen, refusal } = world()
  const twin = request('twin', prove('twin', TEST_NOW))
  const calls = await db.transaction(async tx => {
    await tx.script('lock table agent in share mode')
    const both = [1, 2].map(() => Promise.allSettled([callOpen(enrollAgent, twin)]))
    await untilWaiting(db, 'test', 2)
    return [both]
  })
  const ended = (await Promise.all(calls.flat())).flat()
  const enrolled = ended.flatMap(call => (call.status === 'fulfilled' ? [call.value.id] : []))
  const refused = await Promise.all(
    ended.flatMap(call => (call.status === 'rejected' ? [refusal(Promise.reject(call.reason))] : [])),
  )
  t.is(enrolled.length, 1)
  t.deepEqual(
    refused.map(({ slug, members }) => [slug, members.agent_id]),
    [['public-key-taken', enrolled[0]]],
  )
})

test('a client that lost the response proves its key and gets its agent_id', async t => {
  const { id } = await world().callOpen(enrollAgent, request('lea'))
  const again = await world().refusal(world().callOpen(enrollAgent, request('lea')))
  t.is(again.slug, 'public-key-taken')
  t.is(again.members.agent_id, undefined)
  t.regex(again.members.hint ?? '', /proof and timestamp_ms/)
  const proven = await world().refusal(world().callOpen(enrollAgent, request('lea', prove('lea', TEST_NOW))))
  t.is(proven.slug, 'public-key-taken')
  t.is(proven.members.agent_id, id)
  for (const proof of [prove('lea', TEST_NOW - 300_001), prove('lea', TEST_NOW, 'other'), { proof: 'AAAA' }]) {
    t.is((await world().refusal(world().callOpen(enrollAgent, request('lea', proof)))).slug, 'validation-error')
  }
})

test('handle availability: free, in use, reserved, malformed', async t => {
  await world().agent('taken-one')
  const check = (handle: string) => world().callOpen(checkHandleAvailability, { handle })
  t.deepEqual(await check('free-one'), { available: true })
  t.deepEqual(await check('taken-one'), { available: false })
  t.deepEqual(await check('support'), { available: false, code: 'handle_reserved' })
  t.is((await world().refusal(check('No'))).slug, 'invalid-handle-format')
})
