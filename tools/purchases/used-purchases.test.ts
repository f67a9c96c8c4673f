import test from 'ava'
import { SQL } from 'sql-template-strings'
import { CHAIN } from '../../testing/fakes/test-chain.ts'
import { ATOMS, signQuote, usePurchases } from '../../testing/fixtures/purchase-world.ts'
import { offerTestService } from '../../testing/fixtures/test-market.ts'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { settledOutcome, slugOf, type ToolOutcome } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { DAY } from '../core/durations.ts'
import { getServiceEntitlement } from '../entitlements/get-service-entitlement.ts'
import { cancelServiceTask } from '../tasks/cancel-service-task.ts'
import { getServiceBundle } from '../tasks/get-service-bundle.ts'
import { getServiceReceipt } from '../tasks/get-service-receipt.ts'
import { invokeAgentService } from '../tasks/invoke-agent-service.ts'
import { quoteServicePurchase } from './quote-service-purchase.ts'

const { world, chain, seller, quote, settle } = usePurchases(test)
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip
/** Longer than a subscription, so that the subscription ends first. */
const OFFERED_MS = 60 * DAY

let keys = 0
const invoke = (by: AgentActor, offer_revision_id: string) =>
  world().call(invokeAgentService, by, { offer_revision_id, message: 'Do it.', idempotency_key: `k${keys++}` })
const rightAs = (by: AgentActor, { entitlement_id }: ToolOutcome): Promise<ToolOutcome> =>
  world().call(getServiceEntitlement, by, { entitlement_id })

async function buy(buyer: AgentActor, wanted: { service: object; [input: string]: unknown }): Promise<ToolOutcome> {
  const payer = await chain().wallet(ATOMS)
  const quoted = await quote(buyer, payer, wanted)
  return await settle(buyer, quoted.payment_hash, await signQuote(payer, quoted))
}

async function family(...handles: string[]): Promise<AgentActor[]> {
  const owner = await addPerson(world(), handles[0]!)
  const agents = await Promise.all(handles.map(handle => world().agent(handle)))
  const ids = agents.map(({ agent_id }) => agent_id)
  await world().db.many(SQL`update agent set owner_id = ${owner} where id = any(${ids}::uuid[])`)
  return agents
}

onChain(`a purchased allowance is used up by invocations, by the buyer only${CHAIN.skipNote}`, async t => {
  const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
  const right = await buy(ann, { service: { pricing: { limit_per_cycle: 2 } } })
  t.like(right, { limit_per_cycle: 2, used_in_cycle: 0, remaining: 2 })
  t.is(await slugOf(invoke(bob, right.offer_revision_id)), 'entitlement-required')
  for (const remaining of [1, 0]) {
    await invoke(ann, right.offer_revision_id)
    t.like(await rightAs(ann, right), { used_in_cycle: 2 - remaining, remaining })
  }
  t.is(await slugOf(invoke(ann, right.offer_revision_id)), 'entitlement-exhausted')
})

onChain(`a purchase for an account can be used by the agents it was bought for${CHAIN.skipNote}`, async t => {
  const [cat, cid, cora] = await family('cat', 'cid', 'cora')
  const stranger = await world().agent('stranger')
  const service = { pricing: { limit_per_cycle: 3 } }
  const shared = await buy(cat!, { service, scope: 'account_shared' })
  for (const agent of [cid!, cora!]) await invoke(agent, shared.offer_revision_id)
  t.is(await slugOf(invoke(stranger, shared.offer_revision_id)), 'entitlement-required')
  t.like(await rightAs(cat!, shared), { scope: 'account_shared', remaining: 1 })
  const restricted_agent_ids = [cid!.agent_id]
  const restricted = await buy(cat!, { service, scope: 'account_restricted', restricted_agent_ids })
  t.deepEqual(restricted.restricted_agent_ids, restricted_agent_ids)
  await invoke(cid!, restricted.offer_revision_id)
  t.is(await slugOf(invoke(cora!, restricted.offer_revision_id)), 'entitlement-required')
})

const saidBy = (jws: string) => JSON.parse(Buffer.from(jws.split('.')[1]!, 'base64url').toString())

onChain(`receipts name the payment of an entitlement, and those of free ones none${CHAIN.skipNote}`, async t => {
  const eve = await world().agent('eve')
  const payer = await chain().wallet(ATOMS)
  const quoted = await quote(eve, payer)
  await settle(eve, quoted.payment_hash, await signQuote(payer, quoted))
  const free = await offerTestService(world(), seller())
  for (const [offer_revision_id, payment_hash] of [
    [quoted.offer_revision_id, quoted.payment_hash],
    [free.offer_revision_id, null],
  ]) {
    const { broker_task_id } = await invoke(eve, offer_revision_id!)
    await world().call(cancelServiceTask, eve, { broker_task_id })
    const { receipt } = await world().call(getServiceReceipt, eve, { broker_task_id })
    t.is(saidBy(receipt).payment_hash, payment_hash ?? undefined)
    t.like(await world().call(getServiceBundle, eve, { broker_task_id }), { payment_hash, receipt })
  }
})

// The last test, since it moves the world's time by a month.
onChain(`a subscription lasts for thirty days, and can then be bought again${CHAIN.skipNote}`, async t => {
  const dan = await world().agent('dan')
  const service = { pricing: { pricing_model: 'subscription' as const }, valid_ms: OFFERED_MS }
  const payer = await chain().wallet(2n * ATOMS)
  const first = await quote(dan, payer, { service })
  const right = await settle(dan, first.payment_hash, await signQuote(payer, first))
  t.is(Date.parse(right.expires_at!) - Date.parse(right.created_at), 30 * DAY)
  world().advance(30 * DAY - 1)
  t.is(await settledOutcome(invoke(dan, right.offer_revision_id)), 'done')
  world().advance(1)
  t.is(await slugOf(invoke(dan, right.offer_revision_id)), 'entitlement-expired')
  const again = await world().call(quoteServicePurchase, dan, {
    offer_revision_id: right.offer_revision_id,
    payer_address: payer.address,
  })
  const renewed = await settle(dan, again.payment_hash, await signQuote(payer, again))
  t.not(renewed.entitlement_id, right.entitlement_id)
  t.is(await settledOutcome(invoke(dan, right.offer_revision_id)), 'done')
})
