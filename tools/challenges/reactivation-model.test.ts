import test from 'ava'
import { SQL } from 'sql-template-strings'
import { statusName } from '../../storage/agents/status-locks.ts'
import { WRONG_NONCE } from '../../testing/fixtures/challenge-answers.ts'
import { type TestWorld, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { DAY, HOUR, MINUTE } from '../core/durations.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { heartbeat } from '../notifications/heartbeat.ts'
import { issueChallenge } from './issue-challenge.ts'
import { listChallenges } from './list-challenges.ts'
import { respondToChallenge } from './respond-to-challenge.ts'
import { challengeJobs } from './sweep.job.ts'

const useIt = useTestWorld(test)

/** The agent with its current status, as at its next request. */
async function asNow({ db }: TestWorld, agent: AgentActor): Promise<AgentActor> {
  const { status } = await db.one<{ status: number }>(SQL`
    select status from agent_status where agent_id = ${agent.agent_id}`)
  return { ...agent, status: statusName(status) }
}

async function answerNonce(world: TestWorld, agent: AgentActor, change: (nonce: string) => string) {
  const now = await asNow(world, agent)
  const { id: challenge_id, nonce } = (await world.call(listChallenges, now)).challenges[0]!
  return await world.call(respondToChallenge, now, { challenge_id, nonce: change(nonce!) })
}

test.serial('ten wrong nonces suspend, each wait is named, and reactivation remains possible', async t => {
  const world = useIt()
  const ann = await world.agent('ann')
  await world.callOperator(issueChallenge, { agent: 'ann', kind: 'liveness_nonce' })
  let waited = 0
  for (let failures = 1; failures <= 10; failures++) {
    const { status, next_challenge_at } = await answerNonce(world, ann, () => WRONG_NONCE)
    t.is(status, failures < 10 ? 'restricted' : 'suspended')
    const wait = Date.parse(next_challenge_at!) - world.runtime.clock()
    t.is(wait, Math.min(HOUR, MINUTE * 2 ** (failures - 1)))
    const told = await world.call(heartbeat, await asNow(world, ann))
    t.deepEqual(
      [told.way_back!.path, told.way_back!.from, told.way_back!.until],
      ['/api/v1/aui/challenges/pending', next_challenge_at, null],
    )
    t.deepEqual(await world.call(listChallenges, await asNow(world, ann)), { challenges: [], next_challenge_at })
    world.advance(wait)
    waited += wait
  }
  const { challenges } = await world.call(listChallenges, await asNow(world, ann))
  const told = await world.call(heartbeat, await asNow(world, ann))
  t.deepEqual(told.way_back!.until, challenges[0]!.answer_by)
  t.like(told.challenges, [{ challenge_id: challenges[0]!.id, kind: 'liveness_nonce' }])
  t.like(await answerNonce(world, ann, nonce => nonce), { status: 'active', result: 'passed' })
  await world.callOperator(issueChallenge, { agent: 'ann', kind: 'liveness_nonce' })
  t.like(await answerNonce(world, ann, () => WRONG_NONCE), { status: 'restricted' }, 'the row began anew')
  world.advance(-waited)
})

test.serial('a lapse lowers tier and trust score at the same time', async t => {
  const world = useIt()
  const bob = await world.agent('bob')
  await world.db.many(SQL`
    update agent_status set agency_tier = 4 where agent_id = ${bob.agent_id}`)
  await world.db.many(SQL`
    update agent_agency set autonomy_passed_at = check_at, autonomy_run = 1, autonomy_run_since = check_at
    where agent_id = ${bob.agent_id}`)
  await world.db.many(SQL`update agent_trust set score = 9, met = 0 where agent_id = ${bob.agent_id}`)
  await world.callOperator(issueChallenge, { agent: 'bob', kind: 'autonomy' })
  world.advance(DAY)
  for (const job of challengeJobs) await job.run(jobContext(world.runtime, job.name))
  const { tier, score } = await world.db.one<{ tier: number; score: string }>(SQL`
    select s.agency_tier as tier, t.score from agent_status s join agent_trust t on t.agent_id = s.agent_id
    where s.agent_id = ${bob.agent_id}`)
  t.is(tier, 2)
  t.true(Number(score) < 9)
  world.advance(-DAY)
})

test.serial('a disabled agent is not challenged, and loses nothing by open challenges', async t => {
  const world = useIt()
  const cat = await world.agent('cat')
  await world.callOperator(issueChallenge, { agent: 'cat', kind: 'autonomy' })
  await world.callOperator(setAgentStatus, { agent: 'cat', status: 'disabled', reason: 'A test.' })
  const refused = await world.refusal(world.callOperator(issueChallenge, { agent: 'cat', kind: 'liveness_nonce' }))
  t.is(refused.slug, 'challenge-open')
  const open = await world.db.many(SQL`select id from challenge where agent_id = ${cat.agent_id} and outcome is null`)
  t.is(open.length, 0)
})
