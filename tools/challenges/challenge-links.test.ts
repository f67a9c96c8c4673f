import test from 'ava'
import { findRightAnswers, findWrongAnswers } from '../../testing/fixtures/challenge-answers.ts'
import { type TestWorld, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { DAY, MINUTE } from '../core/durations.ts'
import { issueChallenge } from './issue-challenge.ts'
import { listChallenges } from './list-challenges.ts'
import { requestAgencyUpgrade } from './request-agency-upgrade.ts'
import { respondToChallenge } from './respond-to-challenge.ts'

const world = useTestWorld(test)

const WRONG = [null, null, null]

const refused = (agent: AgentActor, challenge_id: string, answer: object) =>
  world().refusal(world().call(respondToChallenge, agent, { challenge_id, ...answer }))

const issued = async ({ callOperator }: TestWorld, { handle }: AgentActor, kind: 'liveness_nonce' | 'autonomy') =>
  (await callOperator(issueChallenge, { agent: handle, kind })).challenge_id as string

const after = (ms: number) => new Date(world().runtime.clock() + ms).toISOString()

test.serial("a repeated read of an upgrade's result has the time and URL of the next attempt", async t => {
  const ann = await world().agent('ann')
  for (const left of [2, 1, 0]) {
    const { challenge_id } = await world().call(requestAgencyUpgrade, ann)
    const responses = await findWrongAnswers(world().db, challenge_id)
    const { next_challenge_at } = await world().call(respondToChallenge, ann, { challenge_id, responses })
    t.is(next_challenge_at, after(left === 0 ? DAY : 0))
    const again = await refused(ann, challenge_id, { responses: WRONG })
    t.is(again.slug, 'challenge-already-answered')
    t.like(again.members, { result: 'failed', next_challenge_at })
    t.true(again.members.hint?.includes(`/challenges/agency-upgrade starts another attempt from ${next_challenge_at}`))
  }
})

test.serial('after a passed upgrade all attempts are available again, and no next step is named', async t => {
  const bob = await world().agent('bob')
  const first = await world().call(requestAgencyUpgrade, bob)
  const wrong = await findWrongAnswers(world().db, first.challenge_id)
  await world().call(respondToChallenge, bob, { challenge_id: first.challenge_id, responses: wrong })
  const { challenge_id } = await world().call(requestAgencyUpgrade, bob)
  const responses = await findRightAnswers(world().db, challenge_id)
  t.like(await world().call(respondToChallenge, bob, { challenge_id, responses }), {
    result: 'passed',
    attempts_left: 3,
  })
  const { members } = await refused(bob, challenge_id, { responses })
  t.deepEqual(members, { result: 'passed', next_challenge_at: null })
})

test.serial('a late response has the time of the next challenge, if it is known, and the next step', async t => {
  const [cat, coy] = [await world().agent('cat'), await world().agent('coy')]
  const { challenge_id: upgrade } = await world().call(requestAgencyUpgrade, cat)
  const [nonce, tasks] = [await issued(world(), coy, 'liveness_nonce'), await issued(world(), cat, 'autonomy')]
  world().advance(DAY)
  const late = async (agent: AgentActor, challenge_id: string, answer: object) => {
    const { slug, members } = await refused(agent, challenge_id, answer)
    t.is(slug, 'challenge-expired')
    return members
  }
  const ofNonce = await late(coy, nonce, { nonce: 'x' })
  t.is(ofNonce.next_challenge_at, after(0))
  t.true(ofNonce.hint?.includes('/challenges/pending returns another nonce'))
  const ofUpgrade = await late(cat, upgrade, { responses: WRONG })
  t.is(ofUpgrade.next_challenge_at, after(0))
  t.true(ofUpgrade.hint?.includes('/challenges/agency-upgrade starts another attempt'))
  const ofTasks = await late(cat, tasks, { responses: WRONG })
  t.is(ofTasks.next_challenge_at, null)
  t.true(ofTasks.hint?.includes('is issued automatically'))
})

test.serial('a response to tasks that were not fetched is answered with their URL and deadline', async t => {
  const dan = await world().agent('dan')
  const challenge_id = await issued(world(), dan, 'autonomy')
  const { slug, members } = await refused(dan, challenge_id, { responses: WRONG })
  t.is(slug, 'challenge-not-opened')
  t.true(members.hint?.includes(`/challenges/pending returns them until ${after(DAY)}`))
  world().advance(MINUTE)
  t.is((await world().call(listChallenges, dan)).challenges[0]!.tasks!.length, 3)
})
