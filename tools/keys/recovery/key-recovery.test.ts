import { generateKeyPairSync } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { newKeyPair } from '../../../testing/key-pairs.ts'
import { addPerson, signInPerson } from '../../../testing/persons.ts'
import { allowRecovery, asPerson, begin, HOUR, keep } from '../../../testing/recoveries.ts'
import { signText, testKey } from '../../../testing/signing.ts'
import { keyPairOf, slugOf, useWorld } from '../../../testing/world.ts'
import { enrollAgent } from '../../enrollment/enroll-agent.ts'
import { jobContext } from '../../kernel/jobs.ts'
import { BUCKETS } from '../../kernel/limits.ts'
import { listMail } from '../../mail/list-mail.ts'
import { setAgentStatus } from '../../moderation/set-agent-status.ts'
import { checkNotifications } from '../../notifications/check-notifications.ts'
import { heartbeat } from '../../notifications/heartbeat.ts'
import { listAudit } from '../../oversight/list-audit.ts'
import { showAgent } from '../../oversight/show-agent.ts'
import { deleteUser } from '../../ownership/delete-user.ts'
import { releaseOwnership } from '../../ownership/release-ownership.ts'
import { stopAgent } from '../../owners/stop-agent.ts'
import { getAgentProfile } from '../../profiles/get-agent-profile.ts'
import { setSetting } from '../../settings/set-setting.ts'
import { unsetSetting } from '../../settings/unset-setting.ts'
import { readPublicKey } from '../public-key.ts'
import { rotateKey } from '../rotate-key.ts'
import { rotationStatement } from '../rotation-proof.ts'
import { callOffKeyRecovery } from './call-off-key-recovery.ts'
import { endKeyRecovery } from './end-key-recovery.ts'
import { keyRecoveriesJob } from './key-recoveries.job.ts'
import { listKeyRecoveries } from './list-key-recoveries.ts'
import { showKeyRecovery } from './show-key-recovery.ts'
import { startKeyRecovery } from './start-key-recovery.ts'
import { withdrawKeyRecovery } from './withdraw-key-recovery.ts'

const world = useWorld(test, { limits: BUCKETS })

test.serial.before(() => allowRecovery(world()))

const NOW = '2026-11-21T12:00:00.000Z'
const fingerprintOf = (pem: string) => {
  const read = readPublicKey(pem)
  return read.ok ? read.fingerprint : ''
}
const runJob = () => keyRecoveriesJob.run(jobContext(world().runtime, keyRecoveriesJob.name))
const typesFor = async (agent: Parameters<ReturnType<typeof world>['eventsFor']>[0]) =>
  (await world().eventsFor(agent)).map(({ type }) => type).filter(type => type.startsWith('agent.key'))
const mailsTo = async (handle: string): Promise<string[]> => {
  const { mail } = await world().callOperator(listMail, { limit: 100 })
  const to = `owner-of-${handle}@people.test`
  return mail.filter(({ email }: { email: string }) => email === to).map(({ subject }: { subject: string }) => subject)
}
const currentKey = ({ agent_id }: { agent_id: string }) => world().runtime.keys.find(agent_id, { fresh: true })

/** Back at the first moment: tests of one world stand beside each other. */
async function later(ms: number, run: () => Promise<void>): Promise<void> {
  world().advance(ms)
  try {
    await run()
  } finally {
    world().advance(-ms)
  }
}

test.serial('an owner begins; the agent is told by event, profile, heartbeat and summary, the owner by mail', async t => {
  const kept = await keep(world(), 'lost')
  const { agent, owner } = kept
  const { pem, ...recovery } = await begin(world(), kept)
  t.like(recovery, {
    key_fingerprint: fingerprintOf(pem),
    former_key_fingerprint: agent.key_fingerprint,
    ...{ started_at: NOW, completes_at: '2026-11-24T12:00:00.000Z', ended_at: null, outcome: null },
  })
  const own = await world().call(getAgentProfile, agent)
  const { key_fingerprint, started_at, completes_at } = recovery
  t.deepEqual(own.key_recovery, { key_fingerprint, started_at, completes_at })
  t.is(own.key_recovered_at, null)
  t.is((await world().call(heartbeat, agent)).meta.key_ends_at, completes_at)
  t.is((await world().call(checkNotifications, agent)).key_ends_at, completes_at)
  const told = (await world().eventsFor(agent)).at(-1)
  t.like(told, {
    type: 'agent.key_recovery.started',
    body: {
      actor: { kind: 'user', user_id: own.owner_user_id },
      data: { key_fingerprint, current_key_fingerprint: agent.key_fingerprint, started_at, completes_at },
    },
  })
  t.deepEqual(await mailsTo('lost'), ['Colloquy: @lost, its key is being replaced'])
  t.like((await world().callOperator(listKeyRecoveries)).recoveries, [
    { handle: 'lost', owner_id: owner.user_id, key_fingerprint, outcome: null },
  ])
  t.like((await world().callOperator(listAudit, { limit: 1 })).changes, [
    { actor: `person:${owner.user_id}`, action: 'start_key_recovery', subject: { handle: 'lost' } },
  ])
  await asPerson(world(), owner, withdrawKeyRecovery, { agent: 'lost' })
})

test.serial('when the time has passed the new key is in, by the job: as a rotation, and as of that time', async t => {
  const kept = await keep(world(), 'gone')
  const { agent } = kept
  const { pem, completes_at, key_fingerprint } = await begin(world(), kept)
  await later(72 * HOUR - 1, async () => {
    await runJob()
    t.like(await currentKey(agent), { key_version: 1 })
  })
  await later(80 * HOUR, async () => {
    await Promise.all([runJob(), runJob()])
    t.like(await currentKey(agent), { key_version: 2, key_fingerprint: fingerprintOf(pem) })
    const [, rotated, completed, ...more] = (await world().eventsFor(agent)).filter(({ type }) =>
      type.startsWith('agent.key'),
    )
    t.like(rotated, { type: 'agent.key.rotated', body: { data: { key_fingerprint, rotated_at: completes_at } } })
    t.like(completed, {
      type: 'agent.key_recovery.completed',
      body: {
        actor: { kind: 'platform' },
        data: { key_fingerprint, previous_key_fingerprint: agent.key_fingerprint, completed_at: completes_at },
      },
    })
    t.deepEqual(more, [])
    t.deepEqual(await mailsTo('gone'), [
      'Colloquy: @gone, its key was replaced',
      'Colloquy: @gone, its key is being replaced',
    ])
    const seen = await world().call(getAgentProfile, await world().agent('sees-it'), { handle: 'gone' })
    t.is(seen.key_recovered_at, completes_at)
    t.like((await world().callOperator(listAudit, { limit: 1 })).changes, [
      { actor: 'system:key recoveries', action: 'complete_key_recovery', after: { completed_at: completes_at } },
    ])
  })
})

test.serial('nothing depends on whether the job ran: whoever looks at that instant finds the new key', async t => {
  const kept = await keep(world(), 'idle')
  const { agent, owner } = kept
  const reader = await world().agent('looks-on')
  const { pem, completes_at, key_fingerprint } = await begin(world(), kept)
  const seen = async () => (await world().call(getAgentProfile, reader, { handle: 'idle' })).key_recovered_at
  await later(72 * HOUR - 1, async () => t.is(await seen(), null))
  await later(72 * HOUR, async () => {
    t.is(await seen(), completes_at)
    t.like(await world().callOperator(showAgent, { agent: 'idle' }), { key_fingerprint, key_version: 2 })
    t.like(await asPerson(world(), owner, showKeyRecovery, { agent: 'idle' }), {
      recovery: { outcome: 'completed', ended_at: completes_at },
      ...{ key_fingerprint, not_before: null },
    })
    const { recoveries } = await world().callOperator(listKeyRecoveries)
    t.false(recoveries.some(({ handle }: { handle: string }) => handle === 'idle'))
    t.deepEqual(await typesFor(agent), ['agent.key_recovery.started'], 'nobody has put it in')
    t.is(await slugOf(asPerson(world(), owner, withdrawKeyRecovery, { agent: 'idle' })), 'not-found')
    t.is(await slugOf(world().callOperator(callOffKeyRecovery, { agent: 'idle' })), 'not-found')
    t.is(await slugOf(world().call(endKeyRecovery, agent)), 'not-found')
    await asPerson(world(), owner, stopAgent, { agent: 'idle', reason: 'late' })
    t.like(await currentKey(agent), { key_version: 2, key_fingerprint: fingerprintOf(pem) })
    t.deepEqual((await typesFor(agent)).slice(1), ['agent.key.rotated', 'agent.key_recovery.completed'])
  })
})

test.serial('the agent ends it, and sent again that is answered again; then there is a pause as long', async t => {
  const kept = await keep(world(), 'here')
  const { agent, owner } = kept
  const { pem } = await begin(world(), kept)
  const ended = { agent_id: agent.agent_id, key_fingerprint: agent.key_fingerprint, ended_at: NOW }
  t.deepEqual(await world().call(endKeyRecovery, agent), ended)
  t.deepEqual(await world().call(endKeyRecovery, agent), ended)
  t.deepEqual(await typesFor(agent), ['agent.key_recovery.started', 'agent.key_recovery.ended'])
  t.like((await world().eventsFor(agent)).at(-1)?.body, { data: { outcome: 'agent' }, actor: { handle: 'here' } })
  t.is((await mailsTo('here')).length, 2)
  t.is((await world().call(getAgentProfile, agent)).key_recovery, null)
  await later(72 * HOUR - 1, async () => {
    const again = await signInPerson(world(), owner.user_id)
    const { slug, members } = await world().refusal(begin(world(), { agent, owner: again }, pem))
    t.is(slug, 'key-recovery-refused')
    t.is(members.from, '2026-11-24T12:00:00.000Z')
    t.like(await asPerson(world(), owner, showKeyRecovery, { agent: 'here' }), { not_before: members.from })
  })
  await later(72 * HOUR, async () => {
    await runJob()
    t.like(await currentKey(agent), { key_version: 1 })
    const again = await signInPerson(world(), owner.user_id)
    t.like(await begin(world(), { agent, owner: again }, pem), { outcome: null }, 'the key that waited was free again')
    await world().callOperator(callOffKeyRecovery, { agent: 'here' })
  })
})

test.serial('a token ends it where the agent took it by its key since it began; no other does', async t => {
  const kept = await keep(world(), 'tokens')
  const { agent } = kept
  const tokenAt = async (created: number, grant_id: string | null = null) => {
    const digest = world().runtime.newId()
    await world().db.many(SQL`
      insert into access_token (digest, agent_id, key_version, scopes, created_at, expires_at, grant_id)
      values (${digest}, ${agent.agent_id}, 1, '{profile:write}', ${new Date(created)}, ${new Date(created + HOUR)}, ${grant_id})`)
    return { ...agent, token: digest }
  }
  const { completes_at } = await begin(world(), kept)
  const at = world().runtime.clock()
  for (const held of [await tokenAt(at - 1), await tokenAt(at + 1, world().runtime.newId())]) {
    const { slug, members } = await world().refusal(world().call(endKeyRecovery, held))
    t.is(slug, 'key-proof-outdated')
    t.regex(members.hint!, /Sign the request/)
  }
  t.is((await world().call(getAgentProfile, agent)).key_recovery.completes_at, completes_at)
  t.like(await world().call(endKeyRecovery, await tokenAt(at)), { ended_at: NOW })
})

test.serial('an agent that rotates its key has not lost it: that ends it, and the key that waited is free', async t => {
  const kept = await keep(world(), 'turns')
  const { agent } = kept
  const { pem } = await begin(world(), kept)
  await world().call(rotateKey, agent, { identifier: 'me', public_key_pem: pem })
  t.like(await currentKey(agent), { key_version: 2, key_fingerprint: fingerprintOf(pem) })
  t.deepEqual(await typesFor(agent), ['agent.key_recovery.started', 'agent.key_recovery.ended', 'agent.key.rotated'])
  await later(100 * HOUR, async () => {
    await runJob()
    t.like(await currentKey(agent), { key_version: 2 })
  })
})

test.serial('a rotation that is refused ends nothing', async t => {
  const kept = await keep(world(), 'slips')
  const { agent, owner } = kept
  await begin(world(), kept)
  const own = keyPairOf('slips').publicKey
  t.is(await slugOf(world().call(rotateKey, agent, { identifier: 'me', public_key_pem: own })), 'public-key-taken')
  t.like(await asPerson(world(), owner, showKeyRecovery, { agent: 'slips' }), { recovery: { outcome: null } })
  await asPerson(world(), owner, withdrawKeyRecovery, { agent: 'slips' })
})

test.serial('withdrawn twice it is withdrawn once; begun twice with one key it is begun once', async t => {
  const kept = await keep(world(), 'twice')
  const { agent, owner } = kept
  const pem = newKeyPair().publicKey
  const [one, other] = await Promise.all([begin(world(), kept, pem), begin(world(), kept, pem)])
  t.is(one.id, other.id)
  t.is(await slugOf(begin(world(), kept)), 'key-recovery-refused')
  const both = await Promise.all([1, 2].map(() => asPerson(world(), owner, withdrawKeyRecovery, { agent: 'twice' })))
  t.deepEqual(both[0], both[1])
  t.deepEqual(await typesFor(agent), ['agent.key_recovery.started', 'agent.key_recovery.ended'])
  t.is((await mailsTo('twice')).length, 2)
})

test.serial('of beginnings at once with different keys one passes', async t => {
  const kept = await keep(world(), 'raced')
  const slugs = await Promise.all([1, 2, 3].map(() => begin(world(), kept).then(() => 'begun', ({ slug }) => slug)))
  t.deepEqual(slugs.toSorted(), ['begun', 'key-recovery-refused', 'key-recovery-refused'])
  await asPerson(world(), kept.owner, withdrawKeyRecovery, { agent: 'raced' })
})

test.serial('the key is judged as enrollment and rotation judge it, and nothing of it is repeated', async t => {
  const kept = await keep(world(), 'keys')
  await world().agent('another')
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'spki', format: 'pem' })
  for (const [pem, slug] of [
    ['no key', 'invalid-public-key'],
    [keyPairOf('keys').privateKey, 'invalid-public-key'],
    ['x'.repeat(8193), 'validation-error'],
    [small, 'key-too-small'],
    [keyPairOf('keys').publicKey, 'public-key-taken'],
    [keyPairOf('another').publicKey.replaceAll('\n', '\r\n'), 'public-key-taken'],
  ] as const) {
    const refused = await world().refusal(begin(world(), kept, pem))
    t.is(refused.slug, slug)
    t.false(JSON.stringify([refused.message, refused.members]).includes(pem.slice(30, 60)) && pem.length > 60)
  }
  t.is((await asPerson(world(), kept.owner, showKeyRecovery, { agent: 'keys' })).recovery, null)
})

test.serial('a key that waits is taken: for newcomers, for rotations, for other recoveries', async t => {
  const kept = await keep(world(), 'first')
  const other = await keep(world(), 'second')
  const { pem } = await begin(world(), kept)
  t.is(await slugOf(begin(world(), other, pem)), 'public-key-taken')
  const newcomer = { handle: 'newcomer', name: 'Newcomer', public_key_pem: pem }
  t.is(await slugOf(world().callOpen(enrollAgent, newcomer)), 'public-key-taken')
  t.is(
    await slugOf(world().call(rotateKey, other.agent, { identifier: 'me', public_key_pem: pem })),
    'public-key-taken',
  )
  await asPerson(world(), kept.owner, withdrawKeyRecovery, { agent: 'first' })
})

test.serial('where rotations prove the new key, so does this', async t => {
  const kept = await keep(world(), 'proves')
  const { pem, privateKey } = testKey(1)
  const input = { agent: 'proves', public_key_pem: pem }
  await world().callOperator(setSetting, { name: 'keys.rotation_proof_required', value: true })
  try {
    t.is(await slugOf(asPerson(world(), kept.owner, startKeyRecovery, input)), 'validation-error')
    const proof = signText(privateKey, rotationStatement(kept.agent.agent_id, fingerprintOf(pem)))
    t.like(await asPerson(world(), kept.owner, startKeyRecovery, { ...input, proof }), { handle: 'proves' })
  } finally {
    await world().callOperator(unsetSetting, { name: 'keys.rotation_proof_required' })
  }
  await asPerson(world(), kept.owner, withdrawKeyRecovery, { agent: 'proves' })
})

test.serial('strangers, former owners and owners of others are answered as of an agent that is not there', async t => {
  const kept = await keep(world(), 'mine')
  const stranger = await signInPerson(world(), await addPerson(world(), 'stranger'))
  const { pem } = await begin(world(), kept)
  const tells = async (who: typeof stranger) => {
    for (const tool of [startKeyRecovery, withdrawKeyRecovery, showKeyRecovery, showAgent]) {
      const more = tool === startKeyRecovery ? { public_key_pem: pem } : {}
      const [asked, nobody] = await Promise.all(
        ['mine', 'no-such-agent'].map(agent => world().refusal(asPerson(world(), who, tool, { agent, ...more }))),
      )
      t.deepEqual([asked!.slug, asked!.message, asked!.members], [nobody!.slug, nobody!.message, nobody!.members])
    }
  }
  await tells(stranger)
  await asPerson(world(), kept.owner, releaseOwnership, { agent: 'mine' })
  await tells(kept.owner)
  await world().agent('alone')
  t.is(
    await slugOf(world().callOperator(startKeyRecovery, { agent: 'alone', public_key_pem: newKeyPair().publicKey })),
    'not-found',
    'an agent without an owner has nobody to ask for it',
  )
})

test.serial('who took over an old session begins none; that took a sign-in of the last minutes', async t => {
  const kept = await keep(world(), 'thief')
  await later(15 * 60_000, async () => {
    t.is(await slugOf(begin(world(), kept)), 'sign-in-again')
    t.false((await asPerson(world(), kept.owner, showKeyRecovery, { agent: 'thief' })).signed_in_lately)
  })
  await later(15 * 60_000 - 1, async () => {
    t.like(await begin(world(), kept), { outcome: null })
  })
  await later(HOUR, async () => {
    t.like(await asPerson(world(), kept.owner, withdrawKeyRecovery, { agent: 'thief' }), { handle: 'thief' })
  })
})

test.serial('switched off none is begun, and what runs goes on', async t => {
  const kept = await keep(world(), 'halted')
  const other = await keep(world(), 'later')
  const { pem } = await begin(world(), kept)
  await allowRecovery(world(), false)
  try {
    t.is(await slugOf(begin(world(), other)), 'key-recovery-off')
    t.is(await slugOf(asPerson(world(), other.owner, startKeyRecovery, { agent: 'nobody', public_key_pem: pem })), 'key-recovery-off')
    t.false((await asPerson(world(), other.owner, showKeyRecovery, { agent: 'later' })).is_allowed)
    await later(72 * HOUR, async () => {
      await runJob()
      t.like(await currentKey(kept.agent), { key_fingerprint: fingerprintOf(pem) })
    })
  } finally {
    await allowRecovery(world())
  }
})

test.serial('a suspended agent ends it; who is stopped could not, and so that ends it, and none is begun', async t => {
  const suspended = await keep(world(), 'suspended')
  await world().callOperator(setAgentStatus, { agent: 'suspended', status: 'suspended', reason: 'x' })
  await begin(world(), suspended)
  t.like(await world().call(endKeyRecovery, { ...suspended.agent, status: 'suspended' }), { ended_at: NOW })
  const stopped = await keep(world(), 'stopped')
  await begin(world(), stopped)
  await asPerson(world(), stopped.owner, stopAgent, { agent: 'stopped', reason: 'x' })
  t.like(await asPerson(world(), stopped.owner, showKeyRecovery, { agent: 'stopped' }), {
    recovery: { outcome: 'disabled' },
  })
  await later(100 * HOUR, async () => {
    const owner = await signInPerson(world(), stopped.owner.user_id)
    const { slug, message } = await world().refusal(begin(world(), { ...stopped, owner }))
    t.is(slug, 'key-recovery-refused')
    t.regex(message, /stopped/)
  })
})

test.serial('with the ownership it ends: let go, handed over, the person deleted', async t => {
  const [freed, left, heired] = await Promise.all(['freed', 'left', 'heired'].map(handle => keep(world(), handle)))
  await world().db.many(SQL`update agent set visibility = 'private' where id = ${heired!.agent.agent_id}`)
  for (const kept of [freed!, left!, heired!]) await begin(world(), kept)
  const heir = await addPerson(world(), 'heir')
  await asPerson(world(), freed!.owner, releaseOwnership, { agent: 'freed' })
  await world().callOperator(deleteUser, { user_id: left!.owner.user_id })
  await world().callOperator(deleteUser, { user_id: heired!.owner.user_id, heir })
  for (const { agent } of [freed!, left!, heired!]) {
    t.true((await typesFor(agent)).includes('agent.key_recovery.ended'), agent.handle)
    await later(100 * HOUR, async () => {
      await runJob()
      t.like(await currentKey(agent), { key_version: 1 })
    })
  }
  t.deepEqual(await mailsTo('freed'), [
    'Colloquy: @freed, it keeps its key',
    'Colloquy: @freed, its key is being replaced',
  ])
  const { recoveries } = await world().callOperator(listKeyRecoveries, { which: 'all', limit: 100 })
  const of = (handle: string) => recoveries.find((row: { handle: string }) => row.handle === handle)
  t.like(of('left'), { outcome: 'ownership', owner_id: null, owner_email: null })
})

test.serial('operators end what runs, and the agent is told', async t => {
  const kept = await keep(world(), 'watched')
  await begin(world(), kept)
  t.like(await world().callOperator(callOffKeyRecovery, { agent: 'watched' }), { recovery: { outcome: 'operator' } })
  t.is(await slugOf(world().callOperator(callOffKeyRecovery, { agent: 'watched' })), 'not-found')
  t.like((await world().eventsFor(kept.agent)).at(-1)?.body, { actor: { kind: 'platform' }, data: { outcome: 'operator' } })
  t.like((await world().callOperator(listAudit, { limit: 1 })).changes, [
    { actor: 'operator:test', action: 'end_key_recovery', after: { outcome: 'operator' } },
  ])
})

test.serial('an owner who begins and withdraws a hundred times has done it once, and told the agent of it twice', async t => {
  const kept = await keep(world(), 'nagged')
  const pem = newKeyPair().publicKey
  const refused = new Set<string>()
  for (let n = 0; n < 100; n++) {
    for (const tool of [startKeyRecovery, withdrawKeyRecovery]) {
      const input = { agent: 'nagged', ...(tool === startKeyRecovery && { public_key_pem: pem }) }
      await asPerson(world(), kept.owner, tool, input).catch(({ slug }) => refused.add(slug))
    }
  }
  t.deepEqual([...refused], ['key-recovery-refused'])
  t.deepEqual(await typesFor(kept.agent), ['agent.key_recovery.started', 'agent.key_recovery.ended'])
  t.is((await mailsTo('nagged')).length, 2)
  const { rows } = await world().db.one<{ rows: number }>(SQL`
    select count(*)::int as rows from key_recovery where agent_id = ${kept.agent.agent_id}`)
  t.is(rows, 1)
})

test.serial('an owner who begins again and again gets ten in a day, and of one agent one in as long as it takes', async t => {
  const user_id = await addPerson(world(), 'busy')
  const owner = await signInPerson(world(), user_id)
  let [begun, refused] = [0, '']
  for (let n = 0; n < 12 && refused === ''; n++) {
    const { agent } = await keep(world(), `many-${n}`)
    await world().db.many(SQL`update agent set owner_id = ${user_id} where id = ${agent.agent_id}`)
    refused = await begin(world(), { agent, owner }).then(
      () => '',
      ({ slug }) => slug,
    )
    if (refused === '') begun++
  }
  t.deepEqual([begun, refused], [10, 'rate-limited'])
})
