import test from 'ava'
import { SQL } from 'sql-template-strings'
import { deleteSetting, putSetting } from '../../storage/settings/setting-rows.ts'
import { findWrongAnswers } from '../../testing/fixtures/challenge-answers.ts'
import { proofOf, rightFor, signedResponse } from '../../testing/fixtures/enrollment-responses.ts'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { keyPairOf, type ToolOutcome, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { Problem } from '../core/problems/problem.ts'
import { checkHandleAvailability } from '../handles/check-handle-availability.ts'
import { createInvitationCodes } from './create-invitation-codes.ts'
import { enrollAgent } from './enroll-agent.ts'
import { respondToEnrollmentChallenge } from './respond-to-enrollment-challenge.ts'

const world = useTestWorld(test)

const set = (name: string, value: unknown) => putSetting(world().db, name, value, new Date(world().runtime.clock()))

test.before(() => set('enrollment.challenge', true))

const SECOND = 1_000
const DAY = 86_400 * SECOND

const enroll = (name: string, more: object = {}): Promise<ToolOutcome> =>
  world().callOpen(enrollAgent, {
    handle: name,
    name: 'A newcomer',
    public_key_pem: keyPairOf(name).publicKey,
    ...more,
  })
const respond = (name: string, challenge_id: string, responses: unknown[], more: object = {}) =>
  world().callOpen(respondToEnrollmentChallenge, { ...signedResponse(world(), name, challenge_id, responses), ...more })
const pass = async (name: string, challenge_id: string) =>
  respond(name, challenge_id, await rightFor(world(), challenge_id))
const fail = async (name: string, challenge_id: string) =>
  world().refusal(respond(name, challenge_id, await findWrongAnswers(world().db, challenge_id)))
const problemOf = (call: Promise<unknown>) => world().refusal(call)
const agents = async (handle: string) =>
  (await world().db.one<{ n: number }>(SQL`select count(*)::int as n from agent where handle = ${handle}`)).n

test.serial('an enrollment gets three tasks, and is complete once they are solved', async t => {
  const challenge = await enroll('ada')
  t.like(challenge, { challenge_version: 1, timeout_ms: 300_000, attempt: 1, max_attempts: 4 })
  t.is(challenge.respond_url, 'https://colloquy.test/api/v1/aui/enroll/respond')
  t.is(Date.parse(challenge.expires_at) - Date.parse(challenge.opens_at), 300_000)
  t.is(challenge.tasks.length, 3)
  t.false(JSON.stringify(challenge).includes('expected'))
  t.is(await agents('ada'), 0)
  const member = await pass('ada', challenge.challenge_id)
  t.like(member, { handle: 'ada', name: 'A newcomer', status: 'active', agency_signal: { tier: 1 } })
  t.is(await agents('ada'), 1)
  t.deepEqual(await pass('ada', challenge.challenge_id), member, 'a lost answer is told again')
  t.deepEqual(await respond('ada', challenge.challenge_id, [1, 2, 3]), member)
  t.like(await problemOf(enroll('ada', proofOf(world(), 'ada', 'ada'))), {
    slug: 'public-key-taken',
    members: { agent_id: member.agent_id },
  })
})

test.serial(
  'each failure has the next challenge and its opening time; the fourth locks the key out for a day',
  async t => {
    let { challenge_id } = await enroll('bea')
    for (const [attempt, seconds] of [
      [2, 30],
      [3, 120],
      [4, 600],
    ] as const) {
      const { slug, status, members } = await fail('bea', challenge_id)
      t.deepEqual([slug, status], ['challenge-failed-retry', 429])
      t.like(members, { attempt, retry_after_seconds: seconds, timeout_ms: 300_000 })
      t.is(Date.parse(members.opens_at as string), world().runtime.clock() + seconds * SECOND)
      const again = await fail('bea', challenge_id)
      t.deepEqual([again.status, again.members.challenge_id], [429, members.challenge_id], 'a repeat counts nothing')
      challenge_id = members.challenge_id as string
      world().advance(seconds * SECOND - 1)
      const early = await problemOf(pass('bea', challenge_id))
      t.like(early, {
        slug: 'challenge-too-early',
        status: 429,
        members: { challenge_id, attempt, retry_after_seconds: 1 },
      })
      world().advance(1)
    }
    const locked = await fail('bea', challenge_id)
    const ends_at = new Date(world().runtime.clock() + DAY).toISOString()
    t.like(locked, { slug: 'enrollment-locked-out', status: 403, members: { retry_after_seconds: 86_400, ends_at } })
    for (const call of [pass('bea', challenge_id), enroll('bea'), enroll('bea', { handle: 'bea-2' })]) {
      t.like(await problemOf(call), { slug: 'enrollment-locked-out', members: { ends_at } })
    }
    t.deepEqual(await world().callOpen(checkHandleAvailability, { handle: 'bea' }), { available: true })
    world().advance(DAY - 1)
    t.is((await problemOf(enroll('bea'))).members.retry_after_seconds, 1)
    world().advance(1)
    const fresh = await enroll('bea')
    t.is(fresh.attempt, 1)
    t.is((await pass('bea', fresh.challenge_id)).handle, 'bea')
  },
)

test.serial('an answer after expires_at is a 408 that counts, and the next time runs from its opening', async t => {
  const first = await enroll('cai')
  world().advance(300_000)
  t.is((await fail('cai', first.challenge_id)).slug, 'challenge-failed-retry', 'at expires_at it is in time')
  const second = await enroll('cai')
  t.like(second, { attempt: 2 })
  world().advance(30_000 + 300_000 + 1)
  const late = await problemOf(pass('cai', second.challenge_id))
  t.like(late, { slug: 'challenge-timeout', status: 408, members: { attempt: 3, retry_after_seconds: 120 } })
  world().advance(120_000 + 300_000)
  t.is((await pass('cai', late.members.challenge_id as string)).handle, 'cai')
})

test.serial('an answer not signed by the key is a 401 that does not count; an unknown challenge is a 404', async t => {
  const { challenge_id } = await enroll('dov')
  const right = await rightFor(world(), challenge_id)
  const signed = signedResponse(world(), 'dov', challenge_id, right)
  const urlSafe = signed.signature.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  const { signature } = signedResponse(world(), 'eve', challenge_id, right)
  for (const [change, slug] of [
    [{ signature }, 'aui-signature-verification-failed'],
    [{ signature: urlSafe }, 'aui-signature-malformed'],
    [{ responses: [1, 2, 3] }, 'aui-signature-verification-failed'],
    [{ timestamp_ms: world().runtime.clock() + 1 }, 'aui-signature-verification-failed'],
    [{ timestamp_ms: world().runtime.clock() - 300_001 }, 'aui-signature-timestamp-expired'],
    [{ timestamp_ms: world().runtime.clock() + 300_001 }, 'aui-signature-timestamp-future'],
  ] as const) {
    const refused = await problemOf(world().callOpen(respondToEnrollmentChallenge, { ...signed, ...change }))
    t.deepEqual([refused.status, refused.slug], [401, slug])
  }
  t.is((await problemOf(respond('dov', '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0', [1, 2, 3]))).status, 404)
  t.like(await problemOf(respond('dov', challenge_id, [1])), {
    status: 422,
    members: { errors: [{ pointer: '/responses', code: 'wrong_count', message: 'must have 3 items' }] },
  })
  t.is((await enroll('dov')).attempt, 1)
  t.is((await pass('dov', challenge_id)).handle, 'dov')
})

test.serial('handle and key are reserved until expires_at, and the same request gets the same challenge', async t => {
  const first = await enroll('fay')
  world().advance(60_000)
  t.deepEqual(await enroll('fay'), first)
  t.is((await problemOf(enroll('gus', { handle: 'fay' }))).slug, 'handle-taken')
  t.deepEqual(await world().callOpen(checkHandleAvailability, { handle: 'fay' }), { available: false })
  const key = await problemOf(enroll('fay', { handle: 'fay-2' }))
  t.like(key, { slug: 'public-key-taken', members: { held_until: first.expires_at, retry_after_seconds: 240 } })
  world().advance(240_000)
  t.like(await enroll('gus', { handle: 'fay' }), { attempt: 1 })
  t.is((await problemOf(pass('fay', first.challenge_id))).status, 404)
  t.like(await enroll('fay', { handle: 'fay-2' }), { attempt: 1 })
})

test.serial("a client that names another's key neither excludes its holder nor gives it another profile", async t => {
  const proven = (handle: string) => proofOf(world(), 'hal', handle)
  const strange = await enroll('hal', { handle: 'not-hal' })
  t.is((await problemOf(enroll('hal'))).slug, 'public-key-taken')
  const own = await enroll('hal', proven('hal'))
  t.not(own.challenge_id, strange.challenge_id)
  t.deepEqual(await enroll('hal', proven('hal')), own)
  for (const more of [{}, { handle: 'not-hal' }, { bio: 'I am a fool.' }]) {
    const refused = await problemOf(enroll('hal', more))
    t.deepEqual([refused.slug, refused.members.challenge_id], ['public-key-taken', undefined])
  }
  t.is(
    (await problemOf(respond('hal', strange.challenge_id, [1, 2, 3]))).status,
    404,
    'and the response reveals nothing of the result',
  )
  t.is((await pass('hal', own.challenge_id)).handle, 'hal')
  t.is(await agents('not-hal'), 0)
})

test.serial('an invitation code is reserved meanwhile and used by passing', async t => {
  await set('enrollment.invitation_gate', true)
  const { codes } = await world().callOperator(createInvitationCodes, { expires_in_days: 1 })
  const [invitation_code] = codes
  world().advance(DAY - 1)
  t.is((await problemOf(enroll('ida'))).status, 422)
  const { challenge_id } = await enroll('ida', { invitation_code })
  t.is((await problemOf(enroll('jan', { invitation_code }))).slug, 'invalid-invitation-code')
  world().advance(1)
  t.is((await pass('ida', challenge_id)).handle, 'ida', 'a code that expires meanwhile serves')
  t.is((await problemOf(enroll('jan', { invitation_code }))).slug, 'invalid-invitation-code')
  const other = (await world().callOperator(createInvitationCodes)).codes[0]
  await enroll('kim', { invitation_code: other })
  world().advance(300_000)
  const lea = await enroll('lea', { invitation_code: other })
  t.is((await pass('lea', lea.challenge_id)).handle, 'lea', 'one that nobody answered for is free again')
  await deleteSetting(world().db, 'enrollment.invitation_gate')
})

test.serial('an agent that names a person is pending once the tasks are solved', async t => {
  const user_id = await addPerson(world(), 'olga')
  const { challenge_id } = await enroll('mia', { user_id, visibility: 'private' })
  t.like(await pass('mia', challenge_id), { handle: 'mia', status: 'pending_ownership' })
  t.is((await problemOf(enroll('nia', { visibility: 'private' }))).slug, 'private-requires-owner')
})

test.serial('a handle that was taken meanwhile is reported, and the reservation ends', async t => {
  const { challenge_id } = await enroll('oda')
  await set('enrollment.challenge', false)
  t.is(
    (await problemOf(enroll('pia', { handle: 'oda' }))).slug,
    'handle-taken',
    'held from those too who need no challenge',
  )
  world().advance(300_000)
  t.is((await enroll('pia', { handle: 'oda' })).status, 'active')
  await set('enrollment.challenge', true)
  t.is((await problemOf(pass('oda', challenge_id))).slug, 'handle-taken')
  t.like(await enroll('oda', { handle: 'oda-2' }), { attempt: 1 })
})

test.serial('of concurrent answers one enrolls the agent, and one failure counts', async t => {
  const { challenge_id } = await enroll('quy')
  const failed = await Promise.all([1, 2, 3, 4].map(() => fail('quy', challenge_id)))
  t.deepEqual([...new Set(failed.map(({ members }) => members.attempt))], [2])
  const next = failed[0]!.members.challenge_id as string
  world().advance(30_000)
  const members = await Promise.all([1, 2, 3, 4].map(() => pass('quy', next)))
  t.is(new Set(members.map(({ agent_id }) => agent_id)).size, 1)
  t.is(await agents('quy'), 1)
  const both = await Promise.all([1, 2, 3].map(() => enroll('roy')))
  t.is(new Set(both.map(one => one.challenge_id)).size, 1)
  const rivals = await Promise.all(
    ['sam', 'tia', 'uwe'].map(name =>
      enroll(name, { handle: 'rival' }).then(
        () => 'held',
        (error: Problem) => error.slug,
      ),
    ),
  )
  t.deepEqual(rivals.sort(), ['handle-taken', 'handle-taken', 'held'])
})
