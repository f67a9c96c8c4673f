import test from 'ava'
import { SQL } from 'sql-template-strings'
import { findWrongAnswers } from '../../testing/fixtures/challenge-answers.ts'
import { type TestWorld, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../core/durations.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { issueChallenge } from './issue-challenge.ts'
import { listChallenges } from './list-challenges.ts'
import { requestAgencyUpgrade } from './request-agency-upgrade.ts'
import { respondToChallenge } from './respond-to-challenge.ts'
import { challengeJobs } from './sweep.job.ts'
import { type MadeTasks, rightResponses } from './tasks/challenge-tasks.ts'

const useIt = useTestWorld(test)

const issue = (world: TestWorld, { handle }: AgentActor, kind: 'liveness_nonce' | 'autonomy') =>
  world.callOperator(issueChallenge, { agent: handle, kind })

async function runJobs({ runtime }: TestWorld): Promise<void> {
  for (const job of challengeJobs) while ((await job.run(jobContext(runtime, job.name))).more);
}

async function rightFor({ db }: TestWorld, challengeId: string) {
  const { made } = await db.one<{ made: string }>(SQL`select made from challenge where id = ${challengeId}`)
  return rightResponses(JSON.parse(made) as MadeTasks)
}

const WRONG = [null, null, null]

async function passAutonomy(world: TestWorld, agent: AgentActor) {
  const { challenge_id } = await issue(world, agent, 'autonomy')
  await world.call(listChallenges, agent)
  return await world.call(respondToChallenge, agent, { challenge_id, responses: await rightFor(world, challenge_id) })
}

/** The agent with its current status, as at its next request. */
async function asNow({ db }: TestWorld, agent: AgentActor): Promise<AgentActor> {
  const { status } = await db.one<{ status: number }>(
    SQL`select status from agent_status where agent_id = ${agent.agent_id}`,
  )
  return {
    ...agent,
    status: (['active', 'pending_ownership', 'restricted', 'suspended', 'disabled'] as const)[status - 1]!,
  }
}

test.serial('returning the nonce of a liveness challenge in time makes an agent Responsive', async t => {
  const world = useIt()
  const ann = await world.agent('ann')
  const { challenge_id } = await issue(world, ann, 'liveness_nonce')
  const { challenges, next_challenge_at } = await world.call(listChallenges, ann)
  t.is(next_challenge_at, null)
  t.is(challenges.length, 1)
  const { id, kind, nonce, timeout_ms, expires_at, respond_url } = challenges[0]!
  t.deepEqual([id, kind, timeout_ms, expires_at], [challenge_id, 'liveness_nonce', DAY, '2026-11-22T12:00:00.000Z'])
  t.regex(nonce!, /^[0-9a-f]{32}$/)
  t.is(respond_url, `https://colloquy.test/api/v1/aui/challenges/${id}/respond`)
  t.deepEqual(await world.call(respondToChallenge, ann, { challenge_id, nonce }), {
    challenge_id,
    result: 'passed',
    agency_signal: { tier: 2, label: 'Responsive', last_verified: '2026-11-21T12:00:00.000Z', challenges_passed: 1 },
    status: 'active',
    next_challenge_at: null,
  })
  t.deepEqual((await world.call(listChallenges, ann)).challenges, [])
  const again = await world.refusal(world.call(respondToChallenge, ann, { challenge_id, nonce }))
  t.deepEqual([again.slug, again.members.result], ['challenge-already-answered', 'passed'])
  const events = await world.eventsFor(ann)
  t.deepEqual(
    events.map(({ type }) => type),
    ['verification_challenge', 'agency_signal.updated'],
  )
  t.like(events[0]!.body, { data: { challenge_id, kind: 'liveness_nonce', nonce } })
  t.like(events[1]!.body, { data: { tier: 2, previous_tier: 1, cause: 'liveness_nonce_passed' } })
})

test.serial('a nonce is compared exactly, and failing restricts; another one reactivates', async t => {
  const world = useIt()
  const bob = await world.agent('bob')
  await issue(world, bob, 'liveness_nonce')
  const { id: challenge_id, nonce } = (await world.call(listChallenges, bob)).challenges[0]!
  const failed = await world.call(respondToChallenge, bob, {
    challenge_id,
    nonce: nonce!.replace(/./, first => (first === 'a' ? 'b' : 'a')),
  })
  t.like(failed, { result: 'failed', status: 'restricted', next_challenge_at: '2026-11-21T12:01:00.000Z' })
  const restricted = await asNow(world, bob)
  t.deepEqual(await world.call(listChallenges, restricted), {
    challenges: [],
    next_challenge_at: '2026-11-21T12:01:00.000Z',
  })
  world.advance(MINUTE)
  const { challenges } = await world.call(listChallenges, restricted)
  const back = await world.call(respondToChallenge, restricted, {
    challenge_id: challenges[0]!.id,
    nonce: challenges[0]!.nonce,
  })
  t.like(back, { result: 'passed', status: 'active', agency_signal: { tier: 2 } })
  world.advance(-MINUTE)
})

test.serial('the time of tasks starts when they are first fetched, and they are not visible before', async t => {
  const world = useIt()
  const cat = await world.agent('cat')
  const { challenge_id } = await issue(world, cat, 'autonomy')
  const [event] = await world.eventsFor(cat)
  t.deepEqual(event!.body.data, {
    challenge_id,
    kind: 'autonomy',
    timeout_ms: 300_000,
    expires_at: '2026-11-22T12:00:00.000Z',
  })
  const early = await world.refusal(world.call(respondToChallenge, cat, { challenge_id, responses: WRONG }))
  t.is(early.slug, 'challenge-not-opened')
  world.advance(HOUR)
  const first = await world.call(listChallenges, cat)
  t.like(first.challenges[0], { opened_at: '2026-11-21T13:00:00.000Z', answer_by: '2026-11-21T13:05:00.000Z' })
  t.is(first.challenges[0]!.tasks!.length, 3)
  world.advance(299 * SECOND)
  t.deepEqual(await world.call(listChallenges, cat), first)
  const responses = await rightFor(world, challenge_id)
  t.like(await world.call(respondToChallenge, cat, { challenge_id, responses }), {
    result: 'passed',
    agency_signal: { tier: 4, challenges_passed: 1 },
  })
  world.advance(-HOUR - 299 * SECOND)
})

test.serial('an unanswered first autonomy challenge costs nothing; after a pass, it is a lapse', async t => {
  const world = useIt()
  const dan = await world.agent('dan')
  await issue(world, dan, 'autonomy')
  world.advance(DAY)
  await runJobs(world)
  t.deepEqual(
    (await world.eventsFor(dan)).map(({ type }) => type),
    ['verification_challenge'],
  )
  t.like(await passAutonomy(world, dan), { agency_signal: { tier: 4 } })
  const { challenge_id } = await issue(world, dan, 'autonomy')
  await world.call(listChallenges, dan)
  world.advance(5 * MINUTE)
  const late = await world.refusal(world.call(respondToChallenge, dan, { challenge_id, responses: WRONG }))
  t.is(late.slug, 'challenge-expired')
  const lapsed = (await world.eventsFor(dan)).at(-1)!
  t.like(lapsed.body, { data: { tier: 2, previous_tier: 4, cause: 'autonomy_lapsed' } })
  world.advance(-DAY - 5 * MINUTE)
})

test.serial('an upgrade has three attempts with different tasks, then a pause of a day', async t => {
  const world = useIt()
  const eve = await world.agent('eve')
  const seen = new Set<string>()
  for (const attempt of [1, 2, 3]) {
    const upgrade = await world.call(requestAgencyUpgrade, eve)
    t.deepEqual(await world.call(requestAgencyUpgrade, eve, { target_tier: 2 }), upgrade, 'the open one again')
    t.like(upgrade, { attempt, max_attempts: 3, kind: 'agency_upgrade', timeout_ms: 300_000 })
    seen.add(JSON.stringify(upgrade.tasks))
    const { challenge_id } = upgrade
    const failed = await world.call(respondToChallenge, eve, {
      challenge_id,
      responses: await findWrongAnswers(world.db, challenge_id),
    })
    t.like(failed, { result: 'failed', attempts_left: 3 - attempt, agency_signal: { tier: 1 }, status: 'active' })
  }
  t.is(seen.size, 3)
  const { slug, members } = await world.refusal(world.call(requestAgencyUpgrade, eve))
  t.is(slug, 'challenge-failed-retry')
  t.deepEqual(members, { next_challenge_at: '2026-11-22T12:00:00.000Z', retry_after_seconds: 86_400 })
  world.advance(DAY)
  const { challenge_id, attempt } = await world.call(requestAgencyUpgrade, eve)
  t.is(attempt, 1)
  const responses = await rightFor(world, challenge_id)
  t.like(await world.call(respondToChallenge, eve, { challenge_id, responses }), {
    agency_signal: { tier: 3, label: 'Capable' },
  })
  world.advance(-DAY)
})

test.serial('an agent cannot answer a challenge of another one', async t => {
  const world = useIt()
  const [fay, gus] = [await world.agent('fay'), await world.agent('gus')]
  await issue(world, fay, 'liveness_nonce')
  const { id: challenge_id, nonce } = (await world.call(listChallenges, fay)).challenges[0]!
  const refused = await world.refusal(world.call(respondToChallenge, gus, { challenge_id, nonce }))
  const missing = await world.refusal(world.call(respondToChallenge, gus, { challenge_id: gus.agent_id, nonce }))
  t.deepEqual([refused.slug, refused.message, refused.members], [missing.slug, missing.message, missing.members])
  t.like(await world.call(respondToChallenge, fay, { challenge_id, nonce }), { result: 'passed' })
})

test.serial('an agent that an operator restricted gets no nonce, unless the operator issues a challenge', async t => {
  const world = useIt()
  const hal = await world.agent('hal')
  await issue(world, hal, 'liveness_nonce')
  const { id: challenge_id, nonce } = (await world.call(listChallenges, hal)).challenges[0]!
  await world.callOperator(setAgentStatus, { agent: 'hal', status: 'suspended', reason: 'Under review.' })
  const suspended = await asNow(world, hal)
  t.deepEqual(await world.call(listChallenges, suspended), { challenges: [], next_challenge_at: null })
  const { slug } = await world.refusal(world.call(respondToChallenge, suspended, { challenge_id, nonce }))
  t.is(slug, 'challenge-expired')
  await issue(world, hal, 'liveness_nonce')
  const [offered] = (await world.call(listChallenges, suspended)).challenges
  const back = await world.call(respondToChallenge, suspended, { challenge_id: offered!.id, nonce: offered!.nonce })
  t.like(back, { result: 'passed', status: 'active' })
})
