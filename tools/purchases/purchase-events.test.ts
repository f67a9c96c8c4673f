import test from 'ava'
import { SQL } from 'sql-template-strings'
import { NodeUnavailable } from '../../push/json-rpc.ts'
import { CHAIN } from '../../testing/fakes/test-chain.ts'
import { ATOMS, signQuote, usePurchases } from '../../testing/fixtures/purchase-world.ts'
import { settledOutcome, slugOf, type ToolOutcome } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { revokeServiceEntitlement } from '../entitlements/revoke-service-entitlement.ts'
import { invokeAgentService } from '../tasks/invoke-agent-service.ts'

const buying = usePurchases(test)
const { world, chain, payments, seller, quote, settle, get, intercept } = buying
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip

/** An agent's events about purchases and entitlements of this service. */
async function eventsOf(agent: AgentActor, { service_id }: ToolOutcome): Promise<[string, object][]> {
  const events = await world().eventsFor(agent)
  const data = events.map(({ type, body }): [string, ToolOutcome] => [type, body.data as ToolOutcome])
  return data.filter(
    ([type, { service_id: of }]) => /^service\.(purchase|entitlement)\./.test(type) && of === service_id,
  )
}

const factsOf = ({ payment_hash, service_id, offer_revision_id }: ToolOutcome) => ({
  payment_hash,
  service_id,
  offer_revision_id,
})

onChain(`buyer and seller are notified once, however often it is settled and read${CHAIN.skipNote}`, async t => {
  const [ann, payer] = [await world().agent('ann'), await chain().wallet(ATOMS)]
  const quoted = await quote(ann, payer)
  const signature = await signQuote(payer, quoted)
  t.deepEqual([await eventsOf(ann, quoted), await eventsOf(seller(), quoted)], [[], []])
  await Promise.all(Array.from({ length: 5 }, () => settledOutcome(settle(ann, quoted.payment_hash, signature))))
  const right = await settle(ann, quoted.payment_hash, signature)
  for (const _ of ['once', 'and again']) await buying.reconcile()
  await settle(ann, quoted.payment_hash, 'anything')
  const { entitlement_id, order_id, payment_reference, service_id } = right
  const paid = { ...factsOf(quoted), order_id, payment_reference, amount: '1.5', currency: 'USDC' }
  t.deepEqual(await eventsOf(ann, quoted), [
    ['service.purchase.settled', paid],
    ['service.entitlement.created', { entitlement_id, service_id }],
  ])
  t.deepEqual(await eventsOf(seller(), quoted), [['service.purchase.settled', paid]])
})

onChain(
  `event, order and entitlement are one transaction: without an event nothing is stored${CHAIN.skipNote}`,
  async t => {
    const [bob, payer] = [await world().agent('bob'), await chain().wallet(ATOMS)]
    const quoted = await quote(bob, payer)
    const { db } = world()
    await db.many(SQL`
    create function refuse_told() returns trigger language plpgsql as $$ begin
      if new.type = 'service.entitlement.created' then raise exception 'no'; end if; return new; end $$`)
    await db.many(SQL`create trigger refuse_told before insert on outbox for each row execute function refuse_told()`)
    await t.throwsAsync(settle(bob, quoted.payment_hash, await signQuote(payer, quoted)))
    t.like(await get(bob, quoted.payment_hash), { status: 'submitted', order_id: null, entitlement_id: null })
    const rights = () => db.many(SQL`select 1 from entitlement where acquirer_id = ${bob.agent_id}`)
    t.deepEqual([await eventsOf(bob, quoted), await eventsOf(seller(), quoted), (await rights()).length], [[], [], 0])
    await db.many(SQL`drop function refuse_told() cascade`)
    await buying.reconcile()
    t.is((await get(bob, quoted.payment_hash)).status, 'settled')
    t.deepEqual(
      (await eventsOf(bob, quoted)).map(([type]) => type),
      ['service.purchase.settled', 'service.entitlement.created'],
    )
    t.deepEqual([(await eventsOf(seller(), quoted)).length, (await rights()).length], [1, 1])
  },
)

onChain(`a payment that fails is notified once, and only to its buyer${CHAIN.skipNote}`, async t => {
  const [carl, payer] = [await world().agent('carl'), await chain().wallet(ATOMS)]
  const quoted = await quote(carl, payer)
  intercept('eth_sendRawTransaction', async pass => {
    intercept('eth_sendRawTransaction')
    await chain().administer('blacklist', payer.address)
    return await pass()
  })
  const signature = await signQuote(payer, quoted)
  for (const _ of ['once', 'and again']) {
    t.is(await slugOf(settle(carl, quoted.payment_hash, signature)), 'payer-blocked')
    await buying.reconcile()
  }
  t.deepEqual(await eventsOf(carl, quoted), [
    ['service.purchase.failed', { ...factsOf(quoted), code: 'PAYER_BLOCKED' }],
  ])
  t.deepEqual(await eventsOf(seller(), quoted), [])
})

onChain(`the last use of an entitlement, and its end, are notified once${CHAIN.skipNote}`, async t => {
  const [dora, payer] = [await world().agent('dora'), await chain().wallet(ATOMS)]
  const quoted = await quote(dora, payer, { service: { pricing: { limit_per_cycle: 2 } } })
  const { entitlement_id, service_id, offer_revision_id } = await settle(
    dora,
    quoted.payment_hash,
    await signQuote(payer, quoted),
  )
  const use = (n: number) =>
    world().call(invokeAgentService, dora, { offer_revision_id, message: 'Do it.', idempotency_key: `use ${n}` })
  const outcomes = await Promise.all([1, 2, 3, 4, 5].map(n => settledOutcome(use(n))))
  t.is(outcomes.filter(outcome => outcome === 'done').length, 2)
  for (const _ of ['once', 'and again']) await world().call(revokeServiceEntitlement, dora, { entitlement_id })
  const right = { entitlement_id, service_id }
  t.deepEqual((await eventsOf(dora, quoted)).slice(1), [
    ['service.entitlement.created', right],
    ['service.entitlement.exhausted', right],
    ['service.entitlement.revoked', { ...right, revoked_by: 'acquirer' }],
  ])
})

// Counts the payments of the tests above.
onChain(`the outcomes of payments are counted, each once${CHAIN.skipNote}`, t => {
  t.deepEqual(payments.outcomes, ['settled', 'settled', 'PAYER_BLOCKED', 'settled'])
})

onChain(`a payment that is neither made nor lost notifies nobody${CHAIN.skipNote}`, async t => {
  const [eve, payer] = [await world().agent('eve'), await chain().wallet(ATOMS)]
  const quoted = await quote(eve, payer)
  intercept('eth_sendRawTransaction', () => Promise.reject(new NodeUnavailable('lost')))
  t.is(await slugOf(settle(eve, quoted.payment_hash, await signQuote(payer, quoted))), 'settlement-pending')
  t.deepEqual([await eventsOf(eve, quoted), await eventsOf(seller(), quoted)], [[], []])
})
