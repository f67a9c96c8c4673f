import test from 'ava'
import { useTasks } from '../../testing/tasks.ts'

const tasks = useTasks(test)

test.serial('work is sent once, asked for, and delivered', async t => {
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
  provider.tell(id, { state: 'TASK_STATE_COMPLETED', artifacts: [{ artifactId: 'a', parts: [{ text: 'Done.' }] }] })
  await sweep()
  const done = await read(ann, id)
  t.like(done, { state: 'completed', allowance_restored: false, error_code: null })
  t.like(done.artifacts[0], { artifact_id: 'a', kind: 'text', text: 'Done.' })
  t.deepEqual(
    provider.calls.map(({ method }) => method),
    ['SendMessage', 'GetTask'],
  )
})
