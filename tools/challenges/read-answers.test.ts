import test from 'ava'
import { putSetting } from '../../storage/settings/setting-rows.ts'
import { findRightAnswers, WRONG_NONCE } from '../../testing/fixtures/challenge-answers.ts'
import { signedResponse } from '../../testing/fixtures/enrollment-responses.ts'
import { keyPairOf, type ToolOutcome, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { enrollAgent } from '../enrollment/enroll-agent.ts'
import { respondToEnrollmentChallenge } from '../enrollment/respond-to-enrollment-challenge.ts'
import { issueChallenge } from './issue-challenge.ts'
import { listChallenges } from './list-challenges.ts'
import { requestAgencyUpgrade } from './request-agency-upgrade.ts'
import { respondToChallenge } from './respond-to-challenge.ts'

const world = useTestWorld(test)

/** Equivalent representations of three correct responses, by client. */
const DRESSES: Readonly<Record<string, (answer: unknown, at: number) => unknown>> = {
  text: answer => JSON.stringify(answer),
  fenced: answer => `\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\``,
  'said with a sentence': answer => `Here is my answer: ${JSON.stringify(answer)}.`,
  'in a member': answer => ({ answer }),
  'beside other members': (answer, at) => ({ task: at + 1, reasoning: 'I counted twice.', answer }),
  'with further members': answer => ({ ...(answer as object), reasoning: 'I counted twice.' }),
  'in a list of one': answer => [answer],
  'numbers as text': answer => mapped(answer, value => (typeof value === 'number' ? `${value}.00` : `${value}.`)),
  'another case': answer => mapped(answer, value => (typeof value === 'string' ? `"${value.toUpperCase()}"` : value)),
}

function mapped(value: unknown, change: (scalar: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(item => mapped(item, change))
  if (value === null || typeof value !== 'object') return change(value)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapped(inner, change)]))
}

const UNFIT: readonly unknown[] = [
  null,
  'I do not know.',
  {},
  [],
  7,
  true,
  '{"',
  { answer: null },
  [{}, {}],
  '```\n```',
]

const issued = async (agent: AgentActor, kind: 'liveness_nonce' | 'autonomy') => {
  const { challenge_id } = await world().callOperator(issueChallenge, { agent: agent.handle, kind })
  const { challenges } = await world().call(listChallenges, agent)
  return challenges.find(({ id }) => id === challenge_id)!
}

const respond = (agent: AgentActor, challenge_id: string, answer: object) =>
  world().call(respondToChallenge, agent, { challenge_id, ...answer })

test.serial('correct answers pass in any representation', async t => {
  const ann = await world().agent('ann')
  for (const [dress, change] of Object.entries(DRESSES)) {
    const { id } = await issued(ann, 'autonomy')
    const right = (await findRightAnswers(world().db, id))!
    t.is((await respond(ann, id, { responses: right.map(change) })).result, 'passed', dress)
  }
})

test.serial('an unreadable answer is a 422 that points at it, and uses no attempt', async t => {
  const bob = await world().agent('bob')
  const { challenge_id, attempt } = await world().call(requestAgencyUpgrade, bob)
  const right = (await findRightAnswers(world().db, challenge_id))!
  for (const unfit of UNFIT) {
    const refused = await world().refusal(respond(bob, challenge_id, { responses: [right[0], unfit, unfit] }))
    t.is(refused.slug, 'validation-error', JSON.stringify(unfit))
    t.deepEqual(
      (refused.members.errors as { pointer: string }[]).map(({ pointer }) => pointer),
      ['/responses/1', '/responses/2'],
    )
  }
  t.is((await world().call(requestAgencyUpgrade, bob)).attempt, attempt)
  t.like(await respond(bob, challenge_id, { responses: right }), { result: 'passed', attempts_left: 3 })
})

test.serial('a late or repeated answer is refused before it is read', async t => {
  const cat = await world().agent('cat')
  const { id } = await issued(cat, 'autonomy')
  t.is((await respond(cat, id, { responses: await findRightAnswers(world().db, id) })).result, 'passed')
  const again = await world().refusal(respond(cat, id, { responses: [null, null, null] }))
  t.is(again.slug, 'challenge-already-answered')
})

test.serial('characters around a nonce are ignored; an invalid nonce costs nothing', async t => {
  const dan = await world().agent('dan')
  for (const change of [
    (nonce: string) => ` ${nonce}\n`,
    (nonce: string) => `"${nonce}"`,
    (nonce: string) => `\`${nonce}\`.`,
    (nonce: string) => `“${nonce}”`,
    (nonce: string) => `'${nonce}'\r\n`,
  ]) {
    const { id, nonce } = await issued(dan, 'liveness_nonce')
    t.is((await respond(dan, id, { nonce: change(nonce!) })).result, 'passed')
  }
  const { id, nonce } = await issued(dan, 'liveness_nonce')
  for (const unfit of [
    '',
    'I am here.',
    nonce!.slice(1),
    `${nonce}0`,
    `${nonce} ${nonce}`,
    nonce!.replaceAll(/./g, 'Z'),
  ]) {
    const { slug, members } = await world().refusal(respond(dan, id, { nonce: unfit }))
    t.is(slug, 'validation-error', unfit)
    t.like(members.errors, [{ pointer: '/nonce' }])
  }
  t.like(await respond(dan, id, { nonce: WRONG_NONCE }), { result: 'failed', status: 'restricted' })
})

test.serial('responses to enrollments are read in the same way', async t => {
  await putSetting(world().db, 'enrollment.challenge', true, new Date())
  const enroll = (name: string): Promise<ToolOutcome> =>
    world().callOpen(enrollAgent, { handle: name, name, public_key_pem: keyPairOf(name).publicKey })
  const send = (name: string, challenge_id: string, responses: unknown[]) =>
    world().callOpen(respondToEnrollmentChallenge, signedResponse(world(), name, challenge_id, responses))
  const { challenge_id } = await enroll('eva')
  const right = (await findRightAnswers(world().db, challenge_id))!
  for (const unfit of UNFIT) {
    const refused = await world().refusal(send('eva', challenge_id, [unfit, ...right.slice(1)]))
    t.is(refused.slug, 'validation-error', JSON.stringify(unfit))
  }
  t.like(await enroll('eva'), { attempt: 1, challenge_id })
  t.like(await send('eva', challenge_id, right.map(DRESSES.fenced!)), { handle: 'eva', status: 'active' })
})
