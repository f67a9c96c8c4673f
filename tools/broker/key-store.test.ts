import { createPublicKey, verify } from 'node:crypto'
import test from 'ava'
import { compactVerify, createLocalJWKSet, decodeProtectedHeader } from 'jose'
import { SQL } from 'sql-template-strings'
import { createTestRuntime, slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { MINUTE, SECOND } from '../core/durations.ts'
import { listAudit } from '../oversight/list-audit.ts'
import { publishedKeySet } from './key-sets.ts'
import { createSigningKeyStore } from './key-store.ts'
import { listSigningKeys } from './list-signing-keys.ts'
import { rotateSigningKey } from './rotate-signing-key.ts'
import { signRecord } from './signed-records.ts'

const [first, rotated, lost, recorded, raced, encrypted] = Array.from({ length: 6 }, () => useTestWorld(test))

type World = ReturnType<ReturnType<typeof useTestWorld>>
type Purpose = 'broker' | 'records'

const idsOf = async ({ runtime }: World, purpose: Purpose = 'broker') =>
  (await publishedKeySet(runtime, purpose)).keys.map(({ kid }) => kid as string)
const rotate = (world: World, input: object = {}) =>
  world.callOperator(rotateSigningKey, { purpose: 'broker', ...input })
const signer = async ({ runtime }: World, purpose: Purpose = 'broker') => (await runtime.signingKey(purpose)).id

test('processes that need the first key concurrently share one, and publish it complete', async t => {
  const world = first!()
  const open = () => createSigningKeyStore(createTestRuntime(world.db, world.runtime.clock))
  const ids = await Promise.all([1, 2, 3].map(async () => (await open()('broker')).id))
  t.is(new Set(ids).size, 1)
  const { keys } = await publishedKeySet(world.runtime, 'broker')
  t.deepEqual(
    keys.map(({ x: _, ...members }) => members),
    [{ kty: 'OKP', crv: 'Ed25519', kid: ids[0], use: 'sig', alg: 'EdDSA' }],
  )
  const { privateKey } = await open()('broker')
  const { sign } = await import('node:crypto')
  const key = createPublicKey({ key: keys[0]!, format: 'jwk' })
  t.true(verify(null, Buffer.from('a'), key, sign(null, Buffer.from('a'), privateKey)))
  t.not((await open()('records')).id, ids[0])
})

test('a new key is published ten minutes before it signs, and the former one ten minutes after', async t => {
  const world = rotated!()
  const former = await signer(world)
  const { key_id, signs_from } = await rotate(world)
  t.deepEqual(await idsOf(world), [key_id, former])
  t.is(await signer(world), former)
  t.is(await slugOf(rotate(world)), 'rotation-under-way')
  world.advance(10 * MINUTE - 1)
  t.is(await signer(world), former)
  world.advance(1 + SECOND)
  t.true(Date.parse(signs_from) <= world.runtime.clock())
  t.is(await signer(world), key_id)
  t.deepEqual(await idsOf(world), [key_id, former])
  t.is(await slugOf(rotate(world)), 'rotation-under-way')
  world.advance(10 * MINUTE)
  t.deepEqual(await idsOf(world), [key_id])
  const next = await rotate(world)
  t.deepEqual(await idsOf(world), [next.key_id, key_id])
  const listed = await world.callOperator(listSigningKeys, { purpose: 'broker' })
  t.deepEqual(
    listed.items.map(({ key_id: id, retired_at }: { key_id: string; retired_at: string | null }) => [id, retired_at]),
    [
      [next.key_id, null],
      [key_id, next.signs_from],
    ],
  )
  const { changes } = await world.callOperator(listAudit, {})
  t.like(changes[0], {
    action: 'rotate_signing_key',
    subject: { purpose: 'broker' },
    before: { key_id },
    after: { key_id: next.key_id },
  })
})

test('a lost key no longer signs, even while its successor waits', async t => {
  const world = lost!()
  const former = await signer(world)
  const waiting = await rotate(world)
  const { key_id } = await rotate(world, { at_once: true })
  world.advance(SECOND)
  t.is(await signer(world), key_id)
  t.deepEqual((await idsOf(world)).sort(), [key_id, former, waiting.key_id].sort())
  world.advance(20 * MINUTE)
  t.is(await signer(world), key_id)
  t.deepEqual(await idsOf(world), [key_id])
})

test('records are verified by the published keys permanently, in whatever order the keys came', async t => {
  const world = recorded!()
  const early = await signRecord(world.runtime, 'colloquy-receipt+jwt', { state: 'completed' })
  await rotate(world, { purpose: 'records' })
  world.advance(365 * 24 * 60 * MINUTE)
  const late = await signRecord(world.runtime, 'colloquy-evidence+jwt', { eligible: true })
  const keys = createLocalJWKSet((await publishedKeySet(world.runtime, 'records')) as never)
  for (const [record, payload, typ] of [
    [early, { state: 'completed' }, 'colloquy-receipt+jwt'],
    [late, { eligible: true }, 'colloquy-evidence+jwt'],
  ] as const) {
    const verified = await compactVerify(record, keys, { algorithms: ['EdDSA'] })
    t.deepEqual(JSON.parse(Buffer.from(verified.payload).toString()), payload)
    t.is(verified.protectedHeader.typ, typ)
  }
  t.not(decodeProtectedHeader(early).kid, decodeProtectedHeader(late).kid)
})

test('of two concurrent rotations one is refused', async t => {
  const world = raced!()
  await signer(world)
  const outcomes = await Promise.allSettled([rotate(world), rotate(world)])
  t.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  t.is((await idsOf(world)).length, 2)
})

test('private keys are stored encrypted, each bound to its row, and are deleted when they no longer sign', async t => {
  const world = encrypted!()
  await signer(world)
  await rotate(world)
  world.advance(21 * MINUTE)
  await signer(world)
  await rotate(world)
  const rows = await world.db.many<{ encrypted_private_key: Buffer | null; x: string }>(SQL`
    select encrypted_private_key, public_jwk->>'x' as x from signing_key order by signs_from`)
  t.deepEqual(
    rows.map(row => row.encrypted_private_key === null),
    [true, false, false],
  )
  t.is(new Set(rows.map(({ x }) => x)).size, 3)
  await world.db.many(SQL`
    update signing_key as one set encrypted_private_key = other.encrypted_private_key from signing_key as other
    where one.retired_at is null and other.retired_at is not null and other.encrypted_private_key is not null`)
  world.advance(11 * MINUTE)
  await t.throwsAsync(world.runtime.signingKey('broker'), { message: /encrypted for another purpose/ })
})
