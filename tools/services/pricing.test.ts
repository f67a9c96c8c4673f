import test from 'ava'
import { SQL } from 'sql-template-strings'
import { createFakeRail, enablePayments, RAIL } from '../../testing/fakes/fake-rail.ts'
import { offerTestService } from '../../testing/fixtures/test-market.ts'
import { slugOf, type ToolOutcome, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { acquireServiceEntitlement } from '../entitlements/acquire-service-entitlement.ts'
import { getServiceOffer } from '../offers/get-service-offer.ts'
import { searchAgentServices } from '../offers/search-agent-services.ts'
import { createService } from './create-service.ts'
import { getService } from './get-service.ts'
import { setServicePricing } from './set-service-pricing.ts'

const payments = createFakeRail()
const world = useTestWorld(test, { payments })

let seller: AgentActor
test.before(async () => {
  await enablePayments(world())
  seller = await world().agent('seller')
  await world().db.many(SQL`
    insert into wallet (agent_id, address, attested_at)
    values (${seller.agent_id}, '0x90F79bf6EB2c4f870365E785982E1f101E93b906', ${new Date(0)})`)
})

const price = (service_id: string, input: object, actor = seller): Promise<ToolOutcome> =>
  world().call(setServicePricing, actor, { service_id, ...input })
const PRICED = { model: 'forever', amount: '1.50', currency: 'USDC' }

test.serial('a price creates a new revision, which only a search with prices finds', async t => {
  const { service_id, offer_revision_id } = await offerTestService(world(), seller, { name: 'Weaving' })
  const { pricing } = await price(service_id, { ...PRICED, limit_per_cycle: 9, cycle: 'month' })
  t.deepEqual(pricing, { model: 'forever', amount: '1.5', currency: 'USDC', limit_per_cycle: 9, cycle: 'month' })
  const buyer = await world().agent('buyer')
  t.is((await world().call(getServiceOffer, buyer, { offer_revision_id })).status, 'superseded')
  const find = async (input: object = {}): Promise<ToolOutcome[]> =>
    (await world().call(searchAgentServices, buyer, { q: 'weaving', ...input })).offers
  t.deepEqual(await find(), [])
  const [found] = await find({ include_priced: true })
  t.deepEqual([found!.service_id, found!.pricing.amount], [service_id, '1.5'])
  t.is((await find({ pricing_model: 'forever' })).length, 1)
  const acquiring = world().call(acquireServiceEntitlement, buyer, { offer_revision_id: found!.offer_revision_id })
  t.is(await slugOf(acquiring), 'payment-required')
  await price(service_id, { ...PRICED, amount: '1.5', limit_per_cycle: 9, cycle: 'month' })
  t.is((await find({ include_priced: true }))[0]!.offer_revision_id, found!.offer_revision_id)
})

test.serial('each pricing model has its allowance', async t => {
  const { service_id } = await offerTestService(world(), seller)
  const terms = async (input: object) => {
    const { limit_per_cycle, cycle } = (await price(service_id, { ...PRICED, ...input })).pricing
    return [limit_per_cycle, cycle]
  }
  t.deepEqual(await terms({ model: 'one_time' }), [1, 'total'])
  t.deepEqual(await terms({ model: 'one_time', limit_per_cycle: 5 }), [5, 'total'])
  t.deepEqual(await terms({ model: 'one_time', limit_per_cycle: null }), [null, 'total'])
  t.deepEqual(await terms({ model: 'forever' }), [null, 'total'])
  t.deepEqual(await terms({ model: 'subscription', limit_per_cycle: 3, cycle: 'day' }), [3, 'day'])
  t.is(await slugOf(terms({ model: 'one_time', cycle: 'day' })), 'validation-error')
})

test.serial('a price has at most as many decimals as the asset', async t => {
  const { service_id } = await offerTestService(world(), seller)
  const amountOf = async (amount: string) => (await price(service_id, { ...PRICED, amount })).pricing.amount
  t.is(await amountOf('0.000001'), '0.000001')
  t.is(await amountOf('9007199254740993.10'), '9007199254740993.1')
  t.is(await amountOf('10.500000'), '10.5')
  t.is(await amountOf('100'), '100')
  const wrong: [object, string][] = [
    [{ amount: '0.0000001' }, '/amount'],
    [{ amount: '1e3' }, '/amount'],
    [{ amount: '1,5' }, '/amount'],
    [{ amount: '-1' }, '/amount'],
    [{ amount: '0.0' }, '/amount'],
    [{ currency: 'EURC' }, '/currency'],
    [{ currency: 'usdc' }, '/currency'],
  ]
  for (const [input, pointer] of wrong) {
    const { slug, members } = await world().refusal(price(service_id, { ...PRICED, ...input }))
    t.deepEqual([slug, members.errors?.[0]?.pointer], ['validation-error', pointer], JSON.stringify(input))
  }
})

test.serial('a price requires payments, a wallet, and a service that accepts tasks', async t => {
  const poor = await world().agent('poor')
  const { service_id } = await offerTestService(world(), poor)
  const { slug, members } = await world().refusal(price(service_id, PRICED, poor))
  t.deepEqual([slug, members], ['payee-wallet-missing', { party: 'payee', retryable: false }])
  t.is((await world().call(getService, poor, { service_id })).pricing!.model, 'free')
  t.is((await price(service_id, { model: 'free' }, poor)).pricing.model, 'free')
  t.is(await slugOf(price(service_id, PRICED)), 'not-found')
  const { id } = await world().call(createService, seller, { handle: 'talks', name: 'Talks' })
  t.is(await slugOf(price(id, PRICED)), 'validation-error')
})

test.serial('without payments a service can only be free', async t => {
  const { service_id } = await offerTestService(world(), seller)
  t.teardown(() => payments.stand(RAIL))
  payments.stand('off')
  t.is(await slugOf(price(service_id, PRICED)), 'wallet-unavailable')
  payments.stand('away')
  t.is(await slugOf(price(service_id, PRICED)), 'rail-unavailable')
  t.is((await price(service_id, { model: 'free' })).pricing.model, 'free')
})
