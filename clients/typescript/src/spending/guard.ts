import type { ServicePurchase } from '../answers.ts'
import { atomsOf } from './amounts.ts'
import { digestOf, nonceOf, type SigningPayload, typedData } from './authorisation.ts'

/**
 * The spending limits that an owner sets for an agent. Amounts are decimals in strings, addresses 0x and 40 hex digits.
 */
export interface Spending {
  /** The payment asset, configured by the owner: not taken from a server. */
  network: string
  asset: string
  currency: string
  decimals: number
  payer_address: string
  most_each_purchase: string
  /** Per UTC day. */
  most_each_day: string
  /** Allowed sellers by agent id: at any address, or only at these. Without a list, anyone. */
  sellers?: Readonly<Record<string, 'anywhere' | readonly string[]>>
}

/** An approved purchase, to be stored for the next start. */
export interface Spent {
  payment_hash: string
  amount_atomic: string
  /** The UTC day, as 2026-11-26. */
  day: string
}

/** The buyer's request, from what it read before the quote. */
export interface AskedFor {
  /** The buyer itself. */
  agent_id: string
  offer: {
    offer_revision_id: string
    provider: { agent_id: string }
    pricing: { amount: string | null; currency: string | null }
  }
}

export type Quote = Omit<ServicePurchase, 'signing_payload'> & { signing_payload: unknown }

export interface GuardOptions {
  /** The value that `save` received last. */
  spent?: readonly Spent[]
  /** Stores all approved purchases; nothing is signed before it resolves. */
  save(spent: readonly Spent[]): unknown
  /** In ms since 1970. */
  now?: () => number
}

/** The quote must not be signed; `reason` is the violated rule. */
export class SpendingRefused extends Error {
  readonly reason: string

  constructor(reason: string, told: string) {
    super(told)
    this.reason = reason
  }
}

/** The signature is valid for 15 minutes from the quote; allows for clock skew. */
const LONGEST_MS = 20 * 60_000
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const isSame = (one: unknown, other: string): boolean =>
  typeof one === 'string' && one.toLowerCase() === other.toLowerCase()

/** Approves quotes that match the request and the limits; rejects all others before they are signed. */
export class SpendingGuard {
  readonly #allowed: Spending
  readonly #options: GuardOptions
  #spent: readonly Spent[]

  constructor(allowed: Spending, options: GuardOptions) {
    this.#allowed = allowed
    this.#options = options
    this.#spent = options.spent ?? []
    const { decimals, most_each_day, most_each_purchase } = allowed
    for (const amount of [most_each_day, most_each_purchase]) {
      if (atomsOf(amount, decimals) === undefined)
        throw new TypeError(`a limit must be a decimal in a string, with at most ${decimals} decimals`)
    }
  }

  /** The payload to sign, built here from verified values. Counts the amount as spent first; the same quote counts once. */
  async approve(quote: Quote, asked: AskedFor): Promise<SigningPayload> {
    const now = (this.#options.now ?? Date.now)()
    const payload = this.#requireAsked(quote, asked, now)
    this.#count(quote, new Date(now).toISOString().slice(0, 10))
    await this.#options.save(this.#spent)
    return payload
  }

  #requireAsked(quote: Quote, { agent_id, offer }: AskedFor, now: number): SigningPayload {
    const { network, asset, currency, decimals, payer_address, most_each_purchase } = this.#allowed
    const { price } = quote
    require(isSame(quote.network, network) && isSame(quote.asset, asset), 'asset', 'the quote uses another asset')
    const isInCurrency = price.currency === currency && price.decimals === decimals
    require(isInCurrency && offer.pricing.currency === currency, 'currency', 'the quote uses another currency')
    require(isSame(quote.payer_address, payer_address), 'payer', 'the quote names another payer')
    const isOffer = quote.offer_revision_id === offer.offer_revision_id && quote.buyer_agent_id === agent_id
    require(isOffer, 'offer', 'the quote is for another offer or another buyer')
    this.#requireSeller(quote.payee_address, offer.provider.agent_id)
    const atoms = atomsOf(price.amount, decimals)
    const isPrice = atoms !== undefined && String(atoms) === price.amount_atomic
    require(isPrice && atoms === atomsOf(offer.pricing.amount, decimals), 'price', 'the price differs from the offer')
    require(atoms! <=
      atomsOf(most_each_purchase, decimals)!, 'most-each-purchase', 'the price exceeds the limit per purchase')
    const ends = Date.parse(quote.expires_at)
    require(ends > now &&
      ends + 60_000 <= now + LONGEST_MS &&
      ends % 1_000 === 0, 'expiry', 'the quote has expired, or is valid for too long')
    return requireFrozen(quote, ends)
  }

  #requireSeller(address: string, agentId: string): void {
    require(ADDRESS.test(address), 'payee', 'the payee is not an address')
    const { sellers, payer_address } = this.#allowed
    require(!isSame(address, payer_address), 'payee', 'the payee is the payer')
    if (!sellers) return
    const known = Object.hasOwn(sellers, agentId) ? sellers[agentId] : undefined
    require(known !== undefined, 'seller', 'the seller is not on the list of allowed sellers')
    const isKnown = known === 'anywhere' || known!.some(one => isSame(one, address))
    require(isKnown, 'payee', 'the payee is not an allowed address of the seller')
  }

  #count({ payment_hash, price: { amount_atomic } }: Quote, day: string): void {
    if (this.#spent.some(spent => spent.payment_hash === payment_hash)) return
    const today = this.#spent.filter(spent => spent.day >= day)
    const sum = today.reduce((total, spent) => total + BigInt(spent.amount_atomic), BigInt(amount_atomic))
    const most = atomsOf(this.#allowed.most_each_day, this.#allowed.decimals)!
    require(sum <= most, 'most-each-day', 'the purchase would exceed the limit per day')
    this.#spent = [...today, { payment_hash, amount_atomic, day }]
  }
}

/** Recomputes the payload and requires it to match the quote (PURCHASE-21, PURCHASE-22). */
function requireFrozen(quote: Quote, ends: number): SigningPayload {
  const { asset, network, payer_address, payee_address, price } = quote
  const served = quote.signing_payload as { domain?: { name?: unknown } } | null
  const name = String(served?.domain?.name)
  const chainId = Number(/^eip155:([1-9][0-9]{0,15})$/.exec(network)?.[1])
  const payload = typedData(
    { name, version: '2', chainId, verifyingContract: asset },
    {
      from: payer_address,
      to: payee_address,
      value: price.amount_atomic,
      validAfter: '0',
      validBefore: String(ends / 1_000 + 60),
      nonce: nonceOf(quote.purchase_id, quote.offer_revision_id, quote.buyer_agent_id),
    },
  )
  require(digestOf(payload) === quote.payment_hash, 'payment-hash', 'the signing payload does not match the quote')
  return payload
}

function require(holds: boolean, reason: string, told: string): void {
  if (!holds) throw new SpendingRefused(reason, told)
}
