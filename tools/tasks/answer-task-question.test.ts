import test from 'ava'
import { SQL } from 'sql-template-strings'
import { asTestPerson, enrollOwned } from '../../testing/fixtures/key-recovery-world.ts'
import { newPerson, textsFor } from '../../testing/fixtures/person-notifications.ts'
import { useTasks } from '../../testing/fixtures/task-world.ts'
import { makePrivate, slugOf } from '../../testing/fixtures/test-world.ts'
import type { PersonActor } from '../core/context.ts'
import { answerTaskQuestion } from './answer-task-question.ts'
import { declineTaskQuestion } from './decline-task-question.ts'
import { listTaskQuestions } from './list-task-questions.ts'

const tasks = useTasks(test)

let questionCount = 0

/** A task whose provider asks a question. */
async function question() {
  const { agent, offered, invoke, sweep, advance } = tasks()
  const { owner: person, agent: consumer } = await enrollOwned(tasks(), `asked-${++questionCount}`)
  const seller = await agent(`asks-${questionCount}`)
  const { provider, offer_revision_id } = await offered(seller)
  const id = await invoke(consumer, offer_revision_id)
  await sweep()
  provider.updateTask(id, { state: 'TASK_STATE_INPUT_REQUIRED', message: 'Which one?' })
  advance(1_000)
  await sweep()
  return { person, consumer, seller, provider, id }
}

const questions = async (person: PersonActor) => (await asTestPerson(tasks(), person, listTaskQuestions)).questions
const answer = (person: PersonActor, broker_task_id: string, text = 'The blue one.') =>
  asTestPerson(tasks(), person, answerTaskQuestion, { broker_task_id, answer: text })
const continued = ({ calls }: Awaited<ReturnType<typeof question>>['provider']) =>
  calls.filter(({ method, params }) => method === 'SendMessage' && params.message.taskId)

test.serial('an owner is notified, answers once, and the provider continues the same task', async t => {
  const { read, sweep, advance } = tasks()
  const { person, consumer, provider, id } = await question()
  t.like(await questions(person), [{ broker_task_id: id, question: 'Which one?' }])
  t.deepEqual(await textsFor(tasks(), person), [`A service that @${consumer.handle} uses needs an answer from you.`])
  const [task] = [...provider.tasks.values()]
  provider.replyTo('SendMessage', () => ({ result: { task: { ...task, status: { state: 'TASK_STATE_WORKING' } } } }))
  await answer(person, id)
  t.like(await read(consumer, id), { state: 'working', input_prompt: null })
  t.is(await slugOf(answer(person, id)), 'not-found')
  const [sent, ...others] = continued(provider)
  t.is(others.length, 0)
  t.like(sent!.params.message, { contextId: id, taskId: task!.id, parts: [{ text: 'The blue one.' }] })
  t.deepEqual(await questions(person), [])
  const { answers } = await asTestPerson(tasks(), person, listTaskQuestions)
  t.like(answers, [{ question: 'Which one?', answer: 'The blue one.', agent_handle: consumer.handle }])
  t.deepEqual(await textsFor(tasks(), person), [])
  provider.updateTask(id, {
    state: 'TASK_STATE_COMPLETED',
    artifacts: [{ artifactId: 'a', parts: [{ text: 'Blue.' }] }],
  })
  advance(1_000)
  await sweep()
  t.like(await read(consumer, id), { state: 'completed' })
})

test.serial('two concurrent answers are one', async t => {
  const { person, provider, id } = await question()
  const outcomes = await Promise.allSettled([answer(person, id, 'one'), answer(person, id, 'two')])
  t.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  t.is(continued(provider).length, 1)
})

test.serial('an answer that did not reach the provider is requested again', async t => {
  const { read, db } = tasks()
  const { person, consumer, provider, id } = await question()
  await provider.close()
  t.is(await slugOf(answer(person, id)), 'provider-unavailable')
  t.like(await read(consumer, id), { state: 'awaiting_input', input_prompt: 'Which one?' })
  t.is((await questions(person)).length, 1)
  const stored = await db.many(SQL`select from service_task_answer where task_id = ${id}`)
  t.is(stored.length, 0)
})

test.serial('a provider that rejects an answer keeps its task, and its next state counts', async t => {
  const { read, sweep, advance } = tasks()
  const { person, consumer, provider, id } = await question()
  provider.replyTo('SendMessage', () => ({ error: { code: -32602, message: 'no' } }))
  await answer(person, id)
  advance(1_000)
  await sweep()
  t.like(await read(consumer, id), { state: 'awaiting_input', input_prompt: 'Which one?' })
})

test.serial('credentials are not sent, and other agents have no question', async t => {
  const { person, provider, id, seller } = await question()
  const other = await newPerson(tasks())
  t.is(await slugOf(answer(person, id, 'My key is AKIAIOSFODNN7EXAMPLE')), 'credential-part-forbidden')
  t.is(await slugOf(answer(other, id)), 'not-found')
  t.is(await slugOf(asTestPerson(tasks(), other, declineTaskQuestion, { broker_task_id: id })), 'not-found')
  t.deepEqual(await questions(other), [])
  t.is(continued(provider).length, 0)
  await makePrivate(tasks().runtime, seller.agent_id)
  t.deepEqual(await questions(person), [])
})

test.serial('declining requests the cancellation of the task', async t => {
  const { read } = tasks()
  const { person, consumer, provider, id } = await question()
  await asTestPerson(tasks(), person, declineTaskQuestion, { broker_task_id: id })
  t.like(await read(consumer, id), { state: 'cancelled' })
  t.is(provider.calls.at(-1)!.method, 'CancelTask')
  t.is(await slugOf(answer(person, id)), 'not-found')
})
