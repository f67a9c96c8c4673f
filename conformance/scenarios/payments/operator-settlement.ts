import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { evmKey } from '../../clients/evm.ts'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { type Purchase, purchase } from '../../schemas/purchases.ts'
import { callToolAs, eventsOf, get } from '../../steps/agent-steps.ts'
import { acquire, drawn, findOffers, idsOf, offerOf } from '../../steps/offer-steps.ts'
import { owned } from '../../steps/owner-steps.ts'
import {
  ask,
  atoms,
  bindTo,
  buy,
  cancel,
  entitlementStateOf,
  payerOf,
  quoteTo,
  readPurchase,
  requireUnpaid,
  rightOf,
  setPrice,
  settle,
  settled,
  signed,
  submitPurchase,
  whileSold,
} from '../../steps/purchase-steps.ts'
import { commission, leaving } from '../../steps/task-steps.ts'
import type { World } from '../../world.ts'

export const operatorSettlement = defineScenario('what is bought is paid on its chain', async context => {
  await checkListed(context)
  await checkPaid(context)
  await checkHeld(context)
  await checkRenewed(context)
  await checkReceipt(context)
  await checkPending(context)
  await checkTogether(context)
  await checkOthers(context)
  await checkSpent(context)
  await checkForbidden(context)
  await checkChanged(context)
})

const hour = 3_600_000
/** Longer than signatures are valid. */
const endedS = 16 * 60

/** The events about purchases and their entitlements. */
export async function paymentEvents(world: World, agent: Identity): Promise<[string, unknown][]> {
  const received = (await eventsOf(world, agent)).filter(({ type }) => /^service\.(purchase|entitlement)\./.test(type))
  return received.map(({ type, data }) => [type, data])
}

const factsOf = ({ payment_hash, service_id, offer_revision_id }: Purchase) => ({
  ...{ payment_hash, service_id, offer_revision_id },
})

async function checkListed({ check, world }: ScenarioContext): Promise<void> {
  await check('a priced offer is found by filter, and can be bought but not acquired', ['OFFER-25', 'RIGHT-9'], () =>
    whileSold(world, async ({ owner, service, offerId }) => {
      const reader = await world.newAgent('looks')
      const found = async (filter: string) =>
        idsOf(await findOffers(world, reader, `provider=${owner.agent_id}${filter}`)).includes(offerId)
      deepEqual([await found(''), await found('&include_priced=true'), await found('&pricing_model=forever')], [false, true, true])
      requireProblem(await acquire(world, reader, offerId), 'payment-required')
      requireStatus(await world.call(owner, 'PATCH', `/services/${service.id}`, { visibility: 'gated' }), 200)
      requireProblem(await acquire(world, reader, offerId), 'offer-revision-conflict')
      requireProblem(await acquire(world, reader, await offerOf(world, owner, service.id)), 'service-is-gated')
    }),
  )
}

async function checkPaid({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a signed quote is paid once, and grants only its entitlement',
    ['PURCHASE-11', 'PURCHASE-30', 'PURCHASE-38', 'PURCHASE-42'],
    () =>
      whileSold(world, async ({ owner, offerId, payee }, operator) => {
        const buyer = await world.newAgent('buys')
        const { quoted, right, payer } = await buy(world, operator, buyer, offerId)
        const read = await readPurchase(world, buyer, quoted)
        const { order_id, entitlement_id, payment_reference, settled_at, ...rest } = read
        const unset = { order_id: null, entitlement_id: null, payment_reference: null, settled_at: null }
        deepEqual({ ...rest, ...unset }, { ...quoted, status: 'settled' })
        const { service_id, scope, expires_at } = right
        deepEqual([service_id, scope, expires_at], [quoted.service_id, quoted.scope, null])
        deepEqual([right.entitlement_id, right.order_id], [entitlement_id, order_id])
        ok(payment_reference !== null && order_id !== null && settled_at !== null)
        equal(right.payment_reference, payment_reference)
        const funds = async () => [await operator.funds(payer.address), await operator.funds(payee.address)]
        deepEqual(await funds(), [0n, atoms])
        await operator.chain('fund', payer.address, atoms)
        for (const signature of [signed(payer, quoted), signed(evmKey(), quoted), 'x']) {
          deepEqual(rightOf(await settle(world, buyer, quoted, signature)), right)
        }
        const { payment_hash } = quoted
        const tool = await callToolAs(world, buyer, 'settle_service_purchase', { payment_hash, signature: 'x' })
        deepEqual(tool.structuredContent, right)
        deepEqual(await funds(), [atoms, atoms])
        const held = requireProblem(await ask(world, buyer, offerId, { payer_address: payer.address }), 'entitlement-already-held')
        equal(held.entitlement_id, entitlement_id)
        const { amount, currency } = quoted.price
        const paid = { ...factsOf(quoted), order_id, payment_reference, amount, currency }
        deepEqual(await paymentEvents(world, buyer), [
          ['service.purchase.settled', paid],
          ['service.entitlement.created', { entitlement_id, service_id }],
        ])
        deepEqual(await paymentEvents(world, owner), [['service.purchase.settled', paid]])
      }),
  )
}

const category = 'test-held'

async function checkHeld({ check, world }: ScenarioContext): Promise<void> {
  await check('the owner of a buyer chooses which purchases are held, by amount or category', ['HOLD-2', 'HOLD-3'], () =>
    whileSold(
      world,
      async ({ offerId }, operator) => {
        const buyer = async (rule: { above: string } | { category: string }) => {
          const { agent, person } = await owned(world, 'buys')
          await operator.holdPurchases(person, agent.agent_id, rule)
          const payer = await payerOf(operator)
          const quoted = await quoteTo(world, agent, offerId, payer)
          return [world, agent, quoted, signed(payer, quoted)] as const
        }
        for (const rule of [{ above: '1.49' }, { category }]) {
          const purchase = await buyer(rule)
          equal(requireStatus(await settle(...purchase), 202).data.status, 'held')
          const [, agent, quoted] = purchase
          equal((await readPurchase(world, agent, quoted)).status, 'quoted')
        }
        for (const rule of [{ above: '1.5' }, { category: 'another' }]) rightOf(await settled(...(await buyer(rule))))
      },
      {},
      { category },
    ),
  )
}

async function checkRenewed({ check, world }: ScenarioContext): Promise<void> {
  await check('a subscription lasts thirty days, and a used-up entitlement can be bought again', ['PURCHASE-11', 'PURCHASE-39'], () =>
    whileSold(
      world,
      async (sale, operator) => {
        const buyer = await world.newAgent('renews')
        const { right, quoted } = await buy(world, operator, buyer, sale.offerId)
        const { settled_at } = await readPurchase(world, buyer, quoted)
        equal(Date.parse(right.expires_at!) - Date.parse(settled_at!), 720 * hour)
        await setPrice(world, sale, { model: 'one_time' })
        const offerId = await offerOf(world, sale.owner, sale.service.id)
        const other = await world.newAgent('buys-once')
        const once = (await buy(world, operator, other, offerId)).right
        deepEqual([once.expires_at, once.limit_per_cycle, once.remaining], [null, 1, 1])
        const payer = await payerOf(operator)
        const again = () => ask(world, other, offerId, { payer_address: payer.address })
        requireProblem(await again(), 'entitlement-already-held')
        equal(await drawn(world, other, offerId), once.entitlement_id)
        const quotedAgain = requireStatus(await again(), 200).as(purchase)
        const renewed = rightOf(await settled(world, other, quotedAgain, signed(payer, quotedAgain)))
        notEqual(renewed.entitlement_id, once.entitlement_id)
      },
      { model: 'subscription' },
    ),
  )
}

const claimsOf = (jws: unknown): Data => JSON.parse(Buffer.from(String(jws).split('.')[1]!, 'base64url').toString())

async function checkReceipt({ check, world }: ScenarioContext): Promise<void> {
  await check('the receipt of a task names the payment of its entitlement', ['TASK-81'], () =>
    whileSold(world, async (sale, operator) => {
      const consumer = await world.newAgent('commissions')
      const { quoted } = await buy(world, operator, consumer, sale.offerId)
      const id = await commission(world, { ...sale, consumer })
      await leaving(world, { consumer }, id)
      for (const reader of [consumer, sale.owner]) {
        const { receipt } = await get(world, reader, `/service-tasks/${id}/receipt`)
        equal(claimsOf(receipt).payment_hash, quoted.payment_hash)
        equal((await get(world, reader, `/service-tasks/${id}/bundle`)).payment_hash, quoted.payment_hash)
      }
    }),
  )
}

async function checkPending({ check, world }: ScenarioContext): Promise<void> {
  await check('a pending payment is reported as such, and completed', ['PURCHASE-12', 'PURCHASE-34', 'PURCHASE-38', 'PURCHASE-58'], () =>
    whileSold(world, async ({ offerId }, operator) => {
      const [buyer, neighbour] = [await world.newAgent('waits'), await world.newAgent('passes')]
      const payer = await payerOf(operator)
      const quoted = await quoteTo(world, buyer, offerId, payer)
      const signature = signed(payer, quoted)
      await operator.whileHeld(async () => {
        const going = settle(world, buyer, quoted, signature)
        const under = await entitlementStateOf(world, buyer, quoted, 'submitted')
        deepEqual([under.status, under.entitlement_id, under.settled_at], ['submitted', null, null])
        const elsewhere = await ask(world, buyer, offerId, { payer_address: evmKey().address })
        for (const refused of [elsewhere, await settle(world, buyer, quoted, signature), await going]) {
          requireUnpaid(refused, 'settlement-pending', 'rail', true)
          ok(Number(refused.headers['retry-after']) > 0)
          equal(Number(refused.headers['retry-after']), refused.data.retry_after_seconds)
          ok(String(refused.data.hint ?? '').length > 0, 'no hint')
        }
        requireStatus(await ask(world, neighbour, offerId, { payer_address: payer.address }), 200)
      })
      const done = await entitlementStateOf(world, buyer, quoted, 'settled')
      equal(rightOf(await settle(world, buyer, quoted, signature)).entitlement_id, done.entitlement_id)
    }),
  )
}

async function checkTogether({ check, world }: ScenarioContext): Promise<void> {
  await check('concurrent settlements of one purchase all return its entitlement', ['PURCHASE-56'], () =>
    whileSold(world, async ({ offerId }, operator) => {
      const buyer = await world.newAgent('insists')
      const payer = await payerOf(operator)
      const quoted = await quoteTo(world, buyer, offerId, payer)
      const signature = signed(payer, quoted)
      const replies = await Promise.all(Array.from({ length: 8 }, () => settle(world, buyer, quoted, signature)))
      equal(new Set(replies.map(reply => rightOf(reply).entitlement_id)).size, 1)
      equal(await operator.funds(payer.address), 0n)
    }),
  )
}

async function checkOthers({ check, world }: ScenarioContext): Promise<void> {
  await check('a payment is executed once, whoever submits it, and is found', ['PURCHASE-37'], () =>
    whileSold(world, async ({ offerId }, operator) => {
      const [asks, leaves] = [await world.newAgent('asks'), await world.newAgent('leaves')]
      const both = await Promise.all(
        [asks, leaves].map(async buyer => {
          const payer = await payerOf(operator)
          const quoted = await quoteTo(world, buyer, offerId, payer)
          await operator.chain('call', submitPurchase(quoted, payer))
          return quoted
        }),
      )
      const right = rightOf(await settled(world, asks, both[0]!, 'x'))
      equal(right.payment_reference, (await readPurchase(world, asks, both[0]!)).payment_reference)
      equal((await readPurchase(world, leaves, both[1]!)).status, 'quoted')
      await operator.clock(endedS)
      try {
        const found = await entitlementStateOf(world, leaves, both[1]!, 'settled')
        equal(found.status, 'settled')
        equal(rightOf(await settle(world, leaves, found, 'x')).entitlement_id, found.entitlement_id)
      } finally {
        await operator.clock(0)
      }
    }),
  )
}

async function checkSpent({ check, world }: ScenarioContext): Promise<void> {
  await check('a payment that its payer cancelled, or whose nonce was used, is not executed', ['PURCHASE-36'], () =>
    whileSold(world, async ({ offerId }, operator) => {
      for (const spend of [
        cancel,
        (quoted: Purchase, payer: ReturnType<typeof evmKey>) => submitPurchase(quoted, payer, evmKey().address),
      ]) {
        const [buyer, payer] = [await world.newAgent('cancels'), await payerOf(operator, 2n * atoms)]
        const quoted = await quoteTo(world, buyer, offerId, payer)
        await operator.chain('call', spend(quoted, payer))
        const reply = await settled(world, buyer, quoted, signed(payer, quoted))
        requireUnpaid(reply, 'authorization-canceled', 'payer', false)
        const { status, failure } = await readPurchase(world, buyer, quoted)
        const { code, party, retryable } = failure!
        deepEqual([status, code, party, retryable], ['failed', 'AUTHORIZATION_CANCELED', 'payer', false])
        const anew = await quoteTo(world, buyer, offerId, payer)
        rightOf(await settled(world, buyer, anew, signed(payer, anew)))
      }
    }),
  )
}

async function checkForbidden({ check, world }: ScenarioContext): Promise<void> {
  await check('a payer or payee that the asset blocks is reported by the party', ['PURCHASE-16', 'PURCHASE-33'], () =>
    whileSold(world, async ({ offerId, payee }, operator) => {
      const [buyer, payer] = [await world.newAgent('forbidden'), await payerOf(operator)]
      const quoted = await quoteTo(world, buyer, offerId, payer)
      const pay = () => settled(world, buyer, quoted, signed(payer, quoted))
      await operator.chain('forbid', payee.address)
      const anew = await ask(world, await world.newAgent('asks'), offerId, { payer_address: payer.address })
      for (const refused of [await pay(), anew]) requireUnpaid(refused, 'payee-blocked', 'payee', false)
      await operator.chain('allow', payee.address)
      await operator.chain('forbid', payer.address)
      requireUnpaid(await pay(), 'payer-blocked', 'payer', false)
      equal((await readPurchase(world, buyer, quoted)).status, 'quoted')
      await operator.chain('allow', payer.address)
      rightOf(await pay())
    }),
  )
}

async function checkChanged({ check, world }: ScenarioContext): Promise<void> {
  await check('a quote whose offer has changed is not paid', ['PURCHASE-20', 'PURCHASE-35'], () =>
    whileSold(world, async (sale, operator) => {
      const { owner, payee, offerId } = sale
      const [buyer, payer] = [await world.newAgent('late'), await payerOf(operator)]
      const quoted = await quoteTo(world, buyer, offerId, payer)
      const pay = () => settled(world, buyer, quoted, signed(payer, quoted))
      await bindTo(world, owner, evmKey())
      requireUnpaid(await pay(), 'quote-expired', 'payer', false)
      await bindTo(world, owner, payee)
      await setPrice(world, sale, { amount: '1.6' })
      requireUnpaid(await pay(), 'offer-revision-conflict', 'payee', false)
      await operator.clock(endedS)
      try {
        equal((await readPurchase(world, buyer, quoted)).status, 'expired')
        requireUnpaid(await pay(), 'quote-expired', 'payer', false)
      } finally {
        await operator.clock(0)
      }
    }),
  )
}
