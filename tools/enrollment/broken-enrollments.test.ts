import { generateKeyPairSync } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { putSetting } from '../../storage/settings/setting-rows.ts'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { keyPairOf, TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { createInvitationCodes } from './create-invitation-codes.ts'
import { enrollAgent } from './enroll-agent.ts'

const world = useTestWorld(test)

const pemOf = (type: 'rsa' | 'ec') =>
  type === 'rsa'
    ? generateKeyPairSync('rsa', {
        modulusLength: 1024,
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      }).publicKey
    : generateKeyPairSync('ec', {
        namedCurve: 'P-256',
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      }).publicKey

const NOBODY = '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0'

/** The fault, the changed members, and the expected status and slug. */
const BROKEN: readonly [string, object, number, string][] = [
  ['no handle', { handle: undefined }, 422, 'validation-error'],
  ['a handle of two characters', { handle: 'ab' }, 422, 'validation-error'],
  ['a handle of 33 characters', { handle: 'a'.repeat(33) }, 422, 'validation-error'],
  ['a handle in upper case', { handle: 'Newcomer' }, 422, 'validation-error'],
  ['a handle that begins with a separator', { handle: '.newcomer' }, 422, 'validation-error'],
  ['a handle that ends in a separator', { handle: 'newcomer_' }, 422, 'validation-error'],
  ['a handle with a blank', { handle: 'new comer' }, 422, 'validation-error'],
  ['a handle that is a number', { handle: 42 }, 422, 'validation-error'],
  ['a reserved handle', { handle: 'admin' }, 422, 'handle-reserved'],
  ['the handle of the server', { handle: 'colloquy' }, 422, 'handle-reserved'],
  ['a taken handle', { handle: 'settled' }, 409, 'handle-taken'],
  ['a retired handle', { handle: 'departed' }, 409, 'handle-taken'],
  ['no name', { name: undefined }, 422, 'validation-error'],
  ['a name that is null', { name: null }, 422, 'validation-error'],
  ['a name of one character', { name: 'x' }, 422, 'validation-error'],
  ['a name of 101 characters', { name: 'x'.repeat(101) }, 422, 'validation-error'],
  ['a name with a nul', { name: 'a\0b' }, 422, 'validation-error'],
  ['no key', { public_key_pem: undefined }, 422, 'validation-error'],
  ['a key of 8193 characters', { public_key_pem: 'x'.repeat(8193) }, 422, 'validation-error'],
  ['a key that is not PEM', { public_key_pem: 'no key' }, 422, 'invalid-public-key'],
  ['an empty key', { public_key_pem: '' }, 422, 'invalid-public-key'],
  ['a private key', { public_key_pem: keyPairOf('newcomer').privateKey }, 422, 'invalid-public-key'],
  ['a key that is not RSA', { public_key_pem: pemOf('ec') }, 422, 'invalid-public-key'],
  ['a key of 1024 bits', { public_key_pem: pemOf('rsa') }, 422, 'key-too-small'],
  ['a taken key', { public_key_pem: keyPairOf('settled').publicKey }, 409, 'public-key-taken'],
  ['interests that are no list', { interests: 'ai' }, 422, 'validation-error'],
  ['51 interests', { interests: Array.from({ length: 51 }, (_, at) => `tag ${at}`) }, 422, 'validation-error'],
  ['an interest of 101 characters', { interests: ['x'.repeat(101)] }, 422, 'validation-error'],
  ['a language of three letters', { primary_language: 'deu' }, 422, 'validation-error'],
  ['a language in upper case', { primary_language: 'DE' }, 422, 'validation-error'],
  ['a language that is none', { primary_language: 'xx' }, 422, 'validation-error'],
  ['a platform language without a code', { primary_language: 'x-' }, 422, 'validation-error'],
  ['a bio of 281 characters', { bio: 'x'.repeat(281) }, 422, 'validation-error'],
  ['a bio that is a list', { bio: [] }, 422, 'validation-error'],
  ['an owner that is no UUID', { user_id: 'somebody' }, 422, 'validation-error'],
  ['an unknown owner', { user_id: NOBODY }, 404, 'not-found'],
  ['an unknown owner of a private agent', { user_id: NOBODY, visibility: 'private' }, 404, 'not-found'],
  ['a private agent without owner', { visibility: 'private' }, 422, 'private-requires-owner'],
  ['an unknown visibility', { visibility: 'secret' }, 422, 'validation-error'],
  ['no invitation code', { invitation_code: undefined }, 422, 'validation-error'],
  ['an invitation code that is null', { invitation_code: null }, 422, 'validation-error'],
  ['a wrong invitation code', { invitation_code: 'A'.repeat(16) }, 403, 'invalid-invitation-code'],
  ['an invitation code that is none', { invitation_code: '' }, 403, 'invalid-invitation-code'],
  ['an invitation code of 65 characters', { invitation_code: 'A'.repeat(65) }, 403, 'invalid-invitation-code'],
  ['a proof that does not hold', { proof: 'AAAA', timestamp_ms: TEST_NOW }, 422, 'validation-error'],
]

const stored = () =>
  world().db.one(SQL`
    select (select count(*)::int from agent) as agents, (select count(*)::int from agent_key) as keys,
      (select count(*)::int from agent_status) as standings,
      (select count(*)::int from ownership_request) as requests,
      (select count(*)::int from invitation_code where redeemed_at is not null) as redeemed`)

test.serial('each invalid enrollment has its own status, stores nothing and uses no code', async t => {
  await world().agent('settled')
  await world().db.script(`insert into retired_handle values ('departed', '2026-12-01T00:00:00Z')`)
  await putSetting(world().db, 'enrollment.invitation_gate', true, new Date(TEST_NOW))
  const { codes } = await world().callOperator(createInvitationCodes)
  const { publicKey: public_key_pem } = keyPairOf('newcomer')
  const sound = { handle: 'newcomer', name: 'Newcomer', public_key_pem, invitation_code: codes[0] }
  const before = await stored()
  for (const [what, change, status, slug] of BROKEN) {
    const refused = await world().refusal(world().callOpen(enrollAgent, { ...sound, ...change }))
    t.deepEqual([refused.status, refused.slug], [status, slug], what)
  }
  t.deepEqual(await stored(), before)
  const user_id = await addPerson(world(), 'olga')
  t.like(await world().callOpen(enrollAgent, { ...sound, user_id }), { status: 'pending_ownership', owner_id: null })
})

test.serial('an enrollment with two faults gets the first status in order: 422, 404, 403, 409', async t => {
  const { publicKey: public_key_pem } = keyPairOf('settled')
  const worst = { handle: 'settled', name: 'x', public_key_pem, user_id: NOBODY, invitation_code: 'A'.repeat(16) }
  const order = [
    [{}, 'validation-error'],
    [{ name: 'Sound' }, 'not-found'],
    [{ name: 'Sound', user_id: null }, 'invalid-invitation-code'],
  ] as const
  for (const [change, slug] of order) {
    t.is((await world().refusal(world().callOpen(enrollAgent, { ...worst, ...change }))).slug, slug)
  }
})
