import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { resultFromTaskOutcome } from '@modelcontextprotocol/ext-tasks/client'
import { requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import { tasksClient, withTasksExtension } from '../../clients/mcp-tasks.ts'
import { answerOf, modernVersion, requestModern } from '../../clients/mcp-wire.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { leaving, openWork, read, type Work } from '../../steps/task-steps.ts'
import type { World } from '../../world.ts'

export const mcpTasks = defineScenario('MCP: tasks extension', async context => {
  await checkHandle(context)
  await checkResult(context)
  await checkAsking(context)
  await checkStopping(context)
  await checkRefused(context)
  await checkClient(context)
})

const invocation = ({ offerId }: Work): Data => ({
  name: 'invoke_agent_service',
  arguments: { offer_revision_id: offerId, message: 'Weave it.', data: {}, idempotency_key: randomUUID() },
})

/** The result of a request by a client that supports the extension. */
async function resultOf(world: World, by: Work['consumer'], method: string, params: Data): Promise<Data> {
  const reply = await requestModern(world.http, await world.token(by), method, withTasksExtension(params))
  return answerOf(requireStatus(reply, 200)).result ?? {}
}

/** The result of a tool call. */
type Called = {
  resultType: string
  structuredContent: Data
  content: { text: string }[]
  isError?: boolean
  _meta: Data
}

const get = (world: World, { consumer }: Work, taskId: unknown) => resultOf(world, consumer, 'tasks/get', { taskId })

const start = (world: World, work: Work) => resultOf(world, work.consumer, 'tools/call', invocation(work))

async function checkHandle({ check, world }: ScenarioContext): Promise<void> {
  await check('an invocation returns a task, for clients that support it', ['MCP-220', 'MCP-221', 'MCP-222'], async () => {
    const work = await openWork(world)
    const token = await world.token(work.consumer)
    const { capabilities } = answerOf(await requestModern(world.http, token, 'server/discover')).result ?? {}
    const { extensions } = capabilities as { extensions: Data }
    deepEqual(extensions['io.modelcontextprotocol/tasks'], {})
    const { _meta, statusMessage, ...handle } = await start(world, work)
    const task = await read(world, work.consumer, String(handle.taskId))
    deepEqual(handle, {
      resultType: 'task',
      taskId: task.broker_task_id,
      status: 'working',
      createdAt: task.created_at,
      lastUpdatedAt: handle.lastUpdatedAt,
      ttlMs: 90 * 24 * 3_600_000,
      pollIntervalMs: handle.pollIntervalMs,
    })
    ok(Number(handle.pollIntervalMs) >= 2_000 && Number(handle.pollIntervalMs) <= 30_000)
    ok(!Number.isNaN(Date.parse(String(handle.lastUpdatedAt))))
    equal(typeof statusMessage, 'string')
    const { result: plain = {} } = answerOf(await requestModern(world.http, token, 'tools/call', invocation(work)))
    deepEqual([plain.resultType, (plain.structuredContent as Data).state], ['complete', 'working'])
    const other = await resultOf(world, work.consumer, 'tools/call', { name: 'check_notifications', arguments: {} })
    equal(other.resultType, 'complete')
    const blind = await world.token(work.consumer, 'service:invoke')
    const call = await requestModern(world.http, blind, 'tools/call', withTasksExtension(invocation(work)))
    const { result = {} } = answerOf(requireStatus(call, 200))
    deepEqual([result.resultType, (result.structuredContent as Data).state], ['complete', 'working'])
  })
}

async function checkResult({ check, world }: ScenarioContext): Promise<void> {
  await check('the result of the task is that of the call', ['MCP-223', 'MCP-224', 'MCP-225'], async () => {
    const work = await openWork(world)
    const { taskId } = await start(world, work)
    const going = await get(world, work, taskId)
    deepEqual([going.resultType, going.taskId, going.status, going.result], ['complete', taskId, 'working', undefined])
    work.tell('TASK_STATE_COMPLETED', { artifacts: [{ artifactId: 'a', parts: [{ text: 'Done.' }] }] })
    const task = await leaving(world, work, String(taskId))
    const { status, result } = await get(world, work, taskId)
    const { resultType, structuredContent, content, isError, _meta } = result as Called
    const { broker_task_id, state, task: told } = structuredContent
    deepEqual([status, broker_task_id, state], ['completed', taskId, 'completed'])
    deepEqual([resultType, isError], ['complete', undefined])
    deepEqual(told, task)
    ok(content[0]?.text.includes('Done.'))
    ok(Array.isArray(_meta['io.colloquy/untrusted']))
  })
  await check('failed work is a result, and a repeated call returns it immediately', ['MCP-221', 'MCP-224', 'MCP-225'], async () => {
    const work = await openWork(world)
    const asked = invocation(work)
    const { taskId } = await resultOf(world, work.consumer, 'tools/call', asked)
    work.tell('TASK_STATE_FAILED')
    await leaving(world, work, String(taskId))
    const { status, error, result } = await get(world, work, taskId)
    deepEqual([status, error, (result as Called).structuredContent.state], ['completed', undefined, 'failed'])
    const repeated = await resultOf(world, work.consumer, 'tools/call', asked)
    const { broker_task_id, state } = repeated.structuredContent as Data
    deepEqual([repeated.resultType, broker_task_id, state], ['complete', taskId, 'failed'])
  })
}

async function checkAsking({ check, world }: ScenarioContext): Promise<void> {
  await check('a task that waits for input is working, without text of its provider', ['MCP-224', 'MCP-231'], async () => {
    const work = await openWork(world)
    const { taskId } = await start(world, work)
    const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'Which colour?' }] }
    work.tell('TASK_STATE_INPUT_REQUIRED', { message })
    equal((await leaving(world, work, String(taskId))).state, 'awaiting_input')
    const asked = await get(world, work, taskId)
    deepEqual([asked.status, asked.inputRequests], ['working', undefined])
    ok(!JSON.stringify(asked).includes('colour'), 'words of the provider stand where none are marked')
  })
}

async function checkStopping({ check, world }: ScenarioContext): Promise<void> {
  await check('a task is cancelled, and unrequested input is ignored', ['MCP-224', 'MCP-226', 'MCP-227'], async () => {
    const work = await openWork(world)
    const { taskId } = await start(world, work)
    const call = (method: string, more: Data = {}) =>
      resultOf(world, work.consumer, method, { taskId, ...more }).then(({ _meta, ...members }) => members)
    deepEqual(await call('tasks/update', { inputResponses: { colour: { action: 'decline' } } }), {
      resultType: 'complete',
    })
    deepEqual(await call('tasks/cancel'), { resultType: 'complete' })
    await leaving(world, work, String(taskId))
    const stopped = await call('tasks/get')
    deepEqual([stopped.status, stopped.result], ['cancelled', undefined])
    deepEqual(await call('tasks/cancel'), { resultType: 'complete' })
  })
}

async function checkRefused({ check, world }: ScenarioContext): Promise<void> {
  await check('a task exists for its creator, with the extension', ['MCP-228', 'MCP-229', 'MCP-230'], async () => {
    const work = await openWork(world)
    const { taskId } = await start(world, work)
    const codeOf = async (by: Work['consumer'], method: string, params: Data, headers: Record<string, string> = {}) => {
      const reply = await requestModern(world.http, await world.token(by), method, params, headers)
      const { error } = answerOf(reply)
      return { status: reply.status, code: error?.code, data: error?.data }
    }
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const asked = { taskId, inputResponses: {} }
      for (const by of [work.owner, await world.agent('curious')]) {
        equal((await codeOf(by, method, withTasksExtension(asked))).code, -32602, method)
      }
      for (const unknown of [randomUUID(), 'none', undefined]) {
        const params = withTasksExtension({ ...asked, taskId: unknown })
        equal((await codeOf(work.consumer, method, params)).code, -32602, `${method} of ${unknown}`)
      }
      const { code, status, data } = await codeOf(work.consumer, method, asked)
      deepEqual([status, code], [400, -32021], method)
      deepEqual(data, { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } })
      const misnamed = await codeOf(work.consumer, method, withTasksExtension(asked), { 'Mcp-Name': randomUUID() })
      deepEqual([misnamed.status, misnamed.code], [400, -32020], method)
    }
    const listening = await codeOf(work.consumer, 'subscriptions/listen', { notifications: { taskIds: [taskId] } })
    deepEqual([listening.status, listening.code], [400, -32021])
    equal((await read(world, work.consumer, String(taskId))).cancel_requested_at, null)
  })
}

async function checkClient({ check, world }: ScenarioContext): Promise<void> {
  await check('the official client follows a task to its end', ['MCP-232'], async () => {
    const work = await openWork(world)
    work.tell('TASK_STATE_COMPLETED', { artifacts: [{ artifactId: 'a', parts: [{ text: 'Done.' }] }] })
    const { session, client } = await tasksClient(world.http, await world.token(work.consumer))
    equal(client.getNegotiatedProtocolVersion(), modernVersion)
    const { name, arguments: given } = invocation(work)
    const execution = await session.callTool(String(name), given as never)
    equal(execution.kind, 'task')
    const { outcome } = await execution.settle()
    const { structuredContent } = resultFromTaskOutcome(outcome) as Called
    equal(structuredContent.state, 'completed')
    await session.close()
    await client.close()
  })
}
