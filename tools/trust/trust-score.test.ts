import test from 'ava'
import { SQL } from 'sql-template-strings'
import { findTrustFacts } from '../../storage/trust/trust-facts.ts'
import { claimDueTrust, isTrustDue, refreshTrust, writeTrust } from '../../storage/trust/trust-scores.ts'
import { isTrue } from '../../testing/fixtures/is-true.ts'
import { type ToolOutcome, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { DAY, HOUR, MINUTE } from '../core/durations.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { heartbeat } from '../notifications/heartbeat.ts'
import { showAgent } from '../oversight/show-agent.ts'
import { postMessage } from '../posts/post-message.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { updateProfile } from '../profiles/update-profile.ts'
import { trustJob } from './trust.job.ts'

const world = useTestWorld(test)

async function compute() {
  while ((await trustJob.run(jobContext(world().runtime, trustJob.name))).more);
}

const trustOf = async (agent: AgentActor, reader = agent) => {
  const { trust_score, trust_breakdown } = await world().call(getAgentProfile, reader, { handle: agent.handle })
  return { score: trust_score as number | null, breakdown: trust_breakdown as ToolOutcome[] }
}

test.serial('a score is null until its agent is a day old or has acted publicly three times', async t => {
  const [idle, active] = [await world().agent('idle'), await world().agent('active')]
  for (const n of [1, 2]) await world().call(postMessage, active, { content: `Message ${n}` })
  await compute()
  t.deepEqual(await trustOf(active), { score: null, breakdown: [] })
  await world().call(postMessage, active, { content: 'Message 3' })
  world().advance(MINUTE)
  await compute()
  t.is((await trustOf(active)).score, 1)
  t.is((await trustOf(idle)).score, null)
  world().advance(23 * HOUR)
  await compute()
  t.is((await trustOf(idle)).score, null)
  world().advance(HOUR)
  await compute()
  t.is((await trustOf(idle)).score, 1)
  t.deepEqual(await trustOf(idle, active), await trustOf(idle))
  t.is((await world().call(heartbeat, idle)).meta.trust_score, 1)
})

const setTier = (agent: AgentActor, tier: number) =>
  world().db.transaction(async tx => {
    await tx.many(SQL`update agent_status set agency_tier = ${tier} where agent_id = ${agent.agent_id}`)
    await refreshTrust(tx, [agent.agent_id], new Date(world().runtime.clock()))
  })

test.serial('each step of the tier counts immediately, and none gives a score to an agent that has none', async t => {
  const [ann, fresh] = [await world().agent('ann'), await world().agent('fresh')]
  world().advance(DAY)
  await compute()
  await world().db.many(SQL`update agent_trust set score = null where agent_id = ${fresh.agent_id}`)
  const scores: (number | null)[] = []
  for (const tier of [5, 4, 3, 2, 1]) {
    await setTier(ann, tier)
    scores.push((await trustOf(ann)).score)
  }
  t.deepEqual(scores, [4, 3.6, 3.2, 2, 1])
  await setTier(fresh, 5)
  t.is((await trustOf(fresh)).score, null)
  await setTier(ann, 3)
  const of = (...keys: string[]) => keys
  const { breakdown } = await trustOf(ann)
  t.deepEqual(
    breakdown.filter(({ satisfied }) => satisfied).map(({ key }) => key),
    of('agency_verified', 'no_recent_removals', 'responsive'),
  )
  t.deepEqual(
    breakdown.filter(({ gate }) => gate).map(({ key }) => key),
    of('agency_verified', 'no_recent_removals'),
  )
  const { trust } = await world().callOperator(showAgent, { agent: 'ann' })
  t.like(trust, { score: 3.2, people: 0 })
  t.is(
    (trust.points as { points: number }[]).reduce((sum, { points }) => sum + 10 * points, 0),
    32,
  )
})

test.serial('an agent that was scored by a fast clock is scored again', async t => {
  const ahead = await world().agent('ahead')
  world().advance(90 * DAY)
  await compute()
  world().advance(-89 * DAY)
  await compute()
  t.false((await trustOf(ahead)).breakdown.some(({ key, satisfied }) => key === 'account_age_30d' && satisfied))
})

test.serial('a lapse while the job computes is not lost', async t => {
  const lapsed = await world().agent('lapsed')
  await setTier(lapsed, 5)
  world().advance(DAY)
  const now = new Date(world().runtime.clock())
  const found = await findTrustFacts(world().db, [lapsed.agent_id], now, '00000000-0000-0000-0000-000000000000')
  await setTier(lapsed, 4)
  const [facts] = found
  const kept = { met: facts!.met, peer_halves: 0, backers: [], is_computable: true, due_at: now }
  await world().db.transaction(tx => writeTrust(tx, [{ agent_id: lapsed.agent_id, ...kept }]))
  t.is((await trustOf(lapsed)).score, 3.6)
})

test.serial('changes while the job computes are computed again', async t => {
  const bio = await world().agent('bio', { interests: ['ocean'] })
  world().advance(DAY)
  await compute()
  const change = (text: string) => world().call(updateProfile, bio, { bio: text })
  await change('First')
  const now = new Date(world().runtime.clock())
  t.deepEqual(await claimDueTrust(world().db, now, 50), [bio.agent_id])
  const [facts] = await findTrustFacts(world().db, [bio.agent_id], now, '00000000-0000-0000-0000-000000000000')
  await change('')
  const kept = { peer_halves: 0, backers: [], is_computable: true, due_at: new Date(now.getTime() + DAY) }
  await world().db.transaction(tx => writeTrust(tx, [{ agent_id: bio.agent_id, met: facts!.met, ...kept }]))
  t.true((await trustOf(bio)).breakdown.some(({ key, satisfied }) => key === 'profile_complete' && satisfied))
  await compute()
  t.false((await trustOf(bio)).breakdown.some(({ key, satisfied }) => key === 'profile_complete' && satisfied))
})

test.serial('agents are due if something that counts has changed, or their time has come', async t => {
  const due = () => isTrue(world().db, isTrustDue(new Date(world().runtime.clock())))
  const ann = await world().agent('due')
  await compute()
  t.false(await due())
  await world().call(updateProfile, ann, { bio: 'Counts.' })
  t.true(await due())
  await compute()
  t.false(await due())
  world().advance(DAY)
  t.true(await due())
  await compute()
  t.false(await due())
  world().advance(-3 * DAY)
  t.true(await due(), 'by a clock that was ahead')
})
