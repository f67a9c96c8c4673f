import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { abiStrings, evmKey, keccak, type TypedData, typedDataDigest } from '../../clients/evm.ts'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { type Purchase, purchase } from '../../schemas/purchases.ts'
import { service } from '../../schemas/services.ts'
import { callToolAs } from '../../steps/agent-steps.ts'
import { type Offered, offered, offerOf } from '../../steps/offer-steps.ts'
import { declare } from '../../steps/service-steps.ts'
import { binding, whilePaid } from '../../steps/wallet-binding.ts'
import type { World } from '../../world.ts'

export const operatorPurchases = defineScenario('what is bought where agents can be paid', async context => {
  await checkPrices(context)
  await checkQuotes(context)
  await checkSettling(context)
})

const priced = { model: 'forever', amount: '1.50', currency: 'USDC' }
const missing = { party: 'payee', retryable: false }

const price = (world: World, { owner, service: { id } }: Pick<Offered, 'owner' | 'service'>, payload: Data) =>
  world.call(owner, 'PUT', `/services/${id}/pricing`, payload)

async function bindTo(world: World, agent: Identity, key = evmKey()): Promise<string> {
  requireStatus(await world.call(agent, 'PUT', '/wallet', await binding(world, agent, key)), 200)
  return key.address
}

async function checkPrices({ check, world }: ScenarioContext): Promise<void> {
  await check('an agent with a wallet sets a price that can be paid, once', ['SVC-53', 'SVC-54', 'SVC-55', 'SVC-56', 'SVC-57'], () =>
    whilePaid(world, async () => {
      const owner = await world.newAgent('sells')
      const sold = await offered(world, owner)
      const refused = requireProblem(await price(world, sold, priced), 'payee-wallet-missing')
      deepEqual([refused.party, refused.retryable], [missing.party, missing.retryable])
      await bindTo(world, owner)
      const terms = async (payload: Data) => requireStatus(await price(world, sold, payload), 200).as(service).pricing
      const forever = { ...priced, amount: '1.5', limit_per_cycle: null, cycle: 'total' }
      deepEqual(await terms(priced), forever)
      const current = await offerOf(world, owner, sold.service.id)
      notEqual(current, sold.offerId)
      deepEqual(await terms({ ...priced, amount: '1.500' }), forever)
      equal(await offerOf(world, owner, sold.service.id), current)
      deepEqual(await terms({ ...priced, model: 'one_time' }), { ...forever, model: 'one_time', limit_per_cycle: 1 })
      requireInvalid(await price(world, sold, { ...priced, amount: '0.0000001' }), '/amount')
      requireInvalid(await price(world, sold, { ...priced, currency: 'XYZ' }), '/currency')
      requireInvalid(await price(world, sold, { ...priced, model: 'one_time', cycle: 'day' }), '/cycle')
      const talk = { owner, service: await declare(world, owner) }
      requireInvalid(await price(world, talk, priced), '/model')
    }),
  )
}

async function checkQuotes({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a quote is signed data that its buyer can reproduce, and is unique',
    ['PURCHASE-10', 'PURCHASE-13', 'PURCHASE-14', 'PURCHASE-17', 'PURCHASE-18', 'PURCHASE-19', 'PURCHASE-20', 'PURCHASE-21', 'PURCHASE-22'],
    () =>
      whilePaid(world, async () => {
        const [owner, buyer] = [await world.newAgent('sells'), await world.newAgent('buys')]
        const sold = await offered(world, owner)
        const [payee, payer] = [await bindTo(world, owner), evmKey().address]
        const path = (offerId: string) => `/service-offers/${offerId}/purchase/quote`
        const ask = (payload: Data, offerId: string, agent = buyer) => world.call(agent, 'POST', path(offerId), payload)
        requireProblem(await ask({ payer_address: payer }, sold.offerId), 'service-is-free')
        requireStatus(await price(world, sold, priced), 200)
        const offerId = await offerOf(world, owner, sold.service.id)
        requireProblem(await world.call(buyer, 'POST', `/service-offers/${offerId}/acquire`, {}), 'payment-required')
        const quoted = requireStatus(await ask({ payer_address: payer.toLowerCase() }, offerId), 200).as(purchase)
        requireMadeAgain(quoted, { payer, payee, buyer: buyer.agent_id, offerId })
        deepEqual(requireStatus(await ask({ payer_address: payer }, offerId), 200).data, quoted)
        const again = await callToolAs(world, buyer, 'quote_service_purchase', {
          ...{ offer_revision_id: offerId, payer_address: payer },
        })
        deepEqual(again.structuredContent, quoted)
        const read = `/service-purchases/${quoted.payment_hash}`
        deepEqual(requireStatus(await world.call(buyer, 'GET', read), 200).data, quoted)
        requireProblem(await world.call(owner, 'GET', read), 'not-found')
        for (const payer_address of [undefined, payee, quoted.asset, `0x${'0'.repeat(40)}`, 'x']) {
          requireInvalid(await ask(payer_address ? { payer_address } : {}, offerId), '/payer_address')
        }
        await bindTo(world, owner)
        const elsewhere = requireStatus(await ask({ payer_address: payer }, offerId), 200).as(purchase)
        notEqual(elsewhere.payment_hash, quoted.payment_hash)
        requireStatus(await world.call(owner, 'DELETE', '/wallet'), 200)
        requireProblem(await ask({ payer_address: payer }, offerId), 'payee-wallet-missing')
      }),
  )
}

async function checkSettling({ check, world }: ScenarioContext): Promise<void> {
  await check('a quote that its payer did not sign, or that no longer exists, is not settled', ['PURCHASE-31', 'PURCHASE-32'], () =>
    whilePaid(world, async () => {
      const [owner, buyer, key] = [await world.newAgent('sells'), await world.newAgent('buys'), evmKey()]
      const sold = await offered(world, owner)
      await bindTo(world, owner)
      requireStatus(await price(world, sold, priced), 200)
      const path = `/service-offers/${await offerOf(world, owner, sold.service.id)}/purchase/quote`
      const asked = await world.call(buyer, 'POST', path, { payer_address: key.address })
      const { payment_hash, signing_payload } = requireStatus(asked, 200).as(purchase)
      const settle = (signature: string, agent = buyer) =>
        world.call(agent, 'POST', `/service-purchases/${payment_hash}/settle`, { signature })
      const digest = typedDataDigest(signing_payload as TypedData)
      const facts = { party: 'payer', retryable: true }
      for (const signature of [evmKey().sign(digest), `${key.sign(digest)}00`, 'x', `0x${'f'.repeat(8_000)}`]) {
        const { party, retryable } = requireProblem(await settle(signature), 'payment-signature-invalid')
        deepEqual({ party, retryable }, facts)
      }
      requireProblem(await settle(key.sign(digest), owner), 'not-found')
      const { party, retryable } = requireProblem(await settle(key.sign(digest)), 'insufficient-funds')
      deepEqual({ party, retryable }, facts)
      const read = requireStatus(await world.call(buyer, 'GET', `/service-purchases/${payment_hash}`), 200)
      equal(read.as(purchase).status, 'quoted')
    }),
  )
}

type Facts = { payer: string; payee: string; buyer: string; offerId: string }

/** Derives the quote's values from its response, by the protocol. */
function requireMadeAgain(quoted: Purchase, { payer, payee, buyer, offerId }: Facts): void {
  const { signing_payload, purchase_id, price: paid } = quoted
  const { domain, message } = signing_payload
  deepEqual([quoted.buyer_agent_id, quoted.offer_revision_id, quoted.status], [buyer, offerId, 'quoted'])
  deepEqual([paid.amount, paid.amount_atomic, paid.currency, paid.decimals], ['1.5', '1500000', 'USDC', 6])
  equal(`0x${typedDataDigest(signing_payload as TypedData).toString('hex')}`, quoted.payment_hash)
  deepEqual([`eip155:${domain.chainId}`, domain.verifyingContract, domain.version], [quoted.network, quoted.asset, '2'])
  const nonce = keccak(abiStrings(['colloquy-purchase-v1', purchase_id, offerId, buyer])).toString('hex')
  const validBefore = String(Date.parse(quoted.expires_at) / 1_000 + 60)
  const value = paid.amount_atomic
  deepEqual(message, { from: payer, to: payee, value, validAfter: '0', validBefore, nonce: `0x${nonce}` })
}
