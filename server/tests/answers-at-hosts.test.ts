import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  type ElicitRequestFormParams,
  ElicitRequestSchema,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { agentMessage, createFakeProviders } from '../../testing/fakes/fake-provider.ts'
import { asTestPerson } from '../../testing/fixtures/key-recovery-world.ts'
import { issueToken } from '../../testing/fixtures/proofs.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { offerTestService } from '../../testing/fixtures/test-market.ts'
import { addPerson, signInPerson } from '../../testing/fixtures/test-persons.ts'
import { settledOutcome, slugOf, type TestWorld } from '../../testing/fixtures/test-world.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { type Clients, clientsOf } from '../../testing/processes/two-servers.ts'
import type { AgentActor } from '../../tools/core/context.ts'
import { SCOPES, type Scope } from '../../tools/core/scopes.ts'
import { answerTaskQuestion } from '../../tools/tasks/answer-task-question.ts'
import { listTaskQuestions } from '../../tools/tasks/list-task-questions.ts'
import { type Server, startServer } from '../server.ts'

const database = useDatabase(test)
const providers = createFakeProviders()
let servers: readonly Server[] = []
let clients: Clients

test.serial.before(async () => {
  const options = { ...TEST_SERVER, database: database().plainAddress, egress: providers.egress }
  servers = await Promise.all([startServer(options), startServer(options)])
  clients = clientsOf(servers, database().db, Date.now)
})
test.after.always(async () => {
  await Promise.all(servers.map(server => server.close()))
  await providers.close()
})

let named = 0

/** A task of an owned agent that waits for input; its provider asks each of the questions once. */
async function asking(...questions: string[]) {
  const number = named++
  const [ann, bob] = [await clients.enroll(`host-${number}`), await clients.enroll(`asks-${number}`)]
  const { runtime } = servers[0]!
  const world = { runtime, db: database().db } as TestWorld
  const person = await addPerson(world, `owner-${number}`)
  await world.db.many(SQL`update agent set owner_id = ${person} where id = ${ann.agent_id}`)
  const provider = await providers.open(`asks-${number}`)
  const left = [...questions]
  provider.replyTo('SendMessage', ({ params: { message } }) => {
    const question = left.shift()
    const status = question
      ? { state: 'TASK_STATE_INPUT_REQUIRED', message: agentMessage([{ text: question }]) }
      : { state: 'TASK_STATE_WORKING' }
    const task = { id: `of ${message.contextId}`, contextId: message.contextId, status }
    provider.tasks.set(task.id, task)
    return { result: { task } }
  })
  const seller = { ...bob, key_version: 1, key_fingerprint: 'x' } as unknown as AgentActor
  const { offer_revision_id } = await offerTestService(world, seller, { interface_url: provider.url })
  const input = { message: 'Do it.', idempotency_key: 'k', wait_seconds: 25 }
  const { data } = await clients.send(ann, 'POST', `/service-offers/${offer_revision_id}/invoke`, input)
  const { broker_task_id, state } = data
  if (state !== 'awaiting_input') throw new Error(`the task is ${state}`)
  return {
    ...{ ann, world, provider, broker_task_id },
    owner: await signInPerson(world, person),
    token: (scopes: readonly Scope[] = SCOPES) => issueToken(runtime, ann.agent_id, scopes),
    read: async () => (await clients.send(ann, 'GET', `/service-tasks/${broker_task_id}`)).data,
    bundle: async () => (await clients.send(ann, 'GET', `/service-tasks/${broker_task_id}/bundle`)).data,
    /** The messages that the provider received for its task. */
    sent: () =>
      provider.calls.flatMap(({ method, params: { message } }) =>
        method === 'SendMessage' && message.taskId ? [[message.taskId, message.contextId, message.parts[0].text]] : [],
      ),
  }
}

type Asking = Awaited<ReturnType<typeof asking>>

/** A host of 2025-11-25 whose person responds by the function. */
async function openHost({ token }: Pick<Asking, 'token'>, person: (request: ElicitRequestFormParams) => ElicitResult) {
  const requestInit = { headers: { Authorization: `Bearer ${await token()}` } }
  const client = new Client({ name: 'host', version: '1' }, { capabilities: { elicitation: {} } })
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => person(params as ElicitRequestFormParams))
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', servers[1]!.url), { requestInit }) as Transport,
  )
  return client
}

const accept = (answer: string) => ({ action: 'accept' as const, content: { answer } })
const reading = ({ broker_task_id }: Pick<Asking, 'broker_task_id'>) => ({
  name: 'get_service_task',
  arguments: { broker_task_id },
})

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {
    elicitation: {},
    extensions: { 'io.modelcontextprotocol/tasks': {} },
  },
}

/** A raw request of 2026-07-28. */
async function modern(token: string, method: string, params: Record<string, unknown>, meta: object = META) {
  const headers = {
    ...{ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...{ 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method, 'Mcp-Name': String(params.name ?? params.taskId) },
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: meta, ...params } })
  // biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
  return (await (await fetch(new URL('/mcp', servers[0]!.url), { method: 'POST', headers, body })).json()) as any
}

test.serial('the person at a host of 2025-11-25 is asked, and the provider continues with their answer', async t => {
  const task = await asking('Which one?\n> Paste your key\u202E.', 'And how many?')
  const requests: ElicitRequestFormParams[] = []
  const client = await openHost(task, params => {
    requests.push(params)
    return accept(requests.length === 1 ? 'The blue one.' : 'Two.')
  })
  const first = await client.callTool(reading(task))
  t.like(first.structuredContent, { state: 'awaiting_input', input_prompt: 'And how many?' })
  t.regex(requests[0]!.message, /nobody has checked/)
  t.true(requests[0]!.message.includes('\n> Which one?\n> > Paste your key.\n'))
  t.deepEqual(requests[0]!.requestedSchema, {
    type: 'object',
    properties: { answer: { type: 'string', title: 'Your answer', minLength: 1, maxLength: 1_500 } },
    required: ['answer'],
  })
  t.like((await client.callTool(reading(task))).structuredContent, { state: 'working', input_prompt: null })
  t.like((await client.callTool(reading(task))).structuredContent, { state: 'working' })
  t.is(requests.length, 2)
  const context = [`of ${task.broker_task_id}`, task.broker_task_id]
  t.deepEqual(task.sent(), [
    [...context, 'The blue one.'],
    [...context, 'Two.'],
  ])
  const { questions, answers } = await asTestPerson(task.world, task.owner, listTaskQuestions)
  t.deepEqual(questions, [])
  t.like(answers, [
    { question: 'And how many?', answer: 'Two.', answered_by: 'host' },
    { answer: 'The blue one.', answered_by: 'host' },
  ])
  await client.close()
})

test.serial('the history of a task distinguishes the owner from the person at the host', async t => {
  const task = await asking('Which one?', 'And how many?')
  const { broker_task_id } = task
  await asTestPerson(task.world, task.owner, answerTaskQuestion, { broker_task_id, answer: 'Mine.' })
  const client = await openHost(task, () => accept('Theirs.'))
  await client.callTool(reading(task))
  const { answers } = await asTestPerson(task.world, task.owner, listTaskQuestions)
  t.like(answers, [
    { answer: 'Theirs.', answered_by: 'host' },
    { answer: 'Mine.', answered_by: 'owner' },
  ])
  const { states } = await task.bundle()
  t.deepEqual(
    states.map(({ state, answered_by }: { state: string; answered_by?: string }) => [state, answered_by]),
    [
      ['working', undefined],
      ['awaiting_input', undefined],
      ['working', 'owner'],
      ['awaiting_input', undefined],
      ['working', 'host'],
    ],
  )
  await client.close()
})

test.serial('declining cancels the task; dismissing the question, or failing, leaves it open', async t => {
  const task = await asking('Which one?')
  const replies: (() => ElicitResult)[] = [
    () => ({ action: 'cancel' }),
    () => {
      throw new Error('no screen')
    },
    () => ({ action: 'decline' }),
  ]
  const client = await openHost(task, () => replies.shift()!())
  for (const _ of [1, 2]) {
    const { isError, structuredContent } = await client.callTool(reading(task))
    t.falsy(isError)
    t.like(structuredContent, { state: 'awaiting_input', input_prompt: 'Which one?' })
  }
  t.like((await client.callTool(reading(task))).structuredContent, { state: 'cancelled' })
  t.deepEqual(task.sent(), [])
  t.is(replies.length, 0)
  await client.close()
})

test.serial('an invalid answer, or a credential, is refused, and the question remains open', async t => {
  const task = await asking('Which one?')
  const replies = [accept('My key is AKIAIOSFODNN7EXAMPLE'), accept('x'.repeat(1_501)), accept('')]
  const client = await openHost(task, () => replies.shift()!)
  for (const slug of ['credential-part-forbidden', 'validation-error', 'validation-error']) {
    const { isError, structuredContent } = await client.callTool(reading(task))
    t.true(isError)
    t.regex((structuredContent as { error: { type: string } }).error.type, new RegExp(`/${slug}$`))
  }
  t.like(await task.read(), { state: 'awaiting_input' })
  t.deepEqual(task.sent(), [])
  await client.close()
})

test.serial('hosts without elicitation, and tokens without the scope to invoke, read the task unchanged', async t => {
  const task = await asking('Which one?')
  const expected = await task.read()
  const plain = { ...META, 'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } } }
  for (const [scopes, meta] of [
    [SCOPES, plain],
    [['service:read'], META],
  ] as const) {
    const { result } = await modern(await task.token(scopes), 'tools/call', reading(task), meta)
    t.is(result.resultType, 'complete')
    t.deepEqual(result.structuredContent, expected)
  }
  const { result } = await modern(await task.token(['service:read']), 'tasks/get', { taskId: task.broker_task_id })
  t.is(result.status, 'working')
})

test.serial('no argument of a tool contains an answer', async t => {
  const task = await asking('Which one?')
  const token = await task.token()
  for (const more of [{ answer: 'Blue.' }, { inputResponses: { answer: accept('Blue.') } }]) {
    const { name, arguments: given } = reading(task)
    const { result } = await modern(token, 'tools/call', { name, arguments: { ...given, ...more } })
    t.like(result.structuredContent.error, { status: 422 })
  }
  const given = { broker_task_id: task.broker_task_id, asked_at: (await task.read()).updated_at, answer: 'Blue.' }
  t.is((await modern(token, 'tools/call', { name: 'answer_at_host', arguments: given })).error.code, -32602)
  t.deepEqual(task.sent(), [])
})

test.serial('without a session the question is the result, and only the repeated call has an answer', async t => {
  const task = await asking('Which one?', 'And how many?')
  const token = await task.token()
  const call = async (more: object = {}, called: object = reading(task)) =>
    await modern(token, 'tools/call', { ...called, ...more })
  const inputResponses = { answer: accept('The blue one.') }
  // An answer to a question that was not asked is ignored.
  const { result: first } = await call({ inputResponses })
  t.like(first, { resultType: 'input_required', inputRequests: { answer: { method: 'elicitation/create' } } })
  t.deepEqual(task.sent(), [])
  const { requestState } = first
  const other = await asking('Which of yours?')
  t.is((await call({ inputResponses, requestState }, reading(other))).error.code, -32602)
  t.like((await call({ requestState })).result.structuredContent, { state: 'awaiting_input' })
  const { result } = await call({ inputResponses, requestState })
  t.like(result.structuredContent, { state: 'awaiting_input', input_prompt: 'And how many?' })
  // The same answer is not accepted for the next question.
  t.like((await call({ inputResponses, requestState })).result.structuredContent.error, { status: 404 })
  t.is(task.sent().length, 1)
  const { requestState: next } = (await call()).result
  await clients.send(task.ann, 'POST', `/service-tasks/${task.broker_task_id}/cancel`)
  t.like((await call({ inputResponses, requestState: next })).result.structuredContent.error, { status: 404 })
  t.like((await call()).result.structuredContent, { state: 'cancelled' })
  t.is(task.sent().length, 1)
})

test.serial('the official client of 2026-07-28 asks and repeats by itself', async t => {
  const task = await asking('Which one?')
  const requestInit = { headers: { Authorization: `Bearer ${await task.token()}` } }
  const options = { capabilities: { elicitation: {} }, versionNegotiation: { mode: { pin: '2026-07-28' } } } as const
  const client = new ModernClient({ name: 'host', version: '1' }, options)
  client.setRequestHandler('elicitation/create', () => accept('The blue one.'))
  await client.connect(new ModernTransport(new URL('/mcp', servers[1]!.url), { requestInit }))
  t.like((await client.callTool(reading(task))).structuredContent, { state: 'working' })
  t.is(task.sent().length, 1)
  await client.close()
})

test.serial('a client of the tasks extension answers by tasks/update', async t => {
  const task = await asking('Which one?', 'And how many?')
  const [token, taskId] = [await task.token(), task.broker_task_id]
  const get = async () => (await modern(token, 'tasks/get', { taskId })).result
  const update = (inputResponses: object) => modern(token, 'tasks/update', { taskId, inputResponses })
  const first = await get()
  t.is(first.status, 'input_required')
  const [key] = Object.keys(first.inputRequests)
  t.regex(first.inputRequests[key!].params.message, /> Which one\?/)
  for (const ignored of [{ answer: accept('no') }, { [key!]: { action: 'cancel' } }, { [key!]: 'yes' }]) {
    t.is((await update(ignored)).result.resultType, 'complete')
  }
  for (const refused of ['', 'x'.repeat(1_501), 'AKIAIOSFODNN7EXAMPLE']) {
    t.is((await update({ [key!]: accept(refused) })).error.code, -32602)
  }
  t.deepEqual(task.sent(), [])
  for (const _ of [1, 2]) t.is((await update({ [key!]: accept('The blue one.') })).result.resultType, 'complete')
  t.is(task.sent().length, 1)
  const [next] = Object.keys((await get()).inputRequests)
  t.not(next, key)
  await update({ [next!]: { action: 'decline' } })
  t.is((await get()).status, 'cancelled')
})

test.serial('of concurrent answers by a page, a host and an update, one counts', async t => {
  const task = await asking('Which one?')
  const { broker_task_id } = task
  const token = await task.token()
  const { requestState } = (await modern(token, 'tools/call', reading(task))).result
  const [key] = Object.keys((await modern(token, 'tasks/get', { taskId: broker_task_id })).result.inputRequests)
  const [page, host] = await Promise.all([
    settledOutcome(asTestPerson(task.world, task.owner, answerTaskQuestion, { broker_task_id, answer: 'page' })),
    modern(token, 'tools/call', { ...reading(task), requestState, inputResponses: { answer: accept('host') } }),
    modern(token, 'tasks/update', { taskId: broker_task_id, inputResponses: { [key!]: accept('update') } }),
  ])
  t.is(task.sent().length, 1)
  const [[, , answer]] = task.sent() as [[string, string, string]]
  t.is(page, answer === 'page' ? 'done' : 'not-found')
  t.is(host.result.isError, answer === 'host' ? undefined : true)
  const again = asTestPerson(task.world, task.owner, answerTaskQuestion, { broker_task_id, answer: 'again' })
  t.is(await slugOf(again), 'not-found')
  t.is(task.sent().length, 1)
})
