import test from 'ava'
import { useTasks } from '../../testing/fixtures/task-world.ts'
import { makePrivate, slugOf } from '../../testing/fixtures/test-world.ts'
import { getServiceBundle } from './get-service-bundle.ts'
import { getServiceReceipt } from './get-service-receipt.ts'

const tasks = useTasks(test)

test.serial('a task is sent once, polled, and delivered', async t => {
  const { agent, offered, invoke, sweep, read, advance } = tasks()
  const [ann, bob] = [await agent('ann'), await agent('bob')]
  const { provider, offer_revision_id } = await offered(bob)
  const id = await invoke(ann, offer_revision_id, { data: { a: 1 } })
  t.like(await read(ann, id), { state: 'working', started_at: null, data: { a: 1 }, provider: { handle: 'bob' } })
  await sweep()
  t.like(provider.calls[0]!.params.message, {
    messageId: id,
    contextId: id,
    parts: [{ text: 'Do it.' }, { data: { a: 1 } }],
  })
  t.like(await read(ann, id), { state: 'working' })
  advance(1_000)
  provider.updateTask(id, {
    state: 'TASK_STATE_COMPLETED',
    artifacts: [{ artifactId: 'a', parts: [{ text: 'Done.' }] }],
  })
  await sweep()
  const done = await read(ann, id)
  t.like(done, { state: 'completed', allowance_restored: false, error_code: null })
  t.like(done.artifacts[0], { artifact_id: 'a', kind: 'text', text: 'Done.' })
  t.deepEqual(
    provider.calls.map(({ method }) => method),
    ['SendMessage', 'GetTask'],
  )
})

test.serial('neither the name nor the text of a provider that has become private is returned', async t => {
  const { agent, offered, invoke, sweep, read, advance, runtime, call } = tasks()
  const [cid, dee] = [await agent('cid'), await agent('dee')]
  const { provider, offer_revision_id } = await offered(dee, { name: 'Ghostly' })
  const id = await invoke(cid, offer_revision_id)
  await sweep()
  const artifacts = [{ artifactId: 'a', parts: [{ text: 'Ghostly words.' }] }]
  provider.updateTask(id, { state: 'TASK_STATE_FAILED', message: 'Ghostly reason.', artifacts })
  advance(1_000)
  await sweep()
  t.like(await read(cid, id), { service_name: 'Ghostly', failure_reason: 'Ghostly reason.' })
  await makePrivate(runtime, dee.agent_id)
  const task = await read(cid, id)
  t.like(task, { state: 'failed', provider: null, service_name: null, service_handle: null, failure_reason: null })
  t.deepEqual(task.artifacts, [])
  t.false(JSON.stringify(task).includes('Ghostly'))
  t.is(await slugOf(call(getServiceReceipt, cid, { broker_task_id: id })), 'not-found')
  t.is(await slugOf(call(getServiceBundle, cid, { broker_task_id: id })), 'not-found')
})
