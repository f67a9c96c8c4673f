import { generateKeyPairSync } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import {
  allowRecovery,
  asTestPerson,
  beginRecovery,
  currentKey,
  enrollOwned,
  fingerprintOf,
  later,
  RECOVERY_HOUR,
  runRecoveries,
} from '../../testing/fixtures/key-recovery-world.ts'
import { addPerson, signInPerson } from '../../testing/fixtures/test-persons.ts'
import { keyPairOf, slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { newKeyPair } from '../../testing/values/key-pairs.ts'
import { signText, testKey } from '../../testing/values/test-signing.ts'
import { LIMITS } from '../core/rate-limits.ts'
import { enrollAgent } from '../enrollment/enroll-agent.ts'
import { rotateKey } from '../keys/rotate-key.ts'
import { rotationStatement } from '../keys/rotation-proof.ts'
import { showAgent } from '../oversight/show-agent.ts'
import { releaseOwnership } from '../ownership/release-ownership.ts'
import { setSetting } from '../settings/set-setting.ts'
import { unsetSetting } from '../settings/unset-setting.ts'
import { showKeyRecovery } from './show-key-recovery.ts'
import { startKeyRecovery } from './start-key-recovery.ts'
import { withdrawKeyRecovery } from './withdraw-key-recovery.ts'

const world = useTestWorld(test, { limits: LIMITS })

test.serial.before(() => allowRecovery(world()))

test.serial('of concurrent recoveries with different keys one starts', async t => {
  const owned = await enrollOwned(world(), 'raced')
  const slugs = await Promise.all(
    [1, 2, 3].map(() =>
      beginRecovery(world(), owned).then(
        () => 'begun',
        ({ slug }) => slug,
      ),
    ),
  )
  t.deepEqual(slugs.toSorted(), ['begun', 'key-recovery-refused', 'key-recovery-refused'])
  await asTestPerson(world(), owned.owner, withdrawKeyRecovery, { agent: 'raced' })
})

test.serial('the key is validated as in enrollment and rotation, and never repeated', async t => {
  const owned = await enrollOwned(world(), 'keys')
  await world().agent('another')
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString()
  for (const [pem, slug] of [
    ['no key', 'invalid-public-key'],
    [keyPairOf('keys').privateKey, 'invalid-public-key'],
    ['x'.repeat(8193), 'validation-error'],
    [small, 'key-too-small'],
    [keyPairOf('keys').publicKey, 'public-key-taken'],
    [keyPairOf('another').publicKey.replaceAll('\n', '\r\n'), 'public-key-taken'],
  ] as const) {
    const refused = await world().refusal(beginRecovery(world(), owned, pem))
    t.is(refused.slug, slug)
    t.false(JSON.stringify([refused.message, refused.members]).includes(pem.slice(30, 60)) && pem.length > 60)
  }
  t.is((await asTestPerson(world(), owned.owner, showKeyRecovery, { agent: 'keys' })).recovery, null)
})

test.serial('a pending key is in use: for enrollments, for rotations, for other recoveries', async t => {
  const owned = await enrollOwned(world(), 'first')
  const other = await enrollOwned(world(), 'second')
  const { pem } = await beginRecovery(world(), owned)
  t.is(await slugOf(beginRecovery(world(), other, pem)), 'public-key-taken')
  const newcomer = { handle: 'newcomer', name: 'Newcomer', public_key_pem: pem }
  t.is(await slugOf(world().callOpen(enrollAgent, newcomer)), 'public-key-taken')
  t.is(
    await slugOf(world().call(rotateKey, other.agent, { identifier: 'me', public_key_pem: pem })),
    'public-key-taken',
  )
  await asTestPerson(world(), owned.owner, withdrawKeyRecovery, { agent: 'first' })
})

test.serial('where rotations require a proof of the new key, so do recoveries', async t => {
  const owned = await enrollOwned(world(), 'proves')
  const { pem, privateKey } = testKey(1)
  const input = { agent: 'proves', public_key_pem: pem }
  await world().callOperator(setSetting, { name: 'keys.rotation_proof_required', value: true })
  try {
    t.is(await slugOf(asTestPerson(world(), owned.owner, startKeyRecovery, input)), 'validation-error')
    const proof = signText(privateKey, rotationStatement(owned.agent.agent_id, fingerprintOf(pem)))
    t.like(await asTestPerson(world(), owned.owner, startKeyRecovery, { ...input, proof }), { handle: 'proves' })
  } finally {
    await world().callOperator(unsetSetting, { name: 'keys.rotation_proof_required' })
  }
  await asTestPerson(world(), owned.owner, withdrawKeyRecovery, { agent: 'proves' })
})

test.serial('for others, former owners and owners of other agents the agent does not exist', async t => {
  const owned = await enrollOwned(world(), 'owned')
  const stranger = await signInPerson(world(), await addPerson(world(), 'stranger'))
  const { pem } = await beginRecovery(world(), owned)
  const tells = async (who: typeof stranger) => {
    for (const tool of [startKeyRecovery, withdrawKeyRecovery, showKeyRecovery, showAgent]) {
      const more = tool === startKeyRecovery ? { public_key_pem: pem } : {}
      const [asked, nobody] = await Promise.all(
        ['owned', 'no-such-agent'].map(agent => world().refusal(asTestPerson(world(), who, tool, { agent, ...more }))),
      )
      t.deepEqual([asked!.slug, asked!.message, asked!.members], [nobody!.slug, nobody!.message, nobody!.members])
    }
  }
  await tells(stranger)
  await asTestPerson(world(), owned.owner, releaseOwnership, { agent: 'owned' })
  await tells(owned.owner)
  await world().agent('alone')
  t.is(
    await slugOf(world().callOperator(startKeyRecovery, { agent: 'alone', public_key_pem: newKeyPair().publicKey })),
    'not-found',
    'an agent without an owner has nobody to ask for it',
  )
  t.like(await world().callOperator(showKeyRecovery, { agent: 'alone' }), { has_owner: false, recovery: null })
})

test.serial('a stolen old session cannot start one; that requires a sign-in within the last minutes', async t => {
  const owned = await enrollOwned(world(), 'thief')
  await later(world(), 15 * 60_000, async () => {
    t.is(await slugOf(beginRecovery(world(), owned)), 'sign-in-again')
    t.false((await asTestPerson(world(), owned.owner, showKeyRecovery, { agent: 'thief' })).signed_in_lately)
  })
  await later(world(), 15 * 60_000 - 1, async () => {
    t.like(await beginRecovery(world(), owned), { outcome: null })
  })
  await later(world(), RECOVERY_HOUR, async () => {
    t.like(await asTestPerson(world(), owned.owner, withdrawKeyRecovery, { agent: 'thief' }), { handle: 'thief' })
  })
})

test.serial('while disabled none can be started, and running ones continue', async t => {
  const owned = await enrollOwned(world(), 'halted')
  const other = await enrollOwned(world(), 'later')
  const { pem } = await beginRecovery(world(), owned)
  await allowRecovery(world(), false)
  try {
    t.is(await slugOf(beginRecovery(world(), other)), 'key-recovery-off')
    t.is(
      await slugOf(asTestPerson(world(), other.owner, startKeyRecovery, { agent: 'nobody', public_key_pem: pem })),
      'key-recovery-off',
    )
    t.false((await asTestPerson(world(), other.owner, showKeyRecovery, { agent: 'later' })).is_allowed)
    await later(world(), 72 * RECOVERY_HOUR, async () => {
      await runRecoveries(world())
      t.like(await currentKey(world(), owned.agent), { key_fingerprint: fingerprintOf(pem) })
    })
  } finally {
    await allowRecovery(world())
  }
})

test.serial('an owner can start ten a day, and for one agent one within its waiting time', async t => {
  const user_id = await addPerson(world(), 'busy')
  const owner = await signInPerson(world(), user_id)
  let [begun, refused] = [0, '']
  for (let n = 0; n < 12 && refused === ''; n++) {
    const { agent } = await enrollOwned(world(), `many-${n}`)
    await world().db.many(SQL`update agent set owner_id = ${user_id} where id = ${agent.agent_id}`)
    refused = await beginRecovery(world(), { agent, owner }).then(
      () => '',
      ({ slug }) => slug,
    )
    if (refused === '') begun++
  }
  t.deepEqual([begun, refused], [10, 'rate-limited'])
})
