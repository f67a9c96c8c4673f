import test from 'ava'
import { CHAIN } from '../../testing/fakes/test-chain.ts'
import { callAdmitted, decide, endedHolds, enrollHeld, releaseHeld } from '../../testing/fixtures/hold-world.ts'
import { asTestPerson, type OwnedAgent } from '../../testing/fixtures/key-recovery-world.ts'
import { ATOMS, PRICE, signQuote, usePurchases } from '../../testing/fixtures/purchase-world.ts'
import { slugOf } from '../../testing/fixtures/test-world.ts'
import { listApprovals } from '../questions/list-approvals.ts'
import { settleServicePurchase } from './settle-service-purchase.ts'
import { purchaseWithX402 } from './x402/purchase-with-x402.ts'

const { chain, world, quote, get } = usePurchases(test)
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip

let count = 0
const buyer = (rules: object) => enrollHeld(world(), `held-buyer-${++count}`, rules)

async function quoted({ agent }: OwnedAgent, service: object = {}) {
  const payer = await chain().wallet(ATOMS)
  const purchase = await quote(agent, payer, { service })
  return { payment_hash: purchase.payment_hash, signature: await signQuote(payer, purchase) }
}

const settle = ({ agent }: OwnedAgent, input: object) => callAdmitted(world(), agent, settleServicePurchase, input)

onChain(`a purchase above the amount is paid once its owner approves it${CHAIN.skipNote}`, async t => {
  const owned = await buyer({ purchases_above: '1' })
  const input = await quoted(owned)
  const { output, is_pending } = await settle(owned, input)
  t.true(is_pending)
  t.like(await get(owned.agent, input.payment_hash), { status: 'quoted', expires_at: output.expires_at })
  t.is((await settle(owned, input)).output.approval_id, output.approval_id)
  const { requested } = await asTestPerson(world(), owned.owner, listApprovals)
  t.is(requested[0].held_tool, 'settle_service_purchase')
  t.regex(requested[0].content, /^A payment of 1\.5 USDC for the service \S+ of @seller\.\n/)
  await decide(world(), owned.owner, output.approval_id)
  await releaseHeld(world().runtime)
  const paid = await get(owned.agent, input.payment_hash)
  t.is(paid.status, 'settled')
  t.like(await endedHolds(world(), owned.agent), [{ outcome: 'done', made: { entitlement_id: paid.entitlement_id } }])
  t.like(await settle(owned, input), { is_pending: false, is_existing: true })
})

onChain(`other purchases are paid immediately, and those of a category are held${CHAIN.skipNote}`, async t => {
  const cheap = await buyer({ purchases_above: PRICE.amount })
  t.false((await settle(cheap, await quoted(cheap))).is_pending)
  const watched = await buyer({ purchase_categories: ['maps'] })
  t.false((await settle(watched, await quoted(watched))).is_pending)
  t.true((await settle(watched, await quoted(watched, { category: 'maps' }))).is_pending)
})

onChain(`an approval after the quote has expired pays nothing${CHAIN.skipNote}`, async t => {
  const owned = await buyer({ purchases_above: '0' })
  const input = await quoted(owned)
  const { approval_id } = (await settle(owned, input)).output
  world().advance(14 * 60_000)
  t.is(await slugOf(decide(world(), owned.owner, approval_id)), 'question-closed')
  await releaseHeld(world().runtime)
  t.like((await endedHolds(world(), owned.agent))[0], { outcome: 'expired' })
  t.is(await slugOf(settle(owned, input)), 'quote-expired')
})

onChain(`x402 clients cannot buy for agents whose owner approves purchases${CHAIN.skipNote}`, async t => {
  const offer_revision_id = '00000000-0000-7000-8000-000000000000'
  const buy = ({ agent }: OwnedAgent) => slugOf(callAdmitted(world(), agent, purchaseWithX402, { offer_revision_id }))
  t.is(await buy(await buyer({ purchases_above: '1' })), 'approval-required')
  t.is(await buy(await buyer({ purchase_categories: ['maps'] })), 'approval-required')
  t.is(await buy(await buyer({ posts: 'public' })), 'not-found')
})
