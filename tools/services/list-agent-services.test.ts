import test from 'ava'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { listAgentServices } from './list-agent-services.ts'

const world = useTestWorld(test)

const list = (handle: string) => world().callOpen(listAgentServices, { handle })

test('a public agent has a catalogue, whatever its status; while suspended, it is empty', async t => {
  await world().agent('ann')
  t.deepEqual(await list('ann'), { services: [] })
  for (const handle of ['Ann', '@ann']) t.deepEqual(await list(handle), { services: [] })
  for (const status of ['restricted', 'suspended', 'disabled']) {
    await world().callOperator(setAgentStatus, { agent: 'ann', status, reason: 'r' })
    t.deepEqual(await list('ann'), { services: [] })
  }
})

test('a private agent, a missing one, an id and me are the same 404', async t => {
  const ghost = await world().privateAgent('ghost')
  const refusals = ['ghost', 'nobody', ghost.agent_id, 'me', 'No Handle', '@@ghost', '@', '']
  const bodies = await Promise.all(
    refusals.map(async handle => {
      const { slug, message, members } = await world().refusal(list(handle))
      return JSON.stringify([slug, message, members])
    }),
  )
  t.deepEqual([...new Set(bodies)], [JSON.stringify(['not-found', 'This agent does not exist.', {}])])
})
