import test from 'ava'
import { SQL } from 'sql-template-strings'
import { bindMarketProvider } from '../../testing/fixtures/test-market.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { createService } from './create-service.ts'
import { setServicePricing } from './set-service-pricing.ts'
import { transitionService } from './transition-service.ts'
import { updateService } from './update-service.ts'

const world = useTestWorld(test)

/** The revisions of a service, oldest first, with whether each is superseded. */
const revisions = async (id: string) => [
  ...(await world().db.many<{ name: string; limit_per_cycle: number | null; is_current: boolean }>(SQL`
    select o.name, o.limit_per_cycle, o.superseded_at is null as is_current from offer_revision o
    where o.service_id = ${id} order by o.revision`)),
]

test('a service is offered once it is active, and again after each change of the offer', async t => {
  const ann = await world().agent('ann')
  const { id: service_id } = await world().call(createService, ann, {
    handle: 'maps',
    name: 'Maps',
    invocation_modes: ['aui_task'],
  })
  await bindMarketProvider(world(), { service_id, owner: ann })
  await world().call(updateService, ann, { service_id, name: 'Better maps' })
  t.deepEqual(await revisions(service_id), [])
  await world().call(transitionService, ann, { service_id, to: 'active' })
  const better = { name: 'Better maps', limit_per_cycle: null }
  t.deepEqual(await revisions(service_id), [{ ...better, is_current: true }])
  await world().call(updateService, ann, { service_id, name: 'Best maps' })
  await world().call(updateService, ann, { service_id, name: 'Best maps' })
  await world().call(setServicePricing, ann, { service_id, model: 'free', limit_per_cycle: 3, cycle: 'day' })
  const best = { name: 'Best maps', limit_per_cycle: null, is_current: false }
  t.deepEqual(await revisions(service_id), [
    { ...better, is_current: false },
    best,
    { ...best, limit_per_cycle: 3, is_current: true },
  ])
})

test('a paused service is offered in its current form when it is active again', async t => {
  const bob = await world().agent('bob')
  const { id: service_id } = await world().call(createService, bob, {
    handle: 'maps',
    name: 'Maps',
    invocation_modes: ['aui_task'],
  })
  await bindMarketProvider(world(), { service_id, owner: bob })
  for (const to of ['active', 'paused']) await world().call(transitionService, bob, { service_id, to })
  await world().call(updateService, bob, { service_id, name: 'Other maps' })
  t.is((await revisions(service_id)).length, 1)
  await world().call(transitionService, bob, { service_id, to: 'active' })
  t.deepEqual(
    (await revisions(service_id)).map(({ name, is_current }) => [name, is_current]),
    [
      ['Maps', false],
      ['Other maps', true],
    ],
  )
})
