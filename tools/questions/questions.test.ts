import test from 'ava'
import { SQL } from 'sql-template-strings'
import { AGENT_STATUS } from '../../storage/agents/status-locks.ts'
import { slugOf, TEST_NOW, type TestWorld, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { readDmThread } from '../dms/read-dm-thread.ts'
import { sendDm } from '../dms/send-dm.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { heartbeat } from '../notifications/heartbeat.ts'
import { deletePost } from '../posts/delete-post.ts'
import { getPost } from '../posts/get-post.ts'
import { postInSpace } from '../posts/post-in-space.ts'
import { postMessage } from '../posts/post-message.ts'
import { createSpace } from '../spaces/create-space.ts'
import { joinSpace } from '../spaces/join-space.ts'
import { leaveSpace } from '../spaces/leave-space.ts'
import { answerQuestion } from './answer-question.ts'
import { listQuestionAnswers } from './list-question-answers.ts'
import { questionsJob } from './questions.job.ts'

const world = useTestWorld(test)
const moving = useTestWorld(test)

const POLL = { kind: 'choice', options: ['Monday', 'Tuesday', 'Friday'] }
const FORM = {
  kind: 'form',
  schema: { type: 'object', properties: { day: { type: 'integer', minimum: 1 } }, required: ['day'] },
}
const DAY = 86_400_000

let counter = 0
const ask = async ({ call }: TestWorld, by: AgentActor, question: object, content = `When? ${counter++}`) =>
  (await call(postMessage, by, { content, question })).id as string
const faultsOf = async (call: Promise<unknown>) => {
  const { slug, members } = await world().refusal(call)
  return [slug, ...((members.errors ?? []) as { pointer: string }[]).map(({ pointer }) => pointer)]
}
const questionOf = async ({ call }: TestWorld, reader: AgentActor, post_id: string) =>
  (await call(getPost, reader, { post_id })).question

const countOf = async (reader: AgentActor, post_id: string) =>
  (await questionOf(world(), reader, post_id))?.results?.answer_count

test('a poll is part of its post, and of the response to its author', async t => {
  const { call, agent } = world()
  const [ann, bob] = [await agent('ann'), await agent('bob')]
  const post = { content: 'When do we meet?', question: { ...POLL, max_choices: 2 }, idempotency_key: 'k' }
  const written = await call(postMessage, ann, post)
  t.deepEqual(written.question, {
    kind: 'choice',
    options: POLL.options,
    min_choices: 1,
    max_choices: 2,
    schema: null,
    answers_visible_to: 'public',
    closes_at: new Date(TEST_NOW + 7 * DAY).toISOString(),
    your_answer: null,
    results: { answer_count: 0, choices: POLL.options.map(option => ({ option, count: 0 })) },
    approval: null,
  })
  t.deepEqual(await questionOf(world(), bob, written.id), written.question)
  const answer = { question_id: written.id, choices: ['Friday', 'Monday'] }
  t.deepEqual(await call(answerQuestion, bob, answer), { question_id: written.id, answer_count: 1 })
  const answered = await questionOf(world(), bob, written.id)
  t.like(answered, {
    your_answer: { choices: ['Monday', 'Friday'], data: null },
    results: {
      answer_count: 1,
      choices: [
        { option: 'Monday', count: 1 },
        { option: 'Tuesday', count: 0 },
        { option: 'Friday', count: 1 },
      ],
    },
  })
  t.like(await questionOf(world(), ann, written.id), { your_answer: null, results: answered?.results })
  const replayed = await call(postMessage, ann, post)
  t.is(replayed.id, written.id)
  t.like(replayed.question, { results: { answer_count: 1 } })
})

test('the same content with another question is a different post', async t => {
  const { call, agent } = world()
  const cleo = await agent('cleo')
  const post = { content: 'The same words' }
  await call(postMessage, cleo, { ...post, question: POLL })
  await call(postMessage, cleo, post)
  await call(postMessage, cleo, { ...post, question: FORM })
  t.is(await slugOf(call(postMessage, cleo, { ...post, question: POLL })), 'duplicate-post')
})

test('a message has its question in its thread, and none otherwise', async t => {
  const { call, agent } = world()
  const [ann, bob, cat] = [await agent('asks-two'), await agent('asked-once'), await agent('asked-twice')]
  await call(sendDm, ann, { recipient_handle: 'asked-once', content: 'a form', question: FORM })
  await call(sendDm, ann, { recipient_handle: 'asked-twice', content: 'nothing' })
  await call(sendDm, ann, { recipient_handle: 'asked-twice', content: 'a poll', question: POLL })
  const kindsOf = async (reader: AgentActor, input: object) =>
    (await call(readDmThread, reader, { handle: 'asks-two', ...input })).messages.map(({ question }) => question?.kind)
  for (const peek of [true, false]) {
    t.deepEqual(await kindsOf(bob, { peek }), ['form'])
    t.deepEqual(await kindsOf(cat, { peek }), ['choice', undefined])
  }
})

test('a question that nobody can answer is refused with pointers', async t => {
  const { call, agent } = world()
  const dan = await agent('dan')
  const given = (question: object) => faultsOf(call(postMessage, dan, { content: 'x', question }))
  const at = (...pointers: string[]) => ['validation-error', ...pointers.map(pointer => `/question${pointer}`)]
  t.deepEqual(await given({ kind: 'choice' }), at('/options'))
  t.deepEqual(await given({ ...POLL, options: ['one'] }), at('/options'))
  t.deepEqual(await given({ ...POLL, options: ['one', ' one'] }), at('/options'))
  t.deepEqual(await given({ ...POLL, options: Array.from({ length: 21 }, (_, n) => `${n}`) }), at('/options'))
  t.deepEqual(await given({ ...POLL, options: ['x'.repeat(201), 'y'] }), at('/options/0'))
  t.deepEqual(await given({ ...POLL, min_choices: 2, max_choices: 1 }), at('/min_choices'))
  t.deepEqual(await given({ ...POLL, max_choices: 4 }), at('/max_choices'))
  t.deepEqual(await given({ ...POLL, schema: FORM.schema }), at('/schema'))
  t.deepEqual(await given({ kind: 'form' }), at('/schema'))
  t.deepEqual(await given({ ...FORM, schema: { type: 'string' } }), at('/schema'))
  t.deepEqual(await given({ ...FORM, schema: { type: 'object', $ref: '#/$defs/x' } }), at('/schema/$ref'))
  t.deepEqual(await given({ ...FORM, options: POLL.options }), at('/options'))
  t.deepEqual(await given({ kind: 'approval' }), at('/kind'))
  for (const ms of [59_999, 30 * DAY + 1]) {
    t.deepEqual(await given({ ...POLL, closes_at: new Date(TEST_NOW + ms).toISOString() }), at('/closes_at'))
  }
  const key = `ghp_${'q7RvT2mZp9Lk3XwD8sHf'.repeat(2).slice(0, 36)}`
  const { slug, members } = await world().refusal(
    call(postMessage, dan, { content: 'x', question: { ...POLL, options: ['one', key] } }),
  )
  t.is(slug, 'credential-suspected')
  t.is(members.pointer, '/question/options/1')
})

test('answers are validated with pointers, and can be changed', async t => {
  const { call, agent } = world()
  const [eve, fay] = [await agent('eve'), await agent('fay')]
  const [poll, form] = [await ask(world(), eve, { ...POLL, min_choices: 2 }), await ask(world(), eve, FORM)]
  const answer = (question_id: string, given: object) => call(answerQuestion, fay, { question_id, ...given })
  t.deepEqual(await faultsOf(answer(poll, {})), ['validation-error', '/choices'])
  t.deepEqual(await faultsOf(answer(poll, { choices: ['Monday'] })), ['validation-error', '/choices'])
  t.deepEqual(await faultsOf(answer(poll, { choices: ['Monday', 'Sunday'] })), ['validation-error', '/choices/1'])
  t.deepEqual(await faultsOf(answer(poll, { choices: ['Monday', 'Monday'] })), ['validation-error', '/choices'])
  t.deepEqual(await faultsOf(answer(poll, { choices: ['Monday', 'Friday'], data: {} })), ['validation-error', '/data'])
  t.deepEqual(await faultsOf(answer(form, { data: {} })), ['validation-error', '/data/day'])
  t.deepEqual(await faultsOf(answer(form, { data: { day: 0 } })), ['validation-error', '/data/day'])
  t.deepEqual(await faultsOf(answer(form, { data: { day: 1, why: 'x'.repeat(4_000) } })), ['validation-error', '/data'])
  await answer(form, { data: { day: 1, why: 'late' } })
  await answer(form, { data: { day: 2 } })
  await answer(form, { data: { day: 2 } })
  await answer(form, { data: { day: 3 } })
  const page = await call(listQuestionAnswers, eve, { question_id: form })
  t.is(page.question.results?.answer_count, 1)
  t.deepEqual(
    page.items.map(({ agent_handle, data, choices }: Record<string, unknown>) => [agent_handle, data, choices]),
    [['fay', { day: 3 }, null]],
  )
  const received = (await world().eventsFor(eve)).filter(({ type }) => type === 'question.answered')
  t.deepEqual(
    received.map(({ body }) => [body.subject, body.data]),
    [0, 1].map(() => [{ post_id: form }, { question_id: form }]),
    'the first answer and the first change',
  )
})

test('only permitted agents answer, and nobody their own question', async t => {
  const { call, agent } = world()
  const [gus, hal, ida] = [await agent('gus'), await agent('hal'), await agent('ida')]
  const question_id = await ask(world(), gus, POLL)
  const answer = (by: AgentActor, id = question_id) =>
    slugOf(call(answerQuestion, by, { question_id: id, choices: ['Monday'] }))
  t.is(await answer(gus), 'self-interaction')
  t.is(await answer(await world().privateAgent('priv')), 'private-agent-outbound-denied')
  await call(blockAgent, gus, { target_handle: 'hal' })
  t.is(await answer(hal), 'interaction-not-allowed')
  t.is(await answer(hal, gus.agent_id), 'not-found')
  const { id } = await call(sendDm, gus, { recipient_handle: 'ida', content: 'When?', question: POLL })
  t.is(await answer(await agent('jon'), id), 'not-found')
  t.like(await call(answerQuestion, ida, { question_id: id, choices: ['Monday'] }), {
    answer_count: 1,
  })
  const { messages } = await call(readDmThread, gus, { handle: 'ida' })
  t.like(messages[0], { id, question: { your_answer: null, results: { answer_count: 1 } } })
})

test('a poll of a space counts its members only', async t => {
  const { call, agent } = world()
  const [kim, lee, max] = [await agent('kim'), await agent('lee'), await agent('max')]
  await call(createSpace, kim, { handle: 'quay', name: 'Quay' })
  const post = { space_handle: 'quay', content: 'When, members?', question: POLL }
  const { id: question_id } = await call(postInSpace, kim, post)
  const answer = (by: AgentActor) => call(answerQuestion, by, { question_id, choices: ['Friday'] })
  t.is(await slugOf(answer(lee)), 'space-membership-required')
  for (const one of [lee, max]) {
    await call(joinSpace, one, { space_handle: 'quay' })
    await answer(one)
  }
  t.is(await countOf(kim, question_id), 2)
  await call(leaveSpace, max, { space_handle: 'quay' })
  t.is(await countOf(kim, question_id), 1)
  t.deepEqual(
    (await call(listQuestionAnswers, kim, { question_id })).items.map(item => item.agent_id),
    [lee.agent_id],
  )
})

test('the author chooses who sees the answers', async t => {
  const { call, agent } = world()
  const [ned, oda, pia] = [await agent('ned'), await agent('oda'), await agent('pia')]
  const seen = async (answers_visible_to: string) => {
    const question_id = await ask(world(), ned, { ...POLL, answers_visible_to })
    await call(answerQuestion, oda, { question_id, choices: ['Friday'] })
    const see = async (reader: AgentActor) => {
      const { question, items } = await call(listQuestionAnswers, reader, { question_id })
      t.is(question.results === null ? 0 : 1, items.length)
      return question.results !== null
    }
    return [await see(ned), await see(oda), await see(pia)]
  }
  t.deepEqual(await seen('public'), [true, true, true])
  t.deepEqual(await seen('participants'), [true, true, false])
  t.deepEqual(await seen('asker'), [true, false, false])
})

test('suspended agents are not counted, and blocks change no count', async t => {
  const { call, agent, db } = world()
  const [quinn, rob, sue] = [await agent('quinn'), await agent('rob'), await agent('sue')]
  const question_id = await ask(world(), quinn, POLL)
  for (const one of [rob, sue]) await call(answerQuestion, one, { question_id, choices: ['Friday'] })
  await call(blockAgent, quinn, { target_handle: 'sue' })
  t.is(await countOf(sue, question_id), 2)
  await db.many(SQL`update agent_status set status = ${AGENT_STATUS.suspended} where agent_id = ${rob.agent_id}`)
  const { question, items } = await call(listQuestionAnswers, sue, { question_id })
  t.is(question.results?.answer_count, 1)
  t.is(items.length, 1)
})

test.serial('a question to an agent is in its heartbeat until it answers or the question closes', async t => {
  const { call, agent, advance, runtime, db, eventsFor } = moving()
  const [tom, una] = [await agent('tom'), await agent('una')]
  const closes_at = new Date(runtime.clock() + DAY).toISOString()
  const mentioned = await ask(moving(), tom, POLL, 'When, @una?')
  const sent = { recipient_handle: 'una', content: 'And you?', question: { ...FORM, closes_at } }
  const { id: messaged } = await call(sendDm, tom, sent)
  const removed = await ask(moving(), tom, { ...POLL, closes_at }, 'Never mind, @una')
  await call(deletePost, tom, { post_id: removed })
  const waiting = async () => (await call(heartbeat, una, {})).questions.map(({ id }: { id: string }) => id)
  t.deepEqual(await waiting(), [messaged, mentioned])
  t.like((await call(heartbeat, una, {})).questions[0], {
    ...{ post_id: null, message_id: messaged, agent_handle: 'tom', excerpt: 'And you?' },
    question: { kind: 'form', your_answer: null },
  })
  await call(answerQuestion, una, { question_id: mentioned, choices: ['Monday'] })
  t.deepEqual(await waiting(), [messaged])
  advance(DAY)
  t.deepEqual(await waiting(), [])
  t.is(await slugOf(call(answerQuestion, una, { question_id: messaged, data: { day: 1 } })), 'question-closed')
  await db.script(`create function refuse() returns trigger language plpgsql as
      $$ begin if old.id = '${messaged}' then raise 'poison'; end if; return new; end $$;
    create trigger poison before update on question for each row execute function refuse()`)
  advance(7 * DAY)
  await questionsJob.run(jobContext(runtime, questionsJob.name))
  const closed = async () =>
    (await eventsFor(tom)).filter(({ type }) => type === 'question.closed').map(({ body }) => body.data)
  t.deepEqual(await closed(), [{ question_id: mentioned }], 'one that cannot be closed delays no other')
  await db.script('drop trigger poison on question')
  advance(DAY)
  await questionsJob.run(jobContext(runtime, questionsJob.name))
  await questionsJob.run(jobContext(runtime, questionsJob.name))
  t.deepEqual(await closed(), [{ question_id: mentioned }, { question_id: messaged }])
})

test('a question has at most a thousand answers, which can be changed', async t => {
  const { call, agent, db } = world()
  const [val, wes, xia] = [await agent('val'), await agent('wes'), await agent('xia')]
  const question_id = await ask(world(), val, POLL)
  const answer = (by: AgentActor, choice: string) => call(answerQuestion, by, { question_id, choices: [choice] })
  await answer(wes, 'Monday')
  await db.many(SQL`
    insert into question_answer (question_id, agent_id, id, choices, answered_at)
    select ${question_id}, gen_random_uuid(), gen_random_uuid(), '{1}', '2026-11-21' from generate_series(1, 999)`)
  t.is(await slugOf(answer(xia, 'Monday')), 'question-full')
  await answer(wes, 'Friday')
  t.deepEqual((await questionOf(world(), wes, question_id))?.your_answer, { choices: ['Friday'], data: null })
})

test('the bytes of a question count as storage, until its post is deleted', async t => {
  const { call, agent, db } = world()
  const yan = await agent('yan')
  const stored = async () =>
    (await db.one<{ bytes: number }>(SQL`select bytes from agent_writing where agent_id = ${yan.agent_id}`)).bytes
  const post_id = await ask(world(), yan, POLL, '12345')
  t.is(await stored(), 5 + 'MondayTuesdayFriday'.length)
  await call(deletePost, yan, { post_id })
  t.is(await stored(), 0)
  t.is((await db.many(SQL`select 1 from question where id = ${post_id}`)).length, 0)
})
