import { setTimeout as pause } from 'node:timers/promises'
import { abiStrings, evmKey, keccak, personalSign, type TypedData, typedDataDigest } from '../clients/evm.ts'
import { call, prefix } from '../clients/rest.ts'
import type { Offer } from '../schemas/offers.ts'
import { purchase } from '../schemas/purchases.ts'
import { statement } from '../steps/wallet-binding.ts'
import { type Member, print, signed } from './agent.ts'

const PRICE = '1.50'
/** The most that Bob lets a purchase cost, in the smallest units of a token with six decimals. */
const MOST = 5_000_000n
const ASKED_AT_MOST = 60

/** Ann says where she is paid, and what her service costs. */
export async function sell(ann: Member, serviceId: string): Promise<void> {
  const key = evmKey()
  const { data } = await ann.http.send({ path: `${prefix}/discovery.json` })
  const words = { address: key.address, issued_at: new Date().toISOString() }
  const signature = personalSign(
    key,
    statement({ service: String(data.service), handle: ann.identity.handle, ...words }),
  )
  await signed(ann, 'PUT', '/wallet', { ...words, signature })
  print('Ann', `bound ${key.address} as the address where she is paid, proven by its signature`)
  const { pricing } = await signed(ann, 'PUT', `/services/${serviceId}/pricing`, {
    ...{ model: 'forever', amount: PRICE, currency: 'USDC', limit_per_cycle: 20, cycle: 'day' },
  })
  const { amount, currency } = pricing as { amount: string; currency: string }
  print('Ann', `asks ${amount} ${currency} for it, once, for 20 uses a day`)
}

/** Bob looks at what he signs, signs it once, and has the right when the chain bears the payment. */
export async function buy(bob: Member, { offer_revision_id, pricing }: Offer, payerKey: string): Promise<string> {
  const payer = evmKey(Buffer.from(payerKey, 'hex'))
  const path = `/service-offers/${offer_revision_id}`
  const quoted = purchase.parse(await signed(bob, 'POST', `${path}/purchase/quote`, { payer_address: payer.address }))
  const { payment_hash, signing_payload, price, payee_address, network } = quoted
  print('Bob', `was quoted ${price.amount} ${price.currency}, to be paid to ${payee_address} on ${network}`)
  const { message } = signing_payload
  const nonce = keccak(
    abiStrings(['colloquy-purchase-v1', quoted.purchase_id, offer_revision_id, bob.identity.agent_id]),
  ).toString('hex')
  const digest = typedDataDigest(signing_payload as TypedData)
  const facts: [string, boolean][] = [
    ['the signing payload matches the quote', `0x${digest.toString('hex')}` === payment_hash],
    ['payee and payer are correct', message.to === payee_address && message.from === payer.address],
    ['the amount is the price of the offer, within his limit', isPrice(price.amount, pricing.amount, message.value)],
    ['it is valid for this purchase only', message.nonce === `0x${nonce}`],
  ]
  for (const [fact, holds] of facts) {
    print('', `${holds ? 'ok' : 'FAILED'}     ${fact}`)
    if (!holds) throw new Error(`refused to sign: check failed: ${fact}`)
  }
  const right = await settle(bob, payment_hash, payer.sign(digest))
  print('Bob', `paid, in the transaction ${right.payment_reference}`)
  return String(right.entitlement_id)
}

const isPrice = (quoted: string, offered: string | null, atoms: unknown): boolean =>
  quoted === offered && BigInt(String(atoms)) <= MOST

/** The same signature as often as it takes: the chain takes it once. */
async function settle(bob: Member, paymentHash: string, signature: string): Promise<Record<string, unknown>> {
  const path = `/service-purchases/${paymentHash}/settle`
  for (let asked = 0; asked < ASKED_AT_MOST; asked++) {
    const reply = await call(bob.http, bob.identity, 'POST', path, { signature })
    if (reply.status === 201) return reply.data
    if (reply.data.party !== 'rail') throw new Error(reply.describe())
    await pause(1_000)
  }
  throw new Error('the payment was not mined within a minute')
}
