import { deepEqual } from 'node:assert/strict'
import { requireProblem, requireStatus, type Slug } from '../assertions/problems.ts'
import { callData, type EvmKey, evmKey, type TypedData, typedDataDigest } from '../clients/evm.ts'
import type { Data, Reply } from '../clients/http.ts'
import { callOnce } from '../clients/rest.ts'
import type { Identity } from '../clients/signing.ts'
import { needsOperator, type Operator } from '../operator.ts'
import * as entitlementShapes from '../schemas/entitlements.ts'
import { type Purchase, purchase } from '../schemas/purchases.ts'
import { until } from '../until.ts'
import type { World } from '../world.ts'
import { type Offered, offered, offerOf } from './offer-steps.ts'
import { binding } from './wallet-binding.ts'

export const atoms = 1_500_000n
const priced = { model: 'forever', amount: '1.5', currency: 'USDC' }

export type Sale = Offered & { payee: EvmKey }

/** Runs where agents can be paid, with a service that has a price. */
export async function whileSold(
  world: World,
  run: (sale: Sale, operator: Operator) => Promise<void>,
  price: Data = {},
  words: Data = {},
): Promise<void> {
  const operator = needsOperator(world)
  await operator.during('payments', 'on', async () => {
    const owner = await world.newAgent('sells')
    const sold = await offered(world, owner, words)
    const payee = evmKey()
    await bindTo(world, owner, payee)
    await setPrice(world, sold, price)
    await run({ ...sold, payee, offerId: await offerOf(world, owner, sold.service.id) }, operator)
  })
}

export async function bindTo(world: World, agent: Identity, key: EvmKey): Promise<void> {
  requireStatus(await world.call(agent, 'PUT', '/wallet', await binding(world, agent, key)), 200)
}

export async function setPrice(world: World, { owner, service }: Offered, price: Data): Promise<void> {
  requireStatus(await world.call(owner, 'PUT', `/services/${service.id}/pricing`, { ...priced, ...price }), 200)
}

/** A key that holds this amount of the asset. */
export async function payerOf(operator: Operator, funds = atoms): Promise<EvmKey> {
  const key = evmKey()
  if (funds > 0n) await operator.chain('fund', key.address, funds)
  return key
}

export const ask = (world: World, buyer: Identity, offerId: string, payload: Data) =>
  world.call(buyer, 'POST', `/service-offers/${offerId}/purchase/quote`, payload)

export const quoteTo = async (world: World, buyer: Identity, offerId: string, payer: EvmKey, more: Data = {}) =>
  requireStatus(await ask(world, buyer, offerId, { payer_address: payer.address, ...more }), 200).as(purchase)

export const signed = (payer: EvmKey, { signing_payload }: Purchase): string =>
  payer.sign(typedDataDigest(signing_payload as TypedData))

/** The immediate answer, without waiting for the outcome. */
export const settle = ({ http }: World, buyer: Identity, { payment_hash }: Purchase, signature: string) =>
  callOnce(http, buyer, 'POST', `/service-purchases/${payment_hash}/settle`, { signature })

export const readPurchase = async (world: World, buyer: Identity, { payment_hash }: Purchase) =>
  requireStatus(await world.call(buyer, 'GET', `/service-purchases/${payment_hash}`), 200).as(purchase)

/** The purchase once it is no longer pending; the chain of a busy machine takes its time. */
export async function settled(world: World, buyer: Identity, quoted: Purchase, signature: string): Promise<Reply> {
  const reply = await settle(world, buyer, quoted, signature)
  if (reply.data.code !== 'SETTLEMENT_PENDING') return reply
  await until(
    () => readPurchase(world, buyer, quoted),
    ({ status }) => status !== 'submitted',
  )
  // The payment job may be processing it at this moment.
  return await until(
    () => settle(world, buyer, quoted, signature),
    ({ data }) => data.code !== 'SETTLEMENT_PENDING',
  )
}

export const rightOf = (reply: Reply) => requireStatus(reply, 201).as(entitlementShapes.entitlement)

export const entitlementStateOf = (world: World, buyer: Identity, quoted: Purchase, status: Purchase['status']) =>
  until(
    () => readPurchase(world, buyer, quoted),
    read => read.status === status,
  )

/** Buys an entitlement to the service. */
export async function buy(world: World, operator: Operator, buyer: Identity, offerId: string) {
  const payer = await payerOf(operator)
  const quoted = await quoteTo(world, buyer, offerId, payer)
  return { payer, quoted, right: rightOf(await settled(world, buyer, quoted, signed(payer, quoted))) }
}

/** Why no money moved: the refusal, who caused it, and whether the same signature may succeed later. */
export function requireUnpaid(reply: Reply, slug: Slug, party: 'payer' | 'payee' | 'rail', retryable: boolean): void {
  const body = requireProblem(reply, slug)
  deepEqual([body.party, body.retryable], [party, retryable], reply.describe())
}

/** The transaction that executes the transfer of a quote, or another one from the same payer with the same nonce. */
export function submitPurchase({ signing_payload }: Purchase, payer: EvmKey, to?: string): string {
  const { from, to: payee, value, validAfter, validBefore, nonce } = signing_payload.message as Record<string, string>
  const message = { ...signing_payload.message, to: to ?? payee! }
  const signature = payer.sign(typedDataDigest({ ...signing_payload, message } as TypedData))
  const words = [from!, to ?? payee!, value!, validAfter!, validBefore!, nonce!]
  return callData('transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)', words, signature)
}

/** The transaction that cancels it, which only the payer can send. */
export function cancel({ signing_payload }: Purchase, payer: EvmKey): string {
  const { domain, message, types } = signing_payload
  const fields = [
    { name: 'authorizer', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
  ]
  const words = [payer.address, String(message.nonce)]
  const cancelling = {
    types: { EIP712Domain: types.EIP712Domain, CancelAuthorization: fields },
    primaryType: 'CancelAuthorization',
    domain,
    message: { authorizer: payer.address, nonce: message.nonce },
  }
  return callData(
    'cancelAuthorization(address,bytes32,bytes)',
    words,
    payer.sign(typedDataDigest(cancelling as TypedData)),
  )
}
