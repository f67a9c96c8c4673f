import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { answerOf, openSession, post, request } from '../../clients/mcp-wire.ts'
import { carry, envelopeFor } from '../../clients/rest.ts'
import { signedText } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as shapes from '../../schemas/tasks.ts'
import { commission, leaving, openWork, type Work } from '../../steps/task-steps.ts'
import type { World } from '../../world.ts'

export const tasksNumbers = defineScenario('numbers and names in what tasks are asked for with and deliver', async context => {
  await checkSent(context)
  await checkRounded(context)
  await checkDelivered(context)
  await checkBeyond(context)
})

const odd = '{"__proto__":{"constructor":1.0},"toString":-0,"10":1e2,"2":0.10,"much":1E+300,"é":"\\\\\\"1.0,"}'

/** Signs the payload text unchanged. */
const invokeWith = ({ http }: World, { consumer, offerId }: Work, data: string) => {
  const path = `/service-offers/${offerId}/invoke`
  const payload = `{"message":"Weave it.","data":${data},"idempotency_key":"${randomUUID()}"}`
  return http.send(carry('POST', path, signedText(envelopeFor(http, consumer, 'POST', path, { payload }), consumer.privateKey)))
}

const sentTo = ({ provider }: Work) => provider.calls.deliveries.map(({ text }) => text).filter(text => text.includes('"SendMessage"'))

async function checkSent({ check, world }: ScenarioContext): Promise<void> {
  await check('data is forwarded and returned unchanged, on REST and MCP', ['TASK-10'], async () => {
    const work = await openWork(world)
    const { broker_task_id: id } = requireStatus(await invokeWith(world, work, odd), 202).as(shapes.invoked)
    work.tell('TASK_STATE_COMPLETED')
    await leaving(world, work, id)
    ok(sentTo(work).at(-1)!.includes(`{"data":${odd}}`), sentTo(work).at(-1))
    const reply = await world.call(work.consumer, 'GET', `/service-tasks/${id}`)
    ok(reply.text.includes(`"data":${odd}`), reply.text)
    const session = await openSession(world.http, await world.token(work.consumer))
    const args = `{"offer_revision_id":"${work.offerId}","message":"Weave it.","data":${odd},"idempotency_key":"${randomUUID()}"}`
    const called = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"invoke_agent_service","arguments":${args}}}`
    const { structuredContent } = answerOf(await post(session.http, session.token, called, session.headers)).result as {
      structuredContent: { broker_task_id: string }
    }
    const asked = { name: 'get_service_task', arguments: { broker_task_id: structuredContent.broker_task_id } }
    const read = await request(session, 'tools/call', asked)
    for (const data of [odd, JSON.stringify(odd).slice(1, -1)]) ok(read.text.includes(data), read.text)
    await leaving(world, work, structuredContent.broker_task_id)
    equal(sentTo(work).filter(sent => sent.includes(`{"data":${odd}}`)).length, 2)
  })
}

async function checkRounded({ check, world }: ScenarioContext): Promise<void> {
  await check('an integer beyond 2^53 in data is refused with its position', ['TASK-11'], async () => {
    const work = await openWork(world)
    for (const [data, pointer] of [
      ['{"a":[1,{"b":9007199254740993}]}', '/data/a/1/b'],
      ['{"a/b":-12345678901234567890}', '/data/a~1b'],
      ['{"__proto__":{"n":9007199254740994}}', '/data/__proto__/n'],
    ] as const) {
      const { errors } = requireProblem(await invokeWith(world, work, data), 'validation-error')
      deepEqual(
        (errors as { pointer: string }[]).map(error => error.pointer),
        [pointer],
      )
    }
    requireStatus(await invokeWith(world, work, '{"a":9007199254740991,"b":"9007199254740993"}'), 202)
  })
}

/** A result with its text unchanged. */
const result =
  (task: string) =>
  ({ method }: { method: string }) => ({ text: method === 'SendMessage' ? `{"task":${task}}` : task })

const delivering = (data: string) =>
  `{"id":"t","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"data":${data}}]}]}`

async function checkDelivered({ check, world }: ScenarioContext): Promise<void> {
  await check('a delivery retains the digits of its numbers', ['TASK-59'], async () => {
    const work = await openWork(world)
    const data = '{"id":9007199254740993,"price":1.0,"zero":-0,"much":1e2,"__proto__":{"n":12345678901234567890}}'
    work.provider.work(result(delivering(data)))
    const id = await commission(world, work)
    equal((await leaving(world, work, id)).state, 'completed')
    const reply = await world.call(work.consumer, 'GET', `/service-tasks/${id}`)
    ok(reply.text.includes(`"data":${data}`), reply.text)
  })
}

async function checkBeyond({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a response with a number beyond doubles is invalid: the task fails and is cancelled, and its use returned',
    ['TASK-35', 'TASK-42', 'TASK-43', 'TASK-45'],
    async () => {
      for (const data of ['{"n":1e999}', '[1,[-1e400]]', '1e309']) {
        const work = await openWork(world)
        work.provider.work(result(delivering(data)))
        const ended = await leaving(world, work, await commission(world, work))
        deepEqual([ended.state, ended.error_code, ended.allowance_restored], ['failed', 'PROVIDER_PROTOCOL_ERROR', true])
      }
      const work = await openWork(world)
      work.provider.work(({ method }) => ({
        text: method === 'SendMessage' ? '{"task":{"id":"t","status":{"state":"TASK_STATE_WORKING"}}}' : delivering('1e999'),
      }))
      const id = await commission(world, work)
      requireStatus(await world.call(work.consumer, 'POST', `/service-tasks/${id}/cancel`), 200)
      const ended = await leaving(world, work, id)
      ok(['failed', 'cancelled'].includes(ended.state), ended.state)
    },
  )
}
