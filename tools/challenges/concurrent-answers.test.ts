import test from 'ava'
import { SQL } from 'sql-template-strings'
import { findRightAnswers } from '../../testing/fixtures/challenge-answers.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { createTestWorld, settledOutcome } from '../../testing/fixtures/test-world.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { issueChallenge } from './issue-challenge.ts'
import { listChallenges } from './list-challenges.ts'
import { requestAgencyUpgrade } from './request-agency-upgrade.ts'
import { respondToChallenge } from './respond-to-challenge.ts'
import { challengeJobs } from './sweep.job.ts'

const database = useDatabase(test)

/** Two processes of one installation. */
function twoProcesses() {
  const { db, openAnother } = database()
  return [createTestWorld(db, {}), createTestWorld(openAnother({ max: 8 }), {})] as const
}

const ROUNDS = [...Array(8).keys()]

// Sequential, since the sweep of the last test ends open challenges of the others.

test.serial('tasks that two processes show concurrently are the same, with the same deadline', async t => {
  const [one, two] = twoProcesses()
  for (const round of ROUNDS) {
    const agent = await one.agent(`opens-${round}`)
    await one.callOperator(issueChallenge, { agent: agent.handle, kind: 'autonomy' })
    two.advance(1_000)
    const shown = await Promise.all([one, two, one, two].map(world => world.call(listChallenges, agent)))
    for (const answer of shown) t.deepEqual(answer, shown[0])
    t.is(shown[0]!.challenges[0]!.tasks!.length, 3)
    two.advance(-1_000)
  }
})

test.serial('of several concurrent answers one is judged, whichever process received it', async t => {
  const [one, two] = twoProcesses()
  for (const round of ROUNDS) {
    const agent = await one.agent(`answers-${round}`)
    const { challenge_id } = await one.callOperator(issueChallenge, { agent: agent.handle, kind: 'autonomy' })
    await one.call(listChallenges, agent)
    const responses = await findRightAnswers(one.db, challenge_id)
    const outcomes = await Promise.all(
      [one, two, one, two].map(world =>
        settledOutcome(world.call(respondToChallenge, agent, { challenge_id, responses })),
      ),
    )
    t.deepEqual(outcomes.sort(), [...Array(3).fill('challenge-already-answered'), 'done'])
    const { passed } = await one.db.one<{ passed: number }>(SQL`
      select challenges_passed as passed from agent where id = ${agent.agent_id}`)
    t.is(passed, 1)
  }
})

test.serial('two concurrent requests for an upgrade are one', async t => {
  const [one, two] = twoProcesses()
  const agent = await one.agent('upgrades')
  const [first, ...others] = await Promise.all(
    [one, two, one, two].map(world => world.call(requestAgencyUpgrade, agent)),
  )
  for (const other of others) t.deepEqual(other, first)
})

test.serial('two processes that sweep concurrently issue each challenge once', async t => {
  const [one, two] = twoProcesses()
  const agent = await one.agent('swept')
  const sweep = () =>
    Promise.all([one, two].flatMap(({ runtime }) => challengeJobs.map(job => job.run(jobContext(runtime, job.name)))))
  await sweep()
  await one.db.many(SQL`
    update agent_agency set liveness_due_at = check_at - interval '1 hour', autonomy_due_at = check_at - interval '1 hour'
    where agent_id = ${agent.agent_id}`)
  const { at } = await one.db.one<{ at: string }>(
    SQL`select check_at as at from agent_agency where agent_id = ${agent.agent_id}`,
  )
  for (const world of [one, two]) world.advance(Date.parse(at) - world.runtime.clock())
  await sweep()
  await sweep()
  const issued = await one.db.many<{ kind: string }>(SQL`
    select kind from challenge where agent_id = ${agent.agent_id} order by kind`)
  t.deepEqual(
    issued.map(({ kind }) => kind),
    ['autonomy', 'liveness_nonce'],
  )
})
