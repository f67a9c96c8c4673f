import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { callData, type EvmKey, evmKey, typedDataDigest } from '../../clients/evm.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { signedDemand } from '../../clients/rest.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { purchase, purchasePage } from '../../schemas/purchases.ts'
import { type PaymentRequired, paymentRequired, type Requirements } from '../../schemas/x402.ts'
import { get } from '../../steps/agent-steps.ts'
import { offerOf } from '../../steps/offer-steps.ts'
import { ask, atoms, bindTo, payerOf, requireUnpaid, rightOf, setPrice, whileSold } from '../../steps/purchase-steps.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

export const operatorX402 = defineScenario('what clients of x402 buy', async context => {
  await checkRequired(context)
  await checkPaid(context)
  await checkRefused(context)
  await checkSpent(context)
})

const hour = 3_600

const decoded = (value: unknown) => JSON.parse(Buffer.from(String(value), 'base64').toString())
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

/** One signed call with the payment, which the signature does not cover. */
function send({ http }: World, agent: Identity, offerId: string, payment?: string, payload: Data = {}): Promise<Reply> {
  const demand = signedDemand(http, agent, 'POST', `/x402/offers/${offerId}`, payload)
  return http.send({ ...demand, headers: payment === undefined ? {} : { 'payment-signature': payment } })
}

function requireRequired(reply: Reply): PaymentRequired {
  const required = paymentRequired.parse(requireProblem(reply, 'payment-required').payment_required)
  deepEqual(decoded(reply.headers['payment-required']), required)
  return required
}

const requirementsOf = async (world: World, agent: Identity, offerId: string): Promise<Requirements> =>
  requireRequired(await send(world, agent, offerId)).accepts[0]

const fields = ['address from', 'address to', 'uint256 value', 'uint256 validAfter', 'uint256 validBefore', 'bytes32 nonce']
const named = (lines: string[]) =>
  lines.map(line => {
    const [type, name] = line.split(' ') as [string, string]
    return { name, type }
  })
const types = {
  EIP712Domain: named(['string name', 'string version', 'uint256 chainId', 'address verifyingContract']),
  TransferWithAuthorization: named(fields),
}

/** The payment that a client makes of the requirements; its authorization became valid an hour ago. */
function paymentOf({ http }: World, payer: EvmKey, accepted: Requirements, changes: Record<string, string> = {}) {
  const now = Math.floor(http.now() / 1_000)
  const authorization = {
    from: payer.address,
    to: accepted.payTo,
    value: accepted.amount,
    validAfter: String(now - hour),
    validBefore: String(now + accepted.maxTimeoutSeconds),
    nonce: `0x${randomBytes(32).toString('hex')}`,
    ...changes,
  }
  const domain = { ...accepted.extra, chainId: Number(accepted.network.split(':')[1]), verifyingContract: accepted.asset }
  const digest = typedDataDigest({ types, primaryType: 'TransferWithAuthorization', domain, message: authorization })
  return { x402Version: 2, accepted, payload: { signature: payer.sign(digest), authorization } }
}

/** A buyer with its payer's address bound. */
async function buyerOf(world: World, word: string, payer: EvmKey): Promise<Identity> {
  const buyer = await world.newAgent(word)
  await bindTo(world, buyer, payer)
  return buyer
}

/** The response once the payment is no longer pending. */
const settled = (world: World, buyer: Identity, offerId: string, payment: string) =>
  until(
    () => send(world, buyer, offerId, payment),
    ({ data }) => data.code !== 'SETTLEMENT_PENDING',
  )

const purchasesOf = async (world: World, buyer: Identity) =>
  requireStatus(await world.call(buyer, 'GET', '/service-purchases'), 200).as(purchasePage).purchases

async function checkRequired({ check, world }: ScenarioContext): Promise<void> {
  await check('the payment requirements of an offer are returned to agents that can buy it', ['PURCHASE-60', 'PURCHASE-61'], () =>
    whileSold(world, async ({ owner, service, offerId, payee }) => {
      const [buyer, poor] = [await buyerOf(world, 'requires', evmKey()), await world.newAgent('has-no-wallet')]
      const { x402Version, resource, accepts } = requireRequired(await send(world, buyer, offerId))
      const [{ asset, network, extra, ...required }] = accepts
      const quoted = requireStatus(await ask(world, buyer, offerId, {}), 200).as(purchase)
      const { domain } = quoted.signing_payload
      deepEqual([asset, network, extra], [quoted.asset, quoted.network, { name: domain.name, version: domain.version }])
      const { scheme, amount, payTo, maxTimeoutSeconds } = required
      deepEqual([x402Version, scheme, amount, payTo], [2, 'exact', String(atoms), payee.address])
      ok(maxTimeoutSeconds > 60)
      ok(resource.url.endsWith(`/x402/offers/${offerId}`))
      equal((await purchasesOf(world, buyer)).length, 1)
      requireInvalid(await send(world, poor, offerId), '/payer_address')
      requireInvalid(await send(world, owner, offerId), '/payer_address')
      requireInvalid(await send(world, buyer, offerId, undefined, { scope: 'all' }), '/scope')
      requireStatus(await world.call(owner, 'PUT', `/services/${service.id}/pricing`, { model: 'free' }), 200)
      requireProblem(await send(world, buyer, offerId), 'offer-revision-conflict')
      requireProblem(await send(world, buyer, await offerOf(world, owner, service.id)), 'service-is-free')
    }),
  )
}

async function checkPaid({ check, world }: ScenarioContext): Promise<void> {
  await check('an x402 payment is settled once, whoever repeats it', ['PURCHASE-62', 'PURCHASE-63'], () =>
    whileSold(world, async ({ offerId, payee }, operator) => {
      const payer = await payerOf(operator, 2n * atoms)
      const buyer = await buyerOf(world, 'pays', payer)
      const payload = paymentOf(world, payer, await requirementsOf(world, buyer, offerId))
      const payment = encoded(payload)
      const replies = await Promise.all([1, 2, 3].map(() => settled(world, buyer, offerId, payment)))
      const bought = rightOf(replies[0]!)
      const [listed, ...others] = await purchasesOf(world, buyer)
      equal(others.length, 0)
      const read = purchase.parse(await get(world, buyer, `/service-purchases/${listed!.payment_hash}`))
      deepEqual([read.status, read.entitlement_id, read.payment_reference], ['settled', bought.entitlement_id, bought.payment_reference])
      const { authorization } = payload.payload
      deepEqual(read.signing_payload.message, authorization)
      equal(Date.parse(read.expires_at) / 1_000 + 60, Number(authorization.validBefore))
      const outcome = {
        success: true,
        transaction: read.payment_reference,
        network: read.network,
        payer: payer.address,
        amount: String(atoms),
      }
      for (const reply of [...replies, await send(world, buyer, offerId, payment)]) {
        deepEqual([rightOf(reply), decoded(reply.headers['payment-response'])], [bought, outcome])
      }
      requireProblem(await send(world, buyer, offerId), 'entitlement-already-held')
      deepEqual([await operator.funds(payer.address), await operator.funds(payee.address)], [atoms, atoms])
    }),
  )
}

async function checkRefused({ check, world }: ScenarioContext): Promise<void> {
  await check('a payment that differs from the requirements is refused', ['PURCHASE-64', 'PURCHASE-65', 'PURCHASE-66', 'PURCHASE-68'], () =>
    whileSold(world, async (sale, operator) => {
      const { offerId } = sale
      const [payer, other] = [await payerOf(operator), await payerOf(operator)]
      const buyer = await buyerOf(world, 'underpays', payer)
      const accepted = await requirementsOf(world, buyer, offerId)
      const good = paymentOf(world, payer, accepted)
      for (const malformed of ['x', encoded(null), encoded({ ...good, x402Version: 1 }), encoded({ ...good, payload: {} })]) {
        requireProblem(await send(world, buyer, offerId, malformed), 'bad-request')
      }
      const at = (seconds: number) => String(Math.floor(world.http.now() / 1_000) + seconds)
      for (const wrong of [
        { ...good, accepted: { ...accepted, network: 'eip155:1' } },
        { ...good, accepted: { ...accepted, scheme: 'upto' } },
        paymentOf(world, other, accepted),
        paymentOf(world, payer, accepted, { to: other.address }),
        paymentOf(world, payer, accepted, { value: '1' }),
        paymentOf(world, payer, accepted, { validAfter: at(hour) }),
        paymentOf(world, payer, accepted, { validBefore: at(48 * hour) }),
      ]) {
        const reply = await send(world, buyer, offerId, encoded(wrong))
        const { error, accepts } = requireRequired(reply)
        deepEqual([accepts, reply.data.detail], [[accepted], error])
        requireUnpaid(reply, 'payment-required', 'payer', false)
      }
      const late = paymentOf(world, payer, accepted, { validBefore: at(50) })
      requireUnpaid(await send(world, buyer, offerId, encoded(late)), 'quote-expired', 'payer', false)
      deepEqual(await purchasesOf(world, buyer), [])
      const forged = { ...good, payload: { ...good.payload, signature: paymentOf(world, other, accepted).payload.signature } }
      const refused = await send(world, buyer, offerId, encoded(forged))
      requireUnpaid(refused, 'payment-signature-invalid', 'payer', true)
      const outcome = decoded(refused.headers['payment-response'])
      deepEqual([outcome, outcome.success, typeof outcome.errorReason], [refused.data.payment_response, false, 'string'])
      await setPrice(world, sale, { amount: '1.6' })
      requireProblem(await send(world, buyer, offerId, encoded(good)), 'offer-revision-conflict')
      equal(await operator.funds(payer.address), atoms)
    }),
  )
}

async function checkSpent({ check, world }: ScenarioContext): Promise<void> {
  await check('a payment that somebody else executed grants nothing', ['PURCHASE-66', 'PURCHASE-67'], () =>
    whileSold(world, async ({ offerId }, operator) => {
      for (const isRecorded of [false, true]) {
        const payer = await payerOf(operator, isRecorded ? 0n : atoms)
        const buyer = await buyerOf(world, 'spends', payer)
        const payload = paymentOf(world, payer, await requirementsOf(world, buyer, offerId))
        const payment = encoded(payload)
        if (isRecorded) {
          requireUnpaid(await send(world, buyer, offerId, payment), 'insufficient-funds', 'payer', true)
          await operator.chain('fund', payer.address, atoms)
        }
        const { authorization, signature } = payload.payload
        const words = Object.values(authorization)
        await operator.chain('call', callData(`transferWithAuthorization(${TRANSFER})`, words, signature))
        requireUnpaid(await settled(world, buyer, offerId, payment), 'authorization-canceled', 'payer', false)
        equal((await purchasesOf(world, buyer)).length, isRecorded ? 1 : 0)
      }
    }),
  )
}

const TRANSFER = 'address,address,uint256,uint256,uint256,bytes32,bytes'
