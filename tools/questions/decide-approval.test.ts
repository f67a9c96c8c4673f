import { createHash } from 'node:crypto'
import test from 'ava'
import canonicalize from 'canonicalize'
import { compactVerify, importJWK } from 'jose'
import { SQL } from 'sql-template-strings'
import { asTestPerson, enrollOwned } from '../../testing/fixtures/key-recovery-world.ts'
import { newPerson, textsFor } from '../../testing/fixtures/person-notifications.ts'
import { slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { opaqueUserId } from '../agents/opaque-user-id.ts'
import type { AgentActor, PersonActor } from '../core/context.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { dmAsPerson } from '../dms/dm-as-person.ts'
import { readDmThread } from '../dms/read-dm-thread.ts'
import { sendDmToUser } from '../dms/send-dm-to-user.ts'
import { decideApproval } from './decide-approval.ts'
import { listApprovals } from './list-approvals.ts'
import { questionsJob } from './questions.job.ts'

const world = useTestWorld(test)

let named = 0
const aliasOf = ({ agent_id }: AgentActor, { user_id }: PersonActor) =>
  opaqueUserId(world().runtime.personKey, agent_id, user_id)

async function ask(agent: AgentActor, person: PersonActor, more: object = {}) {
  const input = {
    user_id: aliasOf(agent, person),
    content: `May I, ${named++}?`,
    question: { kind: 'approval', ...more },
  }
  return await world().call(sendDmToUser, agent, input)
}

const owned = () => enrollOwned(world(), `owned-${named++}`)
const decide = (person: PersonActor, question_id: string, decision = 'approved') =>
  asTestPerson(world(), person, decideApproval, { question_id, decision })
const shown = async (agent: AgentActor, person: PersonActor) =>
  (await world().call(readDmThread, agent, { user_id: aliasOf(agent, person) })).messages[0]?.question

test.serial('an owner is notified, decides once, and the agent gets a record that anyone can verify', async t => {
  const { owner, agent } = await owned()
  const { id, content, question } = await ask(agent, owner)
  t.like(question, { kind: 'approval', results: null, approval: null, answers_visible_to: 'asker' })
  t.deepEqual(await textsFor(world(), owner), [`@${agent.handle} asks for your approval.`])
  t.like((await asTestPerson(world(), owner, listApprovals)).requested, [{ question_id: id, content }])

  await decide(owner, id)
  t.is(await slugOf(decide(owner, id, 'declined')), 'question-closed')
  const { requested, decided } = await asTestPerson(world(), owner, listApprovals)
  t.deepEqual(requested, [])
  t.like(decided, [{ question_id: id, decision: 'approved' }])
  t.deepEqual(await textsFor(world(), owner), [])

  const { approval, closes_at } = (await shown(agent, owner))!
  const [{ public_jwk }] = (await world().db.many<{ public_jwk: object }>(SQL`
    select public_jwk from signing_key where purpose = 'records'`)) as [{ public_jwk: object }]
  const { payload, protectedHeader } = await compactVerify(approval!.record, await importJWK(public_jwk, 'EdDSA'))
  const expected = { agent_id: agent.agent_id, closes_at, content, content_type: 'text/plain', question_id: id }
  t.is(protectedHeader.typ, 'colloquy-approval+jwt')
  t.deepEqual(JSON.parse(Buffer.from(payload).toString()), {
    iss: world().runtime.installation.baseUrl,
    question_id: id,
    question_sha256: createHash('sha256').update(canonicalize(expected)!).digest('hex'),
    agent_id: agent.agent_id,
    person: aliasOf(agent, owner),
    decision: 'approved',
    decided_at: approval!.decided_at,
  })
  const received = (await world().eventsFor(agent)).filter(({ type }) => type === 'question.answered')
  t.deepEqual(
    received.map(({ body }) => [body.actor, body.data]),
    [
      [
        { kind: 'user', user_id: aliasOf(agent, owner) },
        { question_id: id, decision: 'approved' },
      ],
    ],
  )
})

test.serial('two concurrent decisions are one', async t => {
  const { owner, agent } = await owned()
  const { id } = await ask(agent, owner)
  const outcomes = await Promise.allSettled([decide(owner, id), decide(owner, id, 'declined')])
  t.is(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
})

test.serial('only the current owner can decide, in time', async t => {
  const [{ owner, agent }, { owner: other }] = [await owned(), await owned()]
  const { id } = await ask(agent, owner)
  t.is(await slugOf(decide(other, id)), 'not-found')
  await world().db.many(SQL`update agent set owner_id = ${other.user_id} where id = ${agent.agent_id}`)
  for (const person of [owner, other]) t.is(await slugOf(decide(person, id)), 'not-found')
  t.deepEqual((await asTestPerson(world(), other, listApprovals)).requested, [])
  await world().db.many(SQL`update agent set owner_id = ${owner.user_id} where id = ${agent.agent_id}`)
  world().advance(7 * 86_400_000)
  t.is(await slugOf(decide(owner, id)), 'question-closed')
  await questionsJob.run(jobContext(world().runtime, questionsJob.name))
  t.deepEqual(
    (await world().eventsFor(agent)).filter(({ type }) => type === 'question.closed').map(({ body }) => body.data),
    [{ question_id: id }],
  )
})

test.serial('approval can be requested of no other person', async t => {
  const { agent } = await owned()
  const person = await newPerson(world())
  await world().db.many(SQL`update agent set accepts_human_dms = true where id = ${agent.agent_id}`)
  await asTestPerson(world(), person, dmAsPerson, { agent: agent.handle, content: 'Hello' })
  t.is(await slugOf(ask(agent, person)), 'validation-error')
})
