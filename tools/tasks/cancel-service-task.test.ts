import test from 'ava'
import { useTasks } from '../../testing/fixtures/task-world.ts'
import { slugOf } from '../../testing/fixtures/test-world.ts'

const tasks = useTasks(test)
let named = 0

async function commission() {
  const { agent, offered, invoke } = tasks()
  const [ann, bob] = [await agent(`ann-${named}`), await agent(`bob-${named++}`)]
  const { provider, offer_revision_id } = await offered(bob)
  const id = await invoke(ann, offer_revision_id)
  return { ann, bob, provider, id, methods: () => provider.calls.map(({ method }) => method) }
}

test.serial('a task that was not sent ends immediately, and is never sent', async t => {
  const { ann, id, methods } = await commission()
  t.like(await tasks().stop(ann, id), { state: 'cancelled', allowance_restored: true, started_at: null })
  await tasks().sweep()
  t.deepEqual(methods(), [])
  t.like(await tasks().stop(ann, id), { state: 'cancelled' })
})

test.serial('a sent task is cancelled at its provider, and its use is not refunded', async t => {
  const { ann, id, methods } = await commission()
  await tasks().sweep()
  t.like(await tasks().stop(ann, id), { state: 'cancelled', allowance_restored: false })
  t.deepEqual(methods(), ['SendMessage', 'CancelTask'])
})

test.serial('a task that its provider has completed stays completed', async t => {
  const { ann, id, provider, methods } = await commission()
  await tasks().sweep()
  provider.updateTask(id, {
    state: 'TASK_STATE_COMPLETED',
    artifacts: [{ artifactId: 'a', parts: [{ text: 'Done.' }] }],
  })
  const task = await tasks().stop(ann, id)
  t.like(task, { state: 'completed' })
  t.is(task.artifacts[0]!.text, 'Done.')
  t.deepEqual(methods(), ['SendMessage', 'CancelTask', 'GetTask'])
})

test.serial('a provider that cannot cancel leaves it working; an unavailable one is notified later', async t => {
  const { ann, id, provider, methods } = await commission()
  await tasks().sweep()
  provider.replyTo('CancelTask', () => ({ status: 503 }))
  t.like(await tasks().stop(ann, id), { state: 'working' })
  provider.replyTo('CancelTask')
  tasks().advance(1_000)
  await tasks().sweep()
  t.like(await tasks().read(ann, id), { state: 'cancelled' })
  t.deepEqual(methods(), ['SendMessage', 'CancelTask', 'CancelTask'])
})

test.serial('a task that is cancelled while it is sent is cancelled once its provider has it', async t => {
  const { ann, id, provider, methods } = await commission()
  let go = () => {}
  let isCalled = () => {}
  const called = new Promise<void>(resolve => (isCalled = resolve))
  provider.replyTo('SendMessage', async ({ params }) => {
    isCalled()
    await new Promise<void>(resolve => (go = resolve))
    const task = { id: 'p', contextId: params.message.contextId, status: { state: 'TASK_STATE_WORKING' } }
    provider.tasks.set('p', task)
    return { result: { task } }
  })
  const swept = tasks().sweep()
  await called
  const stopped = await tasks().stop(ann, id)
  t.like(stopped, { state: 'working' })
  t.truthy(stopped.cancel_requested_at)
  go()
  await swept
  await tasks().sweep()
  t.like(await tasks().read(ann, id), { state: 'cancelled', allowance_restored: false })
  t.deepEqual(methods(), ['SendMessage', 'CancelTask'])
})

test.serial('only the consumer can cancel it; others do not find it', async t => {
  const { ann, bob, id } = await commission()
  const carl = await tasks().agent(`carl-${named}`)
  await tasks().sweep()
  for (const other of [bob, carl]) {
    t.is(await slugOf(tasks().stop(other, id)), 'not-found')
    t.is(await slugOf(tasks().read(other, id)), 'not-found')
  }
  t.like(await tasks().read(ann, id), { state: 'working', cancel_requested_at: null })
})
