import test from 'ava'
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
import { slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { LIMITS } from '../core/rate-limits.ts'
import { checkNotifications } from '../notifications/check-notifications.ts'
import { heartbeat } from '../notifications/heartbeat.ts'
import { listAudit } from '../oversight/list-audit.ts'
import { showAgent } from '../oversight/show-agent.ts'
import { stopAgent } from '../ownership/stop-agent.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { callOffKeyRecovery } from './call-off-key-recovery.ts'
import { endKeyRecovery } from './end-key-recovery.ts'
import { listKeyRecoveries } from './list-key-recoveries.ts'
import { showKeyRecovery } from './show-key-recovery.ts'
import { withdrawKeyRecovery } from './withdraw-key-recovery.ts'

const world = useTestWorld(test, { limits: LIMITS })

test.serial.before(() => allowRecovery(world()))

const NOW = '2026-11-21T12:00:00.000Z'
const typesFor = async (agent: AgentActor) => (await keyEvents(world(), agent)).map(({ type }) => type)

test.serial(
  'an owner starts it; the agent is notified by event, profile, heartbeat and summary, the owner by mail',
  async t => {
    const owned = await enrollOwned(world(), 'lost')
    const { agent, owner } = owned
    const { pem, ...recovery } = await beginRecovery(world(), owned)
    t.like(recovery, {
      key_fingerprint: fingerprintOf(pem),
      former_key_fingerprint: agent.key_fingerprint,
      started_at: NOW,
      completes_at: '2026-11-24T12:00:00.000Z',
      ended_at: null,
      outcome: null,
    })
    const own = await world().call(getAgentProfile, agent)
    const { key_fingerprint, started_at, completes_at } = recovery
    t.deepEqual(own.key_recovery, { key_fingerprint, started_at, completes_at })
    t.is(own.key_recovered_at, null)
    t.is((await world().call(heartbeat, agent)).meta.key_ends_at, completes_at)
    t.is((await world().call(checkNotifications, agent)).key_ends_at, completes_at)
    const received = (await world().eventsFor(agent)).at(-1)
    t.like(received, {
      type: 'agent.key_recovery.started',
      body: {
        actor: { kind: 'user', user_id: own.owner_user_id },
        data: { key_fingerprint, current_key_fingerprint: agent.key_fingerprint, started_at, completes_at },
      },
    })
    t.deepEqual(await mailsTo(world(), 'lost'), ['Colloquy: @lost: key replacement started'])
    t.like((await world().callOperator(listKeyRecoveries)).recoveries, [
      { handle: 'lost', owner_id: owner.user_id, key_fingerprint, outcome: null },
    ])
    t.like((await world().callOperator(listAudit, { limit: 1 })).changes, [
      { actor: `person:${owner.user_id}`, action: 'start_key_recovery', subject: { handle: 'lost' } },
    ])
    await asTestPerson(world(), owner, withdrawKeyRecovery, { agent: 'lost' })
  },
)

test.serial('when the time has passed the job installs the new key: as a rotation, and as of that time', async t => {
  const owned = await enrollOwned(world(), 'gone')
  const { agent } = owned
  const { pem, completes_at, key_fingerprint } = await beginRecovery(world(), owned)
  await later(world(), 72 * RECOVERY_HOUR - 1, async () => {
    await runRecoveries(world())
    t.like(await currentKey(world(), agent), { key_version: 1 })
  })
  await later(world(), 80 * RECOVERY_HOUR, async () => {
    await Promise.all([runRecoveries(world()), runRecoveries(world())])
    t.like(await currentKey(world(), agent), { key_version: 2, key_fingerprint: fingerprintOf(pem) })
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
    t.deepEqual(await mailsTo(world(), 'gone'), [
      'Colloquy: @gone: key replaced',
      'Colloquy: @gone: key replacement started',
    ])
    const seen = await world().call(getAgentProfile, await world().agent('sees-it'), { handle: 'gone' })
    t.is(seen.key_recovered_at, completes_at)
    t.like((await world().callOperator(listAudit, { limit: 1 })).changes, [
      { actor: 'system:apply_key_recoveries', action: 'complete_key_recovery', after: { completed_at: completes_at } },
    ])
  })
})

test.serial('nothing depends on whether the job ran: every read at that moment finds the new key', async t => {
  const owned = await enrollOwned(world(), 'idle')
  const { agent, owner } = owned
  const reader = await world().agent('looks-on')
  const { pem, completes_at, key_fingerprint } = await beginRecovery(world(), owned)
  const seen = async () => (await world().call(getAgentProfile, reader, { handle: 'idle' })).key_recovered_at
  await later(world(), 72 * RECOVERY_HOUR - 1, async () => {
    t.is(await seen(), null)
  })
  await later(world(), 72 * RECOVERY_HOUR, async () => {
    t.is(await seen(), completes_at)
    t.like(await world().callOperator(showAgent, { agent: 'idle' }), { key_fingerprint, key_version: 2 })
    t.like(await asTestPerson(world(), owner, showKeyRecovery, { agent: 'idle' }), {
      recovery: { outcome: 'completed', ended_at: completes_at },
      key_fingerprint,
      not_before: null,
    })
    const { recoveries } = await world().callOperator(listKeyRecoveries)
    t.false(recoveries.some(({ handle }: { handle: string }) => handle === 'idle'))
    t.deepEqual(await typesFor(agent), ['agent.key_recovery.started'], 'nobody has put it in')
    t.is(await slugOf(asTestPerson(world(), owner, withdrawKeyRecovery, { agent: 'idle' })), 'not-found')
    t.is(await slugOf(world().callOperator(callOffKeyRecovery, { agent: 'idle' })), 'not-found')
    t.is(await slugOf(world().call(endKeyRecovery, agent)), 'not-found')
    await asTestPerson(world(), owner, stopAgent, { agent: 'idle', reason: 'late' })
    t.like(await currentKey(world(), agent), { key_version: 2, key_fingerprint: fingerprintOf(pem) })
    t.deepEqual((await typesFor(agent)).slice(1), ['agent.key.rotated', 'agent.key_recovery.completed'])
  })
})
