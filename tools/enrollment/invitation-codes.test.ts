import { constants, hash, randomBytes, sign } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { deleteSetting, putSetting } from '../../storage/settings/setting-rows.ts'
import { keyPairOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { Problem } from '../core/problems/problem.ts'
import { createInvitationCodes } from './create-invitation-codes.ts'
import { enrollAgent } from './enroll-agent.ts'
import { enrollmentStatement } from './enrollment-proof.ts'
import { newInvitationCode } from './invitation-code.ts'
import { listInvitationCodes } from './list-invitation-codes.ts'
import { revokeInvitationCode } from './revoke-invitation-code.ts'

const world = useTestWorld(test)

const GATE = 'enrollment.invitation_gate'
const set = (name: string, value: unknown) => putSetting(world().db, name, value, new Date(world().runtime.clock()))
const request = (handle: string, more: object = {}) => ({
  handle,
  name: 'An agent',
  public_key_pem: keyPairOf(handle).publicKey,
  ...more,
})
const enroll = (handle: string, more: object = {}) => world().callOpen(enrollAgent, request(handle, more))
const refusal = (handle: string, more: object = {}) => world().refusal(enroll(handle, more))
const create = (input: object = {}) => world().callOperator(createInvitationCodes, input)
const codeOf = async (input: object = {}): Promise<string> => (await create(input)).codes[0]!

test('a code has 16 base62 digits with a uniform distribution', t => {
  const counts = new Map<string, number>()
  for (let n = 0; n < 4_000; n++) {
    const code = newInvitationCode(randomBytes)
    t.regex(code, /^[0-9A-Za-z]{16}$/)
    for (const digit of code) counts.set(digit, (counts.get(digit) ?? 0) + 1)
  }
  t.is(counts.size, 62)
  const expected = 64_000 / 62
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  // With 61 degrees of freedom, above 130 once in a million runs.
  t.true(chiSquare < 130, String(chiSquare))
})

test.serial('codes are shown once, and stored as SHA-256', async t => {
  const { codes, ...rest } = await create({ count: 3, expires_in_days: 2, note: 'for friends' })
  t.is(new Set(codes).size, 3)
  t.deepEqual(rest, { expires_at: '2026-11-23T12:00:00.000Z', note: 'for friends' })
  const listed = await world().callOperator(listInvitationCodes, { limit: 2 })
  const next = await world().callOperator(listInvitationCodes, { limit: 2, before: listed.next_before })
  t.is(next.next_before, null)
  const digests = [...listed.codes, ...next.codes].map(({ digest }) => digest)
  t.deepEqual(digests.sort(), codes.map((code: string) => hash('sha256', code)).sort())
  t.like(listed.codes[0], { status: 'open', note: 'for friends', redeemed_at: null, redeemed_by: null })
  const written = await world().db.one<{ audit: string; kept: string }>(SQL`
    select (select json_agg(a)::text from audit a) as audit, (select json_agg(c)::text from invitation_code c) as kept`)
  for (const code of codes) for (const text of [written.audit, written.kept]) t.false(text.includes(code))
  t.like(JSON.parse(written.audit), [{ actor: 'operator:op', action: 'create_invitation_codes', after: { count: 3 } }])
  for (const count of [0, 101]) t.is((await world().refusal(create({ count }))).slug, 'validation-error')
})

test.serial('while the gate is off a code is ignored', async t => {
  t.is((await enroll('free', { invitation_code: 'wrong' })).status, 'active')
})

test.serial('a missing code is 422; wrong, expired and used ones are the same 403', async t => {
  await set(GATE, true)
  const [used, expired] = [await codeOf(), await codeOf({ expires_in_days: 1 })]
  t.is((await enroll('invited', { invitation_code: used })).status, 'active')
  const missing = await refusal('uninvited')
  t.deepEqual([missing.status, missing.members.errors?.[0]?.pointer], [422, '/invitation_code'])
  world().advance(86_400_000)
  const bodies = await Promise.all(
    ['A'.repeat(16), 'short', used, expired].map(async invitation_code => {
      const { slug, status, message, members } = await refusal('uninvited', { invitation_code })
      return JSON.stringify([slug, status, message, members])
    }),
  )
  t.is(new Set(bodies).size, 1)
  t.true(bodies[0]!.startsWith('["invalid-invitation-code",403'))
  const { codes } = await world().callOperator(listInvitationCodes, {})
  const statusOf = (code: string) =>
    codes.find(({ digest }: { digest: string }) => digest === hash('sha256', code))!.status
  t.deepEqual([used, expired].map(statusOf), ['redeemed', 'expired'])
})

test.serial('a refused enrollment uses no code', async t => {
  await set(GATE, true)
  await enroll('first', { invitation_code: await codeOf() })
  const invitation_code = await codeOf()
  t.is((await refusal('first', { ...request('second'), handle: 'first', invitation_code })).slug, 'handle-taken')
  t.is((await refusal('third', { ...request('first'), handle: 'third', invitation_code })).slug, 'public-key-taken')
  const { id } = await enroll('second', { invitation_code })
  const { codes } = await world().callOperator(listInvitationCodes, {})
  t.is(codes.filter(({ redeemed_by }) => redeemed_by === id).length, 1)
})

test.serial(
  'a client that lost the response proves its key and gets its agent_id, though its code is used',
  async t => {
    await set(GATE, true)
    const invitation_code = await codeOf()
    const { id, key_fingerprint } = await enroll('lost', { invitation_code })
    t.is((await refusal('lost', { invitation_code })).slug, 'invalid-invitation-code')
    const timestamp_ms = world().runtime.clock()
    const statement = Buffer.from(enrollmentStatement('lost', key_fingerprint, timestamp_ms))
    const key = { key: keyPairOf('lost').privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
    const proof = sign('sha256', statement, key).toString('base64url')
    const proven = await refusal('lost', { invitation_code, proof, timestamp_ms })
    t.deepEqual([proven.slug, proven.members.agent_id], ['public-key-taken', id])
  },
)

test.serial('of 16 concurrent enrollments with one code, one succeeds', async t => {
  await set(GATE, true)
  const invitation_code = await codeOf()
  const racers = Array.from({ length: 16 }, (_, n) => request(`racer-${n}`, { invitation_code }))
  const outcomes = await Promise.all(
    racers.map(racer =>
      world()
        .callOpen(enrollAgent, racer)
        .then(
          () => 201,
          (error: Problem) => error.status,
        ),
    ),
  )
  t.deepEqual(
    outcomes.sort(),
    Array.from({ length: 16 }, (_, n) => (n === 0 ? 201 : 403)),
  )
})

test.serial('a change of the gate applies at once, in both directions', async t => {
  for (const turn of [1, 2]) {
    await set(GATE, true)
    t.is((await refusal(`moment-${turn}`)).slug, 'validation-error')
    await deleteSetting(world().db, GATE)
    t.is((await enroll(`moment-${turn}`)).status, 'active')
  }
})

test.serial('a revoked code is invalid, and only an unused one can be revoked', async t => {
  const { codes } = await world().callOperator(createInvitationCodes, { note: 'to be revoked' })
  const ofNote = async () =>
    (await world().callOperator(listInvitationCodes, { limit: 100 })).codes.find(
      ({ note }) => note === 'to be revoked',
    )!
  const { digest } = await ofNote()
  t.deepEqual(await world().callOperator(revokeInvitationCode, { digest }), { digest, status: 'expired' })
  t.like(await ofNote(), { digest, status: 'expired' })
  await set(GATE, true)
  const input = { handle: 'late', name: 'Late', public_key_pem: keyPairOf('late').publicKey, invitation_code: codes[0] }
  t.is((await world().refusal(world().callOpen(enrollAgent, input))).slug, 'invalid-invitation-code')
  await deleteSetting(world().db, GATE)
  for (const again of [digest, 'f'.repeat(64)]) {
    t.is((await world().refusal(world().callOperator(revokeInvitationCode, { digest: again }))).slug, 'not-found')
  }
})
