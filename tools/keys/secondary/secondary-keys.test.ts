import { createPrivateKey } from 'node:crypto'
import test from 'ava'
import {
  additionOf,
  addTestKey,
  fingerprintOfKey,
  outcomeOf,
  secondaryProof,
} from '../../../testing/fixtures/secondary-keys.ts'
import { keyPairOf, slugOf, useTestWorld } from '../../../testing/fixtures/test-world.ts'
import { newEd25519Key, newP256Key } from '../../../testing/values/curve-keys.ts'
import { signText, testKey } from '../../../testing/values/test-signing.ts'
import { ping } from '../../admission/ping.ts'
import { DAY } from '../../core/durations.ts'
import { enrollAgent } from '../../enrollment/enroll-agent.ts'
import { getFeed } from '../../feed/get-feed.ts'
import { postMessage } from '../../posts/post-message.ts'
import { rotateKey } from '../rotate-key.ts'
import { additionStatement } from '../rotation-proof.ts'
import { addKey } from './add-key.ts'
import { listKeys } from './list-keys.ts'
import { renameKey } from './rename-key.ts'
import { revokeKey } from './revoke-key.ts'

const world = useTestWorld(test)
const ME = { identifier: 'me' }

test.serial('an agent lists, renames and revokes its keys', async t => {
  const ada = await world().agent('ada')
  const laptop = await addTestKey(world(), ada, { label: 'laptop', scopes: ['post:write'], expires_in_days: 400 })
  const phone = await addTestKey(world(), ada, { label: 'phone' }, newP256Key())
  const spare = await addTestKey(world(), ada, { kind: 'recovery' })
  const created_at = '2026-11-21T12:00:00.000Z'
  const { keys } = await world().call(listKeys, ada, ME)
  t.like(keys[0], { key_id: ada.key_fingerprint, kind: 'primary', scopes: null, expires_at: null, created_at })
  const others = new Map(keys.slice(1).map((key: { key_id: string }) => [key.key_id, key]))
  t.deepEqual(others.get(laptop.key_id), {
    key_id: laptop.key_id,
    kind: 'device',
    label: 'laptop',
    scopes: ['post:write'],
    created_at,
    expires_at: new Date(Date.parse(created_at) + 400 * DAY).toISOString(),
  })
  t.like(others.get(phone.key_id), { expires_at: new Date(Date.parse(created_at) + 90 * DAY).toISOString() })
  t.like(others.get(spare.key_id), { kind: 'recovery', scopes: null, expires_at: null })
  const renamed = await world().call(renameKey, ada, { ...ME, key_id: phone.key_id, label: 'old phone' })
  t.is(renamed.key.label, 'old phone')
  const gone = await world().call(revokeKey, ada, { ...ME, key_id: phone.key_id })
  t.deepEqual(await world().call(revokeKey, ada, { ...ME, key_id: phone.key_id }), gone, 'again')
  t.is(await slugOf(world().call(renameKey, ada, { ...ME, key_id: phone.key_id, label: 'x' })), 'not-found')
  const left = await world().call(listKeys, ada, ME)
  t.false(left.keys.some((key: { key_id: string }) => key.key_id === phone.key_id))
  const events = (await world().eventsFor(ada)).map(({ type, body }) => [
    type,
    (body.data as { key_id: string }).key_id,
  ])
  t.deepEqual(events, [
    ['agent.key.added', laptop.key_id],
    ['agent.key.added', phone.key_id],
    ['agent.key.added', spare.key_id],
    ['agent.key.revoked', phone.key_id],
  ])
})

test.serial('a key is added once, with a proof of possession, and never again after it was revoked', async t => {
  const [bea, eve] = [await world().agent('bea'), await world().agent('eve')]
  const key = newEd25519Key()
  const wanted = additionOf(bea, key)
  for (const proof of ['', additionOf(bea, newEd25519Key()).proof, additionOf(eve, key).proof]) {
    t.is(await slugOf(world().call(addKey, bea, { ...wanted, proof })), 'validation-error')
  }
  t.is(await slugOf(world().call(addKey, bea, { ...wanted, kind: 'recovery', scopes: undefined })), 'validation-error')
  const added = await world().call(addKey, bea, wanted)
  t.deepEqual((await world().call(addKey, bea, wanted)).key, added.key, 'a repeated call returns the same')
  t.is(await slugOf(world().call(addKey, eve, additionOf(eve, key))), 'public-key-taken')
  await world().call(revokeKey, bea, { ...ME, key_id: added.key.key_id })
  t.is(await slugOf(world().call(addKey, bea, wanted)), 'public-key-taken')
})

test.serial('a key has one kind: primary and other keys are registered once in total', async t => {
  const cal = await world().agent('cal')
  const key = testKey(7)
  const input = { ...ME, public_key_pem: key.pem, scopes: ['feed:read'] }
  const statement = additionStatement(cal.agent_id, 'device', fingerprintOfKey(key))
  await world().call(addKey, cal, { ...input, proof: signText(key.privateKey, statement) })
  t.is(await slugOf(world().call(rotateKey, cal, { ...ME, public_key_pem: key.pem })), 'public-key-taken')
  const enrolling = { handle: 'cals-other', name: 'Other', public_key_pem: key.pem }
  t.is(await slugOf(world().callOpen(enrollAgent, enrolling)), 'public-key-taken')
  const own = { ...input, public_key_pem: keyPairOf('cal').publicKey }
  const ofPrimary = additionStatement(cal.agent_id, 'device', cal.key_fingerprint)
  const proof = signText(createPrivateKey(keyPairOf('cal').privateKey), ofPrimary)
  t.is(await slugOf(world().call(addKey, cal, { ...own, proof })), 'public-key-taken')
})

for (const [title, terms] of Object.entries({
  'without scopes': { scopes: undefined },
  'with no scope': { scopes: [] },
  'with an unknown scope': { scopes: ['everything'] },
  'for 401 days': { expires_in_days: 401 },
  'for no day': { expires_in_days: 0 },
  'with a label of 65 characters': { label: 'x'.repeat(65) },
})) {
  test.serial(`a device key ${title} is refused`, async t => {
    const dee = await world().agent(`dee${title.length}`)
    const input = { ...additionOf(dee, newEd25519Key()), ...terms }
    t.is(await slugOf(world().call(addKey, dee, input)), 'validation-error')
  })
}

test.serial('an agent has at most eight keys, one of them for recovery; an expired one does not count', async t => {
  const fay = await world().agent('fay')
  await addTestKey(world(), fay, { kind: 'recovery' })
  t.is(await slugOf(addTestKey(world(), fay, { kind: 'recovery' })), 'too-many-keys')
  for (let count = 0; count < 6; count++) await addTestKey(world(), fay, { expires_in_days: 1 })
  t.is((await world().call(listKeys, fay, ME)).keys.length, 8)
  t.is(await slugOf(addTestKey(world(), fay)), 'too-many-keys')
  world().advance(DAY)
  t.is((await world().call(listKeys, fay, ME)).keys.length, 2)
  await t.notThrowsAsync(addTestKey(world(), fay))
  world().advance(-DAY)
})

test.serial('a device key acts within its scopes until it expires or is revoked, also if it is cached', async t => {
  const gus = await world().agent('gus')
  const key = await addTestKey(world(), gus, { scopes: ['post:write'], expires_in_days: 2 })
  const prove = () => secondaryProof(world(), gus, key)
  t.is(await outcomeOf(world(), await prove(), ping), 'done')
  t.is(await outcomeOf(world(), await prove(), postMessage, { content: 'by my device' }), 'done')
  t.is(await outcomeOf(world(), await prove(), getFeed), 'insufficient-scope')
  world().advance(2 * DAY - 1)
  t.is(await outcomeOf(world(), await prove(), ping), 'done')
  world().advance(1)
  t.is(await outcomeOf(world(), await prove(), ping), 'aui-signature-verification-failed')
  world().advance(-2 * DAY)
  t.is(await outcomeOf(world(), await prove(), ping), 'done')
  await world().call(revokeKey, gus, { ...ME, key_id: key.key_id })
  const cached = await prove()
  t.is(await outcomeOf(world(), cached, ping), 'aui-signature-verification-failed')
})

test.serial('a device key outlives a rotation of the primary key', async t => {
  const ida = await world().agent('ida')
  const key = await addTestKey(world(), ida)
  const before = await secondaryProof(world(), ida, key)
  await world().call(rotateKey, ida, { ...ME, public_key_pem: testKey(9).pem })
  t.is(await outcomeOf(world(), before, ping), 'done')
})

test.serial('a key of one agent verifies nothing of another', async t => {
  const [joe, kim] = [await world().agent('joe'), await world().agent('kim')]
  const added = await addTestKey(world(), joe)
  await secondaryProof(world(), joe, added)
  const { key_id } = added
  t.is(await world().runtime.keys.findSecondary({ agent_id: kim.agent_id, fingerprint: key_id }), undefined)
  const fresh = { fresh: true }
  t.is(await world().runtime.keys.findSecondary({ agent_id: kim.agent_id, fingerprint: key_id }, fresh), undefined)
})

test.serial('a recovery key can be part of the enrollment, and must differ from the primary key', async t => {
  const key = newP256Key()
  const lea = await world().agent('lea', { recovery_public_key_pem: key.pem })
  const { keys } = await world().call(listKeys, lea, ME)
  t.like(keys[1], { kind: 'recovery', key_id: fingerprintOfKey(key) })
  const { pem } = testKey(11)
  const twice = { handle: 'mia', name: 'Mia', public_key_pem: pem, recovery_public_key_pem: pem }
  t.is(await slugOf(world().callOpen(enrollAgent, twice)), 'validation-error')
  const taken = { handle: 'mia', name: 'Mia', public_key_pem: pem, recovery_public_key_pem: key.pem }
  t.is(await slugOf(world().callOpen(enrollAgent, taken)), 'public-key-taken')
})
