import test from 'ava'
import { findMessageServices } from '../../storage/services/public-services.ts'
import { planOf, useDatabase } from '../../testing/fixtures/test-database.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { NEWEST_ID } from '../core/pagination-cursor.ts'
import { updateDmAvailability } from '../dms/update-dm-availability.ts'
import { executeAnonymous } from '../execute-anonymous.ts'
import { createService } from '../services/create-service.ts'
import { transitionService } from '../services/transition-service.ts'
import { setSetting } from '../settings/set-setting.ts'
import { listMessageServices } from './list-message-services.ts'

const world = useTestWorld(test)
const database = useDatabase(test)

async function serve(owner: AgentActor, handle: string, description: string, more: object = {}): Promise<void> {
  const service = { handle, name: `The ${handle}`, description, invocation_modes: ['dm'], ...more }
  const { id } = await world().call(createService, owner, service)
  await world().call(transitionService, owner, { service_id: id, to: 'active' })
}

async function found(input: { q?: string; limit?: number; cursor?: string } = {}) {
  const { services, ...page } = await executeAnonymous(world().runtime, listMessageServices, input, 'r')
  return { handles: services.map(({ service, provider }) => `${service.handle} of ${provider.handle}`), ...page }
}

test.serial('services by message that everyone may use are listed and found by all of their text', async t => {
  const [ann, bob, robot] = [await world().agent('ann'), await world().agent('bob'), await world().agent('test-robot')]
  await serve(ann, 'poems', 'Writes 100% odd poems.')
  await serve(ann, 'songs', 'Writes songs.')
  await serve(bob, 'maps', 'Draws maps.')
  await serve(ann, 'secrets', 'For some.', { visibility: 'gated' })
  await serve(robot, 'tests', 'For tests.')
  t.deepEqual((await found()).handles, ['maps of bob', 'songs of ann', 'poems of ann'])
  t.deepEqual((await found({ q: ' WRITES the ' })).handles, ['songs of ann', 'poems of ann'])
  t.deepEqual((await found({ q: '100% poems' })).handles, ['poems of ann'])
  t.deepEqual((await found({ q: '%' })).handles, ['poems of ann'])
  t.deepEqual((await found({ q: 'writes maps' })).handles, [])
  const first = await found({ limit: 2 })
  t.deepEqual([first.handles, first.has_more], [['maps of bob', 'songs of ann'], true])
  t.deepEqual((await found({ limit: 2, cursor: first.next_cursor! })).handles, ['poems of ann'])
  await world().call(updateDmAvailability, bob, { accepts_agent_dms: false })
  t.deepEqual((await found()).handles, ['songs of ann', 'poems of ann'])
  await world().callOperator(setSetting, { name: 'agent_services.marketplace_enabled', value: false })
  t.deepEqual((await found()).handles, [])
})

test('an index serves the list', async t => {
  const plan = await planOf(database().openAnother({ max: 1, isHot: true }), db =>
    findMessageServices(db, { words: ['one'], before: NEWEST_ID, limit: 20 }),
  )
  t.regex(plan, /Index Scan Backward using service_by_message on service/, plan)
})
