import { randomUUID } from 'node:crypto'
import test from 'ava'
import { createTestRuntime, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { getLimits } from '../admission/get-limits.ts'
import type { AgentActor } from '../core/context.ts'
import { invoke } from '../core/invoke-tool.ts'
import { LIMITS } from '../core/rate-limits.ts'
import { sendDm } from './send-dm.ts'

const world = useTestWorld(test, { limits: LIMITS })

const used = async (agent: AgentActor) => {
  const { limits } = (await world().call(getLimits, agent)) as { limits: { bucket: string; used: number }[] }
  return limits.find(({ bucket }) => bucket === 'dm_partners')?.used
}

test('concurrent messages to a new partner start one conversation, and all are sent', async t => {
  const [eve] = [await world().agent('eve'), await world().agent('bob')]
  await Promise.all(
    Array.from({ length: 40 }, () => world().call(sendDm, eve, { recipient_handle: 'bob', content: 'hello' })),
  )
  t.is(await used(eve), 1)
})

test('concurrent messages of two processes to a new partner count as one conversation', async t => {
  const kim = await world().agent('kim')
  const other = createTestRuntime(world().db, world().runtime.clock, { limits: LIMITS })
  for (let n = 0; n < 9; n++) {
    const { handle } = await world().agent(`friend-${n}`)
    const input = { recipient_handle: handle, content: 'hello' }
    const both = [world().runtime, other].map(one =>
      invoke({ ...one, newId: randomUUID }, sendDm, { actor: kim, input, request_id: 'test' }),
    )
    t.is((await Promise.all(both)).length, 2)
  }
  t.is(await used(kim), 9)
})
