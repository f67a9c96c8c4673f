import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { answerOf, messagesOf, openSession, request } from '../../clients/mcp-wire.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as shapes from '../../schemas/tasks.ts'
import { move, newlyOffered, offered } from '../../steps/offer-steps.ts'
import { commission, invoke, leaving, openWork } from '../../steps/task-steps.ts'
import { until } from '../../until.ts'

const mark = 'io.colloquy/untrusted'

export const tasksAmiss = defineScenario('tasks that something comes in between of', async context => {
  await checkStoppedWhileSent(context)
  await checkRefusedInUse(context)
  await checkMarks(context)
  await checkProgress(context)
})

async function checkStoppedWhileSent({ check, world }: ScenarioContext): Promise<void> {
  await check('a task that is cancelled while it is sent is cancelled once its provider has it', ['TASK-61', 'TASK-62'], async () => {
    const made = await newlyOffered(world)
    const work = { ...made, consumer: await world.newAgent('consumer') }
    const methods: string[] = []
    let deliver = () => {}
    const delivered = new Promise<void>(resolve => {
      deliver = resolve
    })
    made.provider.work(async ({ method, params }) => {
      methods.push(method)
      if (method === 'SendMessage') await delivered
      const state = methods.includes('CancelTask') ? 'TASK_STATE_CANCELED' : 'TASK_STATE_WORKING'
      const task = { id: params.id ?? 'one', contextId: params.message?.contextId, status: { state } }
      return { result: method === 'SendMessage' ? { task } : task }
    })
    const id = await commission(world, work)
    await until(
      async () => methods,
      () => methods.includes('SendMessage'),
    )
    const reply = await world.call(work.consumer, 'POST', `/service-tasks/${id}/cancel`)
    const asked = requireStatus(reply, 200).as(shapes.task)
    equal(asked.state, 'working')
    ok(asked.cancel_requested_at)
    deepEqual(methods, ['SendMessage'], 'its provider is asked to stop what it does not have')
    deliver()
    const ended = await leaving(world, work, id)
    deepEqual([ended.state, ended.allowance_restored], ['cancelled', false])
    equal(methods.filter(method => method === 'SendMessage').length, 1)
  })
}

async function checkRefusedInUse({ check, world }: ScenarioContext): Promise<void> {
  await check('an agent with a recent use of the service is refused like others', ['OFFER-40', 'TASK-4', 'TASK-6'], async () => {
    const schema = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }
    const [owner, consumer] = [await world.newAgent('weaver'), await world.newAgent('consumer')]
    const made = await offered(world, owner, { capability_schema: schema })
    const ask = (data: object = { n: 1 }) => invoke(world, { consumer, offerId: made.offerId }, { data })
    const use = async () => requireStatus(await ask(), 202)
    for (const _ of [1, 2, 3]) await use()
    const { errors } = requireProblem(await ask({ n: 'one' }), 'validation-error')
    ok((errors as { pointer: string }[]).every(({ pointer }) => pointer.startsWith('/data')))
    await use()
    requireStatus(await world.call(owner, 'POST', '/blocks', { blocked_agent_id: consumer.agent_id }), 200)
    requireProblem(await ask(), 'interaction-not-allowed')
    requireStatus(await world.call(owner, 'DELETE', `/blocks/${consumer.agent_id}`), 200)
    await use()
    await move(world, owner, made.service.id, 'paused')
    requireProblem(await ask(), 'service-unavailable-now')
    await move(world, owner, made.service.id, 'active')
    await use()
    await move(world, owner, made.service.id, 'retired')
    requireProblem(await ask(), 'service-retired')
  })
}

async function checkMarks({ check, world }: ScenarioContext): Promise<void> {
  await check('the tools of tasks list the members with text of the provider', ['TASK-25'], async () => {
    const consumer = await world.newAgent('careful')
    const session = await openSession(world.http, await world.token(consumer))
    const { tools } = answerOf(await request(session, 'tools/list')).result as {
      tools: { name: string; _meta?: Record<string, unknown> }[]
    }
    for (const name of ['get_service_task', 'cancel_service_task', 'invoke_agent_service']) {
      const marked = tools.find(tool => tool.name === name)?._meta?.[mark]
      ok(Array.isArray(marked), name)
      for (const member of ['input_prompt', 'status_message', 'failure_reason', 'service_name', 'text', 'data']) {
        ok(
          marked.some(path => String(path).endsWith(`.${member}`)),
          `${name} does not mark ${member}: ${marked}`,
        )
      }
    }
  })
}

async function checkProgress({ check, world }: ScenarioContext): Promise<void> {
  await check('a call that waits reports progress if requested', ['TASK-93'], async () => {
    const work = await openWork(world)
    const session = await openSession(world.http, await world.token(work.consumer))
    const call = (name: string, args: object, _meta = {}) => request(session, 'tools/call', { name, arguments: args, _meta })
    const id = await commission(world, work)
    const asked = { broker_task_id: id, wait_seconds: 25 }
    const waiting = call('get_service_task', asked, { progressToken: 'mine' })
    await until(
      async () => work.methods(),
      methods => methods.includes('GetTask'),
    )
    work.tell('TASK_STATE_COMPLETED')
    const messages = messagesOf(await waiting)
    const progress = messages.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params)
    deepEqual(
      progress.map(params => [params?.progressToken, params?.message]),
      [
        ['mine', 'working'],
        ['mine', 'completed'],
      ],
    )
    ok(Number(progress[1]?.progress) > Number(progress[0]?.progress))
    equal((messages.at(-1)!.result!.structuredContent as { state: string }).state, 'completed')
    for (const reply of [await call('get_service_task', asked), await call('check_notifications', {}, { progressToken: 1 })]) {
      equal(messagesOf(reply).length, 1)
    }
  })
}
