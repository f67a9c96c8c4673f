import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { EvmKey } from '../../clients/evm.ts'
import type { Identity } from '../../clients/signing.ts'
import type { Operator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import {
  buy,
  entitlementStateOf,
  payerOf,
  quoteTo,
  readPurchase,
  requireUnpaid,
  rightOf,
  settle,
  settled,
  signed,
  whileSold,
} from '../../steps/purchase-steps.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'
import { paymentEvents } from './operator-settlement.ts'

export const operatorUnpaid = defineScenario('what is not paid in the end', async context => {
  await checkReverts(context)
  // The last scenario with payments: the chain's clock is ahead of the server's afterwards.
  await checkUndone(context)
})

/** Longer than signatures are valid. */
const endedS = 16 * 60

/** Much later by the server's clock alone, so that the payment job is due. */
async function later(operator: Operator, run: () => Promise<void>): Promise<void> {
  await operator.clock(endedS)
  try {
    await run()
  } finally {
    await operator.clock(0)
  }
}

type Buying = { buyer: Identity; payer: EvmKey; offerId: string }

/** The asset blocks the payer when the payment is already sent, before the others that wait. */
async function failing(world: World, operator: Operator, { buyer, payer, offerId }: Buying) {
  const quoted = await quoteTo(world, buyer, offerId, payer)
  const going: Promise<unknown>[] = []
  await operator.whileHeld(async () => {
    going.push(settle(world, buyer, quoted, signed(payer, quoted)))
    await entitlementStateOf(world, buyer, quoted, 'submitted')
    await operator.chain('forbid', payer.address)
  })
  await Promise.all(going)
  const failed = await entitlementStateOf(world, buyer, quoted, 'failed')
  await operator.chain('allow', payer.address)
  return failed
}

async function checkReverts({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a payment that fails on the chain is reported, and fails for good after three in a day',
    ['PURCHASE-38', 'PURCHASE-40', 'PURCHASE-42'],
    () =>
      whileSold(world, async ({ offerId }, operator) => {
        const payer = await payerOf(operator)
        for (const buyer of [await world.newAgent('first'), await world.newAgent('second'), await world.newAgent('third')]) {
          const failed = await failing(world, operator, { buyer, payer, offerId })
          const { status, failure, entitlement_id, payment_hash, service_id, offer_revision_id } = failed
          deepEqual([status, failure?.code, entitlement_id], ['failed', 'PAYER_BLOCKED', null])
          deepEqual([failure?.party, failure?.retryable], ['payer', false])
          requireUnpaid(await settled(world, buyer, failed, signed(payer, failed)), 'payer-blocked', 'payer', false)
          const data = { payment_hash, service_id, offer_revision_id, code: 'PAYER_BLOCKED' }
          deepEqual(await paymentEvents(world, buyer), [['service.purchase.failed', data]])
        }
        const [buyer, other] = [await world.newAgent('fourth'), await payerOf(operator)]
        const fourth = await quoteTo(world, buyer, offerId, payer)
        requireUnpaid(await settled(world, buyer, fourth, signed(payer, fourth)), 'rate-limited', 'payer', false)
        equal((await readPurchase(world, buyer, fourth)).status, 'quoted')
        const quoted = await quoteTo(world, buyer, offerId, other)
        rightOf(await settled(world, buyer, quoted, signed(other, quoted)))
      }),
  )
}

async function checkUndone({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a payment that a chain reorganization undoes is sent again, and its entitlement ends if that is too late',
    ['PURCHASE-41', 'PURCHASE-42'],
    () =>
      whileSold(world, async ({ offerId, owner }, operator) => {
        const [again, late] = [await world.newAgent('again'), await world.newAgent('undone')]
        const { quoted: sent, payer: paid, right } = await buy(world, operator, again, offerId)
        await operator.chain('undo')
        await later(operator, async () => {
          const rest = await until(
            () => operator.funds(paid.address),
            atoms => atoms === 0n,
          )
          deepEqual([rest, (await readPurchase(world, again, sent)).entitlement_id], [0n, right.entitlement_id])
        })
        const { quoted, payer } = await buy(world, operator, late, offerId)
        await operator.chain('hold')
        await operator.chain('undo')
        await operator.chain('late', endedS)
        await operator.chain('go')
        await later(operator, async () => void (await entitlementStateOf(world, late, quoted, 'failed')))
        const failed = await readPurchase(world, late, quoted)
        deepEqual([failed.status, failed.failure?.code], ['failed', 'QUOTE_EXPIRED'])
        const path = `/entitlements/${failed.entitlement_id}`
        const ended = requireStatus(await world.call(late, 'GET', path), 200)
        notEqual(ended.data.revoked_at, null)
        const types = (await paymentEvents(world, late)).map(([type]) => type)
        deepEqual(types.slice(-2), ['service.purchase.failed', 'service.entitlement.revoked'])
        deepEqual((await paymentEvents(world, owner)).at(-1)?.[0], 'service.purchase.failed')
        requireProblem(await settled(world, late, quoted, signed(payer, quoted)), 'quote-expired')
      }),
  )
}
