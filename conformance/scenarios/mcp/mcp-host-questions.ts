import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import { connectLegacy } from '../../clients/mcp-legacy.ts'
import { answerOf, modernEnvelope, requestModern } from '../../clients/mcp-wire.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as shapes from '../../schemas/tasks.ts'
import { commission, leaving, openWork, read } from '../../steps/task-steps.ts'
import type { World } from '../../world.ts'

export const mcpHostQuestions = defineScenario('MCP: questions for the person at the host', async context => {
  await checkSession(context)
  await checkRepeated(context)
  await checkTasks(context)
})

const accept = (answer: string) => ({ action: 'accept' as const, content: { answer } })

const capabilities = (declared: Data) => ({
  _meta: { ...modernEnvelope, 'io.modelcontextprotocol/clientCapabilities': declared },
})

const asHost = capabilities({ elicitation: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } })

/** A task whose provider waits for input, and a host. */
async function openQuestion(world: World) {
  const work = await openWork(world)
  const id = await commission(world, work)
  const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'Which colour?\nSay it twice.' }] }
  work.tell('TASK_STATE_INPUT_REQUIRED', { message })
  equal((await leaving(world, work, id)).state, 'awaiting_input')
  const token = await world.token(work.consumer)
  const call = async (method: string, params: Data, by = token) =>
    answerOf(await requestModern(world.http, by, method, { ...asHost, ...params }))
  return {
    ...{ ...work, id, token, call },
    /** Reads the task, with additional members of the request. */
    read: async (more: Data = {}, by = token) =>
      (await call('tools/call', { name: 'get_service_task', arguments: { broker_task_id: id }, ...more }, by)).result as Data,
    /** The next message of the task that the provider received; it continues to work then. */
    answers: () =>
      work.calls.flatMap(({ params: { message } }) =>
        message?.taskId ? (message.parts as { text: string }[]).map(({ text }) => text) : [],
      ),
    goOn: () => work.tell('TASK_STATE_WORKING'),
  }
}

const stateOf = (result: Data) => (result.structuredContent as Data).state
const problemOf = (result: Data) =>
  String(((result.structuredContent as Data).error as Data)?.type)
    .split('/')
    .at(-1)

async function checkSession({ check, world }: ScenarioContext): Promise<void> {
  await check(
    "a host with a session shows the question, and the person's answer is forwarded",
    ['TASK-100', 'TASK-101', 'TASK-102', 'TASK-97'],
    async () => {
      const question = await openQuestion(world)
      const asked: string[] = []
      const replies = [{ action: 'cancel' as const }, accept('Blue, blue.')]
      const client = await connectLegacy(world.http, question.token, false, { elicitation: {} })
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
        asked.push(params.message)
        return replies.shift()!
      })
      const call = () => client.callTool({ name: 'get_service_task', arguments: { broker_task_id: question.id } }) as Promise<Data>
      equal(stateOf(await call()), 'awaiting_input')
      deepEqual(question.answers(), [])
      question.goOn()
      equal(stateOf(await call()), 'working')
      deepEqual(question.answers(), ['Blue, blue.'])
      ok(asked.every(message => message.includes('\n> Which colour?\n> Say it twice.\n')))
      match(String(asked[0]), /nobody has checked/)
      await client.close()
      const bundle = await world.call(question.consumer, 'GET', `/service-tasks/${question.id}/bundle`)
      deepEqual(
        requireStatus(bundle, 200)
          .as(shapes.bundle)
          .states.map(({ answered_by }) => answered_by),
        [undefined, undefined, 'host'],
      )
    },
  )
}

async function checkRepeated({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'without a session, the answer is accepted only in the repeated call, once',
    ['MCP-53', 'TASK-100', 'TASK-102', 'TASK-103', 'TASK-105'],
    async () => {
      const question = await openQuestion(world)
      const inputResponses = { answer: accept('Blue.') }
      const { resultType, inputRequests, requestState } = await question.read({ inputResponses })
      equal(resultType, 'input_required')
      deepEqual(((inputRequests as Data).answer as Data).method, 'elicitation/create')
      for (const [answer, slug] of [
        ['', 'validation-error'],
        ['x'.repeat(1_501), 'validation-error'],
        ['AKIAIOSFODNN7EXAMPLE', 'credential-part-forbidden'],
      ] as const) {
        equal(problemOf(await question.read({ requestState, inputResponses: { answer: accept(answer) } })), slug)
      }
      const other = await openQuestion(world)
      equal(
        (await other.call('tools/call', { name: 'get_service_task', arguments: { broker_task_id: other.id }, requestState })).error?.code,
        -32602,
      )
      deepEqual([question.answers(), other.answers()], [[], []])
      question.goOn()
      equal(stateOf(await question.read({ requestState, inputResponses })), 'working')
      equal(problemOf(await question.read({ requestState, inputResponses })), 'not-found')
      deepEqual(question.answers(), ['Blue.'])
    },
  )
  await check('clients without elicitation read the task unchanged', ['TASK-104'], async () => {
    const question = await openQuestion(world)
    const readOnly = await world.token(question.consumer, 'service:read')
    for (const result of [
      await question.read(capabilities({})),
      await question.read(capabilities({ elicitation: { url: {} } })),
      await question.read({}, readOnly),
    ]) {
      deepEqual([result.resultType, stateOf(result)], ['complete', 'awaiting_input'])
    }
  })
}

async function checkTasks({ check, world }: ScenarioContext): Promise<void> {
  await check('a client of the tasks extension is asked, and declines', ['TASK-106', 'MCP-227'], async () => {
    const { call, id, answers, consumer } = await openQuestion(world)
    const get = async () => (await call('tasks/get', { taskId: id })).result as Data
    const { status, inputRequests } = await get()
    equal(status, 'input_required')
    const [key = ''] = Object.keys(inputRequests as Data)
    const update = (inputResponses: Data) => call('tasks/update', { taskId: id, inputResponses })
    equal((await update({ [key]: accept('') })).error?.code, -32602)
    equal((await update({ other: accept('Blue.') })).result?.resultType, 'complete')
    equal((await get()).status, 'input_required')
    equal((await update({ [key]: { action: 'decline' } })).result?.resultType, 'complete')
    equal((await read(world, consumer, id)).state, 'cancelled')
    deepEqual(answers(), [])
  })
}
