import test from 'ava'
import { SQL } from 'sql-template-strings'
import {
  allowRecovery,
  asTestPerson,
  beginRecovery,
  currentKey,
  enrollOwned,
  fingerprintOf,
  keyEvents,
  later,
  mailsTo,
  RECOVERY_HOUR,
  runRecoveries,
} from '../../testing/fixtures/key-recovery-world.ts'
import { addPerson, signInPerson } from '../../testing/fixtures/test-persons.ts'
import { keyPairOf, slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { newKeyPair } from '../../testing/values/key-pairs.ts'
import type { AgentActor } from '../core/context.ts'
import { LIMITS } from '../core/rate-limits.ts'
import { rotateKey } from '../keys/rotate-key.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { heartbeat } from '../notifications/heartbeat.ts'
import { listAudit } from '../oversight/list-audit.ts'
import { deleteUser } from '../ownership/delete-user.ts'
import { releaseOwnership } from '../ownership/release-ownership.ts'
import { stopAgent } from '../ownership/stop-agent.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { callOffKeyRecovery } from './call-off-key-recovery.ts'
import { endKeyRecovery } from './end-key-recovery.ts'
import { listKeyRecoveries } from './list-key-recoveries.ts'
import { showKeyRecovery } from './show-key-recovery.ts'
import { startKeyRecovery } from './start-key-recovery.ts'
import { withdrawKeyRecovery } from './withdraw-key-recovery.ts'

const world = useTestWorld(test, { limits: LIMITS })

test.serial.before(() => allowRecovery(world()))

const NOW = '2026-11-21T12:00:00.000Z'
const typesFor = async (agent: AgentActor) => (await keyEvents(world(), agent)).map(({ type }) => type)

test.serial('the agent cancels it, idempotently; then there is a pause of the same length', async t => {
  const owned = await enrollOwned(world(), 'here')
  const { agent, owner } = owned
  const { pem } = await beginRecovery(world(), owned)
  const ended = { agent_id: agent.agent_id, key_fingerprint: agent.key_fingerprint, ended_at: NOW }
  t.deepEqual(await world().call(endKeyRecovery, agent), ended)
  t.deepEqual(await world().call(endKeyRecovery, agent), ended)
  t.deepEqual(await typesFor(agent), ['agent.key_recovery.started', 'agent.key_recovery.ended'])
  t.like((await world().eventsFor(agent)).at(-1)?.body, { data: { outcome: 'agent' }, actor: { handle: 'here' } })
  t.is((await mailsTo(world(), 'here')).length, 2)
  t.is((await world().call(getAgentProfile, agent)).key_recovery, null)
  await later(world(), 72 * RECOVERY_HOUR - 1, async () => {
    const again = await signInPerson(world(), owner.user_id)
    const { slug, members } = await world().refusal(beginRecovery(world(), { agent, owner: again }, pem))
    t.is(slug, 'key-recovery-refused')
    t.is(members.from, '2026-11-24T12:00:00.000Z')
    t.like(await asTestPerson(world(), owner, showKeyRecovery, { agent: 'here' }), { not_before: members.from })
  })
  await later(world(), 72 * RECOVERY_HOUR, async () => {
    await runRecoveries(world())
    t.like(await currentKey(world(), agent), { key_version: 1 })
    const again = await signInPerson(world(), owner.user_id)
    t.like(
      await beginRecovery(world(), { agent, owner: again }, pem),
      { outcome: null },
      'the key that waited was free again',
    )
    await world().callOperator(callOffKeyRecovery, { agent: 'here' })
  })
})

test.serial('a token cancels it only if the agent obtained it with its key since it started', async t => {
  const owned = await enrollOwned(world(), 'tokens')
  const { agent } = owned
  const tokenAt = async (created: number, grant_id: string | null = null) => {
    const digest = world().runtime.newId()
    await world().db.many(SQL`
      insert into access_token (digest, agent_id, key_version, scopes, created_at, expires_at, grant_id)
      values (${digest}, ${agent.agent_id}, 1, '{profile:write}', ${new Date(created)}, ${new Date(created + RECOVERY_HOUR)}, ${grant_id})`)
    return { ...agent, token: digest }
  }
  const { completes_at } = await beginRecovery(world(), owned)
  const at = world().runtime.clock()
  for (const held of [await tokenAt(at - 1), await tokenAt(at + 1, world().runtime.newId())]) {
    const { slug, members } = await world().refusal(world().call(endKeyRecovery, held))
    t.is(slug, 'key-proof-outdated')
    t.regex(members.hint!, /Sign the request/)
  }
  t.is((await world().call(getAgentProfile, agent)).key_recovery!.completes_at, completes_at)
  t.like(await world().call(endKeyRecovery, await tokenAt(at)), { ended_at: NOW })
})

test.serial(
  'an agent that rotates its key has not lost it: the recovery is cancelled, and the pending key is free',
  async t => {
    const owned = await enrollOwned(world(), 'turns')
    const { agent } = owned
    const { pem } = await beginRecovery(world(), owned)
    await world().call(rotateKey, agent, { identifier: 'me', public_key_pem: pem })
    t.like(await currentKey(world(), agent), { key_version: 2, key_fingerprint: fingerprintOf(pem) })
    t.deepEqual(await typesFor(agent), ['agent.key_recovery.started', 'agent.key_recovery.ended', 'agent.key.rotated'])
    await later(world(), 100 * RECOVERY_HOUR, async () => {
      await runRecoveries(world())
      t.like(await currentKey(world(), agent), { key_version: 2 })
    })
  },
)

test.serial('a refused rotation does not cancel it', async t => {
  const owned = await enrollOwned(world(), 'slips')
  const { agent, owner } = owned
  await beginRecovery(world(), owned)
  const own = keyPairOf('slips').publicKey
  t.is(await slugOf(world().call(rotateKey, agent, { identifier: 'me', public_key_pem: own })), 'public-key-taken')
  t.like(await asTestPerson(world(), owner, showKeyRecovery, { agent: 'slips' }), { recovery: { outcome: null } })
  await asTestPerson(world(), owner, withdrawKeyRecovery, { agent: 'slips' })
})

test.serial('withdrawing twice is withdrawing once; starting twice with one key is starting once', async t => {
  const owned = await enrollOwned(world(), 'twice')
  const { agent, owner } = owned
  const pem = newKeyPair().publicKey
  const [one, other] = await Promise.all([beginRecovery(world(), owned, pem), beginRecovery(world(), owned, pem)])
  t.is(one.id, other.id)
  t.is(await slugOf(beginRecovery(world(), owned)), 'key-recovery-refused')
  const both = await Promise.all(
    [1, 2].map(() => asTestPerson(world(), owner, withdrawKeyRecovery, { agent: 'twice' })),
  )
  t.deepEqual(both[0], both[1])
  t.deepEqual(await typesFor(agent), ['agent.key_recovery.started', 'agent.key_recovery.ended'])
  t.is((await mailsTo(world(), 'twice')).length, 2)
})

test.serial('a suspended agent can cancel it; stopping an agent cancels it, and none can be started', async t => {
  const suspended = await enrollOwned(world(), 'suspended')
  await world().callOperator(setAgentStatus, { agent: 'suspended', status: 'suspended', reason: 'x' })
  await beginRecovery(world(), suspended)
  const silenced = { ...suspended.agent, status: 'suspended' as const }
  const { events, meta } = await world().call(heartbeat, silenced)
  t.deepEqual(
    events.map(({ type }: { type: string }) => type),
    ['agent.status.changed', 'agent.status.changed', 'agent.key_recovery.started'],
  )
  t.truthy(meta.key_ends_at)
  t.like(await world().call(endKeyRecovery, silenced), { ended_at: NOW })
  const stopped = await enrollOwned(world(), 'stopped')
  await beginRecovery(world(), stopped)
  await asTestPerson(world(), stopped.owner, stopAgent, { agent: 'stopped', reason: 'x' })
  t.like(await asTestPerson(world(), stopped.owner, showKeyRecovery, { agent: 'stopped' }), {
    recovery: { outcome: 'disabled' },
  })
  await later(world(), 100 * RECOVERY_HOUR, async () => {
    const owner = await signInPerson(world(), stopped.owner.user_id)
    const { slug, message } = await world().refusal(beginRecovery(world(), { ...stopped, owner }))
    t.is(slug, 'key-recovery-refused')
    t.regex(message, /stopped/)
  })
})

test.serial('it ends with the ownership: released, transferred, or the person deleted', async t => {
  const [freed, left, heired] = await Promise.all(
    ['freed', 'left', 'heired'].map(handle => enrollOwned(world(), handle)),
  )
  await world().db.many(SQL`update agent set visibility = 'private' where id = ${heired!.agent.agent_id}`)
  for (const owned of [freed!, left!, heired!]) await beginRecovery(world(), owned)
  const heir = await addPerson(world(), 'heir')
  await asTestPerson(world(), freed!.owner, releaseOwnership, { agent: 'freed' })
  await world().callOperator(deleteUser, { user_id: left!.owner.user_id })
  await world().callOperator(deleteUser, { user_id: heired!.owner.user_id, heir })
  for (const { agent } of [freed!, left!, heired!]) {
    t.true((await typesFor(agent)).includes('agent.key_recovery.ended'), agent.handle)
    await later(world(), 100 * RECOVERY_HOUR, async () => {
      await runRecoveries(world())
      t.like(await currentKey(world(), agent), { key_version: 1 })
    })
  }
  t.deepEqual(await mailsTo(world(), 'freed'), [
    'Colloquy: @freed: key replacement ended',
    'Colloquy: @freed: key replacement started',
  ])
  const { recoveries } = await world().callOperator(listKeyRecoveries, { which: 'all', limit: 100 })
  const of = (handle: string) => recoveries.find((row: { handle: string }) => row.handle === handle)
  t.like(of('left'), { outcome: 'ownership', owner_id: null, owner_email: null })
})

test.serial('operators can cancel a running recovery, and the agent is notified', async t => {
  const owned = await enrollOwned(world(), 'watched')
  await beginRecovery(world(), owned)
  t.like(await world().callOperator(callOffKeyRecovery, { agent: 'watched' }), { recovery: { outcome: 'operator' } })
  t.is(await slugOf(world().callOperator(callOffKeyRecovery, { agent: 'watched' })), 'not-found')
  t.like((await world().eventsFor(owned.agent)).at(-1)?.body, {
    actor: { kind: 'platform' },
    data: { outcome: 'operator' },
  })
  t.like((await world().callOperator(listAudit, { limit: 1 })).changes, [
    { actor: 'operator:op', action: 'end_key_recovery', after: { outcome: 'operator' } },
  ])
})

test.serial(
  'an owner who starts and withdraws a hundred times has done it once, and the agent is notified twice',
  async t => {
    const owned = await enrollOwned(world(), 'nagged')
    const pem = newKeyPair().publicKey
    const refused = new Set<string>()
    for (let n = 0; n < 100; n++) {
      for (const tool of [startKeyRecovery, withdrawKeyRecovery]) {
        const input = { agent: 'nagged', ...(tool === startKeyRecovery && { public_key_pem: pem }) }
        await asTestPerson(world(), owned.owner, tool, input).catch(({ slug }) => refused.add(slug))
      }
    }
    t.deepEqual([...refused], ['key-recovery-refused'])
    t.deepEqual(await typesFor(owned.agent), ['agent.key_recovery.started', 'agent.key_recovery.ended'])
    t.is((await mailsTo(world(), 'nagged')).length, 2)
    const { rows } = await world().db.one<{ rows: number }>(SQL`
    select count(*)::int as rows from key_recovery where agent_id = ${owned.agent.agent_id}`)
    t.is(rows, 1)
  },
)
