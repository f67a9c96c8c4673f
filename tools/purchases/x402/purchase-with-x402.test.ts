import test from 'ava'
import { Contract, type Wallet } from 'ethers'
import { NodeUnavailable } from '../../../push/json-rpc.ts'
import { CHAIN } from '../../../testing/fakes/test-chain.ts'
import {
  ATOMS,
  bindPayer,
  PRICE,
  signQuote,
  transfersOf,
  usePurchases,
} from '../../../testing/fixtures/purchase-world.ts'
import { offerTestService } from '../../../testing/fixtures/test-market.ts'
import { settledOutcome, slugOf, type ToolOutcome } from '../../../testing/fixtures/test-world.ts'
import { type ChangedPayment, encodePayment, payFor } from '../../../testing/fixtures/x402-payment.ts'
import type { AgentActor } from '../../core/context.ts'
import { blockAgent } from '../../graph/block-agent.ts'
import { setServicePricing } from '../../services/set-service-pricing.ts'
import { listServicePurchases } from '../list-service-purchases.ts'
import { quoteServicePurchase } from '../quote-service-purchase.ts'
import { purchaseWithX402 } from './purchase-with-x402.ts'

const buying = usePurchases(test)
const { world, chain, intercept, get } = buying
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip

const ABI = ['function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)']

let named = 0

/** An agent with a bound wallet. */
async function newBuyer(atoms = ATOMS) {
  const [buyer, payer] = [await world().agent(`buyer-${named++}`), await chain().wallet(atoms)]
  await bindPayer(world(), buyer, payer.address)
  return { buyer, payer }
}

const offered = (amount = PRICE.amount) =>
  offerTestService(world(), buying.seller(), { valid_ms: 3_600_000, pricing: { ...PRICE, amount } })

const buy = (buyer: AgentActor, offer_revision_id: string, payment?: string, input: object = {}) =>
  world().call(purchaseWithX402, buyer, { offer_revision_id, payment, ...input })

const seconds = () => Math.floor(world().runtime.clock() / 1_000)

async function requirementsOf(buyer: AgentActor, offer: string) {
  const { slug, status, members } = await world().refusal(buy(buyer, offer))
  if (slug !== 'payment-required' || status !== 402) throw new Error(slug)
  return members.payment_required as ToolOutcome
}

/** The payment that an x402 client makes of the requirements. */
const paymentOf = (payer: Wallet, required: ToolOutcome, changed?: ChangedPayment) =>
  payFor(payer, required, world().runtime.clock(), changed)

const purchasesOf = async (buyer: AgentActor) =>
  (await world().call(listServicePurchases, buyer, {})).purchases as ToolOutcome[]

const paid = (payer: { address: string }) => transfersOf(chain(), payer.address, buying.payee())

onChain(
  `an offer's requirements are paid once, and its entitlement granted, however often${CHAIN.skipNote}`,
  async t => {
    const [{ buyer, payer }, { offer_revision_id }] = [await newBuyer(), await offered()]
    const required = await requirementsOf(buyer, offer_revision_id)
    const { token } = chain()
    t.like(required, { x402Version: 2, extensions: {} })
    t.deepEqual(required.accepts, [
      {
        scheme: 'exact',
        network: 'eip155:84532',
        amount: String(ATOMS),
        asset: token,
        payTo: buying.payee(),
        maxTimeoutSeconds: 900,
        extra: { name: 'USDC', version: '2' },
      },
    ])
    t.true(required.resource.url.endsWith(`/api/v1/aui/x402/offers/${offer_revision_id}`))
    t.deepEqual(await purchasesOf(buyer), [])
    const { header, message } = await paymentOf(payer, required)
    const bought = await buy(buyer, offer_revision_id, header)
    const [purchase] = await purchasesOf(buyer)
    t.like(bought.entitlement, { offer_revision_id, scope: 'agent_bound', order_id: purchase!.order_id })
    t.deepEqual(bought.settlement, {
      success: true,
      transaction: purchase!.payment_reference,
      network: 'eip155:84532',
      payer: payer.address,
      amount: String(ATOMS),
    })
    const read = await get(buyer, purchase!.payment_hash)
    t.deepEqual(read.signing_payload.message, message)
    t.is(Date.parse(read.expires_at) / 1_000, Number(message.validBefore) - 60)
    t.deepEqual(await buy(buyer, offer_revision_id, header), bought)
    t.deepEqual(await buying.settle(buyer, purchase!.payment_hash, 'anything'), bought.entitlement)
    t.is(await slugOf(buy(buyer, offer_revision_id)), 'entitlement-already-held')
    const { header: second } = await paymentOf(payer, required)
    t.is(await slugOf(buy(buyer, offer_revision_id, second)), 'entitlement-already-held')
    t.deepEqual(await paid(payer), { count: 1, atoms: ATOMS })
    const events = (await world().eventsFor(buyer)).map(({ type }) => type)
    t.deepEqual(events, ['service.purchase.settled', 'service.entitlement.created'])
  },
)

onChain(`the same payment in concurrent calls is one purchase${CHAIN.skipNote}`, async t => {
  const [{ buyer, payer }, { offer_revision_id }] = [await newBuyer(2n * ATOMS), await offered()]
  const { header } = await paymentOf(payer, await requirementsOf(buyer, offer_revision_id))
  const calls = Array.from({ length: 6 }, () => settledOutcome(buy(buyer, offer_revision_id, header)))
  for (const outcome of await Promise.all(calls)) t.true(['done', 'settlement-pending'].includes(outcome), outcome)
  t.is((await buy(buyer, offer_revision_id, header)).settlement.success, true)
  t.is((await purchasesOf(buyer)).length, 1)
  t.is((await paid(payer)).count, 1)
})

onChain(`two concurrent payments by one buyer buy one entitlement${CHAIN.skipNote}`, async t => {
  const [{ buyer, payer }, { offer_revision_id }] = [await newBuyer(2n * ATOMS), await offered()]
  const required = await requirementsOf(buyer, offer_revision_id)
  const payments = [await paymentOf(payer, required), await paymentOf(payer, required)]
  const outcomes = await Promise.allSettled(payments.map(({ header }) => buy(buyer, offer_revision_id, header)))
  t.is(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  t.is((await paid(payer)).count, 1)
})

onChain(`a payment that differs from the offer's requirements buys nothing${CHAIN.skipNote}`, async t => {
  const [{ buyer, payer }, { offer_revision_id }] = [await newBuyer(), await offered()]
  const required = await requirementsOf(buyer, offer_revision_id)
  const other = await chain().wallet(ATOMS)
  const changes: ChangedPayment[] = [
    { accepted: { scheme: 'upto' } },
    { accepted: { network: 'eip155:8453' } },
    { accepted: { asset: other.address } },
    { authorization: { to: other.address } },
    { authorization: { value: String(ATOMS - 1n) } },
    { authorization: { value: String(ATOMS + 1n) } },
    { authorization: { value: String(2n ** 256n - 1n) } },
    { authorization: { from: other.address }, signer: other },
    { authorization: { validAfter: String(seconds() + 1) } },
    { authorization: { validBefore: String(seconds() + 86_401) } },
    { authorization: { validBefore: '99999999999' } },
  ]
  for (const change of changes) {
    const { header } = await paymentOf(payer, required, change)
    const { slug, status, message, members } = await world().refusal(buy(buyer, offer_revision_id, header))
    t.deepEqual([slug, status], ['payment-required', 402], JSON.stringify(change))
    const { party, retryable, payment_required } = members
    t.deepEqual([party, retryable], ['payer', false])
    t.deepEqual(payment_required, { ...required, error: message })
  }
  const late = await paymentOf(payer, required, { authorization: { validBefore: String(seconds() + 60) } })
  t.is(await slugOf(buy(buyer, offer_revision_id, late.header)), 'quote-expired')
  t.deepEqual(await purchasesOf(buyer), [])
  const forged = await paymentOf(payer, required, { signer: other })
  const { slug, members } = await world().refusal(buy(buyer, offer_revision_id, forged.header))
  const payment_response = {
    success: false,
    errorReason: 'payment_signature_invalid',
    transaction: '',
    network: 'eip155:84532',
    payer: payer.address,
    amount: String(ATOMS),
  }
  t.deepEqual([slug, members], ['payment-signature-invalid', { party: 'payer', retryable: true, payment_response }])
  t.is((await paid(payer)).count, 0)
})

onChain(`an invalid x402 payment is refused as such${CHAIN.skipNote}`, async t => {
  const [{ buyer, payer }, { offer_revision_id }] = [await newBuyer(), await offered()]
  const { payload } = await paymentOf(payer, await requirementsOf(buyer, offer_revision_id))
  const { authorization } = payload.payload
  const changed = (change: object) =>
    encodePayment({ ...payload, payload: { ...payload.payload, authorization: { ...authorization, ...change } } })
  const wrong = [
    '',
    '{}',
    '§',
    encodePayment(null),
    encodePayment([]),
    encodePayment('x'),
    encodePayment({ ...payload, x402Version: 1 }),
    encodePayment({ ...payload, accepted: undefined }),
    encodePayment({ ...payload, payload: { signature: payload.payload.signature, permit2Authorization: {} } }),
    encodePayment({ ...payload, payload: { authorization } }),
    encodePayment({ ...payload, payload: { authorization, signature: 'f'.repeat(8_195) } }),
    changed({ value: '-1' }),
    changed({ value: '1e6' }),
    changed({ value: 1_500_000 }),
    changed({ validBefore: '9'.repeat(78) }),
    changed({ nonce: '0x1' }),
    changed({ from: 'vitalik.eth' }),
    changed({ to: null }),
  ]
  for (const header of wrong) t.is(await slugOf(buy(buyer, offer_revision_id, header)), 'bad-request', header)
  t.deepEqual(await purchasesOf(buyer), [])
})

onChain(`agents that cannot buy get no requirements${CHAIN.skipNote}`, async t => {
  const { buyer, payer } = await newBuyer()
  const { offer_revision_id } = await offered()
  const free = await offerTestService(world(), buying.seller(), {})
  t.is(await slugOf(buy(buyer, free.offer_revision_id)), 'service-is-free')
  const poor = await world().agent(`buyer-${named++}`)
  t.is(await slugOf(buy(poor, offer_revision_id)), 'validation-error')
  t.is(await slugOf(buy(buying.seller(), offer_revision_id)), 'validation-error')
  t.is(await slugOf(buy(buyer, world().runtime.newId())), 'not-found')
  const { header } = await paymentOf(payer, await requirementsOf(buyer, offer_revision_id))
  await world().call(blockAgent, buying.seller(), { target_handle: buyer.handle })
  for (const payment of [undefined, header]) {
    const { slug, members } = await world().refusal(buy(buyer, offer_revision_id, payment))
    t.deepEqual([slug, members], ['interaction-not-allowed', {}])
  }
})

onChain(`a payment is valid for one offer and one buyer${CHAIN.skipNote}`, async t => {
  const { buyer, payer } = await newBuyer(2n * ATOMS)
  const [one, other] = [await offered(), await offered()]
  const twin = await world().agent(`buyer-${named++}`)
  await bindPayer(world(), twin, payer.address)
  const { header, message } = await paymentOf(payer, await requirementsOf(buyer, one.offer_revision_id))
  // While the first call is recorded and not sent, the chain shows nothing.
  intercept('eth_sendRawTransaction', () => Promise.reject(new NodeUnavailable('lost')))
  t.is(await slugOf(buy(buyer, one.offer_revision_id, header)), 'settlement-pending')
  const again = await paymentOf(payer, await requirementsOf(buyer, other.offer_revision_id), {
    authorization: { nonce: message.nonce, validBefore: String(Number(message.validBefore) + 1) },
  })
  for (const [agent, offer, payment] of [
    [buyer, other, header],
    [buyer, other, again.header],
    [twin, one, header],
    [twin, one, again.header],
  ] as const) {
    const { slug, message: why } = await world().refusal(buy(agent, offer.offer_revision_id, payment))
    t.deepEqual([slug, why], ['payment-required', 'This authorization is already used for another purchase.'])
  }
  intercept('eth_sendRawTransaction')
  t.is(await slugOf(buy(buyer, one.offer_revision_id)), 'settlement-pending')
  await buying.reconcile()
  t.is((await buy(buyer, one.offer_revision_id, header)).entitlement.offer_revision_id, one.offer_revision_id)
  for (const [agent, offer] of [
    [buyer, other],
    [twin, one],
  ] as const) {
    t.is(await slugOf(buy(agent, offer.offer_revision_id, header)), 'authorization-canceled')
  }
  t.is((await paid(payer)).count, 1)
})

onChain(
  `a payment that somebody else executed may have bought something else, and buys nothing here${CHAIN.skipNote}`,
  async t => {
    const { offer_revision_id } = await offered()
    const token = new Contract(chain().token, ABI, chain().account(4).connect(chain().provider))
    const execute = async ({ message, signature }: Awaited<ReturnType<typeof paymentOf>>) => {
      const { from, to, value, validAfter, validBefore, nonce } = message
      const words = [from, to, value, validAfter, validBefore, nonce, signature]
      await (await token.getFunction('transferWithAuthorization')(...words)).wait()
    }
    const before = await newBuyer()
    const spent = await paymentOf(before.payer, await requirementsOf(before.buyer, offer_revision_id))
    await execute(spent)
    t.is(await slugOf(buy(before.buyer, offer_revision_id, spent.header)), 'authorization-canceled')
    t.deepEqual(await purchasesOf(before.buyer), [])
    // Recorded first, and not sent for lack of funds.
    const after = await newBuyer(ATOMS - 1n)
    const shown = await paymentOf(after.payer, await requirementsOf(after.buyer, offer_revision_id))
    t.is(await slugOf(buy(after.buyer, offer_revision_id, shown.header)), 'insufficient-funds')
    await chain().administer('mint', after.payer.address, 1n)
    await execute(shown)
    t.is(await slugOf(buy(after.buyer, offer_revision_id, shown.header)), 'authorization-canceled')
    t.like((await purchasesOf(after.buyer))[0], { status: 'failed', failure_code: 'AUTHORIZATION_CANCELED' })
    // A quote determines what it buys.
    const asked = { offer_revision_id, payer_address: after.payer.address }
    await chain().administer('mint', after.payer.address, ATOMS)
    const quoted = await world().call(quoteServicePurchase, after.buyer, asked)
    const { message } = quoted.signing_payload
    await execute({ ...shown, message, signature: await signQuote(after.payer, quoted) })
    t.is((await buying.settle(after.buyer, quoted.payment_hash, 'x')).offer_revision_id, offer_revision_id)
  },
)

onChain(
  `a superseded offer or a changed wallet of the seller is not paid, and the current one is required${CHAIN.skipNote}`,
  async t => {
    const { buyer, payer } = await newBuyer()
    const { offer_revision_id, service_id } = await offered()
    const required = await requirementsOf(buyer, offer_revision_id)
    const { header } = await paymentOf(payer, required)
    await bindPayer(world(), buying.seller(), chain().account(7).address)
    const { slug, members } = await world().refusal(buy(buyer, offer_revision_id, header))
    const moved = members.payment_required as ToolOutcome
    t.deepEqual([slug, moved.accepts[0].payTo], ['payment-required', chain().account(7).address])
    await bindPayer(world(), buying.seller(), buying.payee())
    const dearer = { service_id, model: 'forever', amount: '1.6', currency: 'USDC' }
    await world().call(setServicePricing, buying.seller(), dearer)
    t.is(await slugOf(buy(buyer, offer_revision_id, header)), 'offer-revision-conflict')
    t.deepEqual(await purchasesOf(buyer), [])
    t.is((await paid(payer)).count, 0)
  },
)

onChain(
  `once the payer has enough funds, the same payment succeeds; a quote of the same offer has its own nonce${CHAIN.skipNote}`,
  async t => {
    const { buyer, payer } = await newBuyer(ATOMS - 1n)
    const { offer_revision_id } = await offered()
    const { header } = await paymentOf(payer, await requirementsOf(buyer, offer_revision_id))
    const { slug, members } = await world().refusal(buy(buyer, offer_revision_id, header))
    t.is(slug, 'insufficient-funds')
    t.like(members.payment_response as object, { success: false, errorReason: 'insufficient_funds' })
    const asked = { offer_revision_id, payer_address: payer.address }
    const quoted = await world().call(quoteServicePurchase, buyer, asked)
    t.is(quoted.signing_payload.message.validAfter, '0')
    t.deepEqual(await world().call(quoteServicePurchase, buyer, asked), quoted)
    t.is((await purchasesOf(buyer)).length, 2)
    await chain().administer('mint', payer.address, 1n)
    t.is((await buy(buyer, offer_revision_id, header)).entitlement.offer_revision_id, offer_revision_id)
  },
)

onChain(`a payment that was recorded and never sent is sent by the job${CHAIN.skipNote}`, async t => {
  const [{ buyer, payer }, { offer_revision_id }] = [await newBuyer(), await offered()]
  const { header } = await paymentOf(payer, await requirementsOf(buyer, offer_revision_id))
  intercept('eth_sendRawTransaction', () => Promise.reject(new NodeUnavailable('lost')))
  const { slug, members } = await world().refusal(buy(buyer, offer_revision_id, header))
  t.deepEqual([slug, members.payment_response], ['settlement-pending', undefined])
  intercept('eth_sendRawTransaction')
  await buying.reconcile()
  await buying.reconcile()
  t.like((await purchasesOf(buyer))[0], { status: 'settled' })
  t.is((await buy(buyer, offer_revision_id, header)).settlement.success, true)
  t.is((await paid(payer)).count, 1)
})

onChain(`a payment that cannot be checked on the chain is not recorded${CHAIN.skipNote}`, async t => {
  const [{ buyer, payer }, { offer_revision_id }] = [await newBuyer(), await offered()]
  const { header } = await paymentOf(payer, await requirementsOf(buyer, offer_revision_id))
  intercept('eth_call', () => Promise.reject(new NodeUnavailable('away')))
  t.is(await slugOf(buy(buyer, offer_revision_id, header)), 'rail-unavailable')
  intercept('eth_call')
  await chain().administer('blacklist', buying.payee())
  t.is(await slugOf(buy(buyer, offer_revision_id, header)), 'payee-blocked')
  await chain().administer('unBlacklist', buying.payee())
  t.deepEqual(await purchasesOf(buyer), [])
})
