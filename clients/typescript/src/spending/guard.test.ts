import { keccak_256 } from '@noble/hashes/sha3.js'
import test from 'ava'
import { AbiCoder, keccak256 as keccakOfEthers, TypedDataEncoder, Wallet } from 'ethers'
import { fc } from '../../../../testing/values/property.ts'
import { atomsOf } from './amounts.ts'
import { type AskedFor, type Quote, type Spending, SpendingGuard, SpendingRefused, type Spent } from './guard.ts'
import { keccak256 } from './keccak.ts'

const NOW = Date.UTC(2026, 10, 21, 23, 50)
const ASSET = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const wallet = new Wallet(`0x${'11'.repeat(32)}`)
const payee = new Wallet(`0x${'22'.repeat(32)}`).address
const [buyer, seller, revision] = [7, 8, 9].map(n => `019ab000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
]

const asked: AskedFor = {
  agent_id: buyer,
  offer: {
    offer_revision_id: revision,
    provider: { agent_id: seller },
    pricing: { amount: '1.5', currency: 'USDC' },
  },
}
const allowed: Spending = {
  network: 'eip155:84532',
  asset: ASSET.toLowerCase(),
  currency: 'USDC',
  decimals: 6,
  payer_address: wallet.address,
  most_each_purchase: '2',
  most_each_day: '4',
  sellers: { [seller]: [payee.toLowerCase()] },
}

const FIELDS = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
]

/** As a server quotes it; `served` is what it asks to sign in place of that. */
function quoted({ id = 1, now = NOW, value = '1500000', to = payee, ...more }: Partial<Quote> & Told = {}): Quote {
  const purchase_id = `019ab000-0000-7000-8000-0000000001${String(id).padStart(2, '0')}`
  const texts = ['colloquy-purchase-v1', purchase_id, revision, buyer]
  const nonce = keccakOfEthers(AbiCoder.defaultAbiCoder().encode(['string', 'string', 'string', 'string'], texts))
  const domain = { name: 'USDC', version: '2', chainId: 84_532, verifyingContract: ASSET }
  const validBefore = String(now / 1_000 + 900)
  const message = { from: wallet.address, to, value, validAfter: '0', validBefore, nonce }
  return {
    payment_hash: TypedDataEncoder.hash(domain, { TransferWithAuthorization: FIELDS }, message),
    purchase_id,
    buyer_agent_id: buyer,
    status: 'quoted',
    offer_revision_id: revision,
    service_id: revision,
    scope: 'agent_bound',
    restricted_agent_ids: [],
    price: { amount: '1.5', amount_atomic: '1500000', currency: 'USDC', decimals: 6 },
    network: 'eip155:84532',
    asset: ASSET,
    payer_address: wallet.address,
    payee_address: payee,
    signing_payload: { domain, types: {}, message },
    expires_at: new Date(now + 840_000).toISOString(),
    order_id: null,
    entitlement_id: null,
    payment_reference: null,
    failure: null,
    created_at: new Date(now).toISOString(),
    settled_at: null,
    ...more,
  }
}

type Told = { id?: number; now?: number; value?: string; to?: string }

const open = (changed: Partial<Spending> = {}, spent: readonly Spent[] = [], now = () => NOW) => {
  const kept: (readonly Spent[])[] = []
  const guard = new SpendingGuard({ ...allowed, ...changed }, { spent, save: all => kept.push(all), now })
  return { guard, kept }
}

async function reasonOf(approved: Promise<unknown>): Promise<string> {
  const error = await approved.then(() => undefined).catch((error: unknown) => error)
  return error instanceof SpendingRefused ? error.reason : `not refused: ${error}`
}

test('an expected quote passes, and another library signs it to the same hash', async t => {
  const { guard, kept } = open()
  const quote = quoted()
  const { domain, types, message } = await guard.approve(quote, asked)
  t.deepEqual(kept, [[{ payment_hash: quote.payment_hash, amount_atomic: '1500000', day: '2026-11-21' }]])
  const { EIP712Domain: _, ...own } = types
  t.is(TypedDataEncoder.hash(domain, own, message), quote.payment_hash)
  const signature = await wallet.signTypedData(domain, own, message)
  t.is(signature.length, 132)
})

test('a quote that differs from the request or exceeds a limit is rejected, and nothing is counted', async t => {
  const { guard, kept } = open()
  const price = quoted().price
  const wrong: [Partial<Quote> & Told, string][] = [
    [{ network: 'eip155:8453' }, 'asset'],
    [{ asset: payee }, 'asset'],
    [{ price: { ...price, currency: 'EURC' } }, 'currency'],
    [{ price: { ...price, decimals: 18 } }, 'currency'],
    [{ payer_address: payee }, 'payer'],
    [{ offer_revision_id: seller }, 'offer'],
    [{ buyer_agent_id: seller }, 'offer'],
    [{ payee_address: 'x' }, 'payee'],
    [{ payee_address: wallet.address }, 'payee'],
    [{ payee_address: ASSET }, 'payee'],
    [{ price: { ...price, amount: '1.6', amount_atomic: '1600000' } }, 'price'],
    [{ price: { ...price, amount_atomic: '1500001' } }, 'price'],
    [{ price: { ...price, amount: '1.5000001' } }, 'price'],
    [{ price: { ...price, amount: '15e-1' } }, 'price'],
    [{ expires_at: new Date(NOW).toISOString() }, 'expiry'],
    [{ expires_at: new Date(NOW + 3_600_000).toISOString() }, 'expiry'],
    [{ expires_at: 'soon' }, 'expiry'],
    [{ expires_at: new Date(NOW + 839_000).toISOString() }, 'payment-hash'],
    [{ value: '1500001' }, 'payment-hash'],
    [{ to: ASSET }, 'payment-hash'],
    [{ payment_hash: `0x${'0'.repeat(64)}` }, 'payment-hash'],
    [{ purchase_id: seller }, 'payment-hash'],
    [{ signing_payload: null }, 'payment-hash'],
    [{ signing_payload: { domain: { name: 'USD Coin' } } }, 'payment-hash'],
  ]
  for (const [told, reason] of wrong) {
    t.is(await reasonOf(guard.approve(quoted(told), asked)), reason, JSON.stringify(told))
  }
  const dearer = { ...asked, offer: { ...asked.offer, pricing: { amount: '1.4', currency: 'USDC' } } }
  t.is(await reasonOf(guard.approve(quoted(), dearer)), 'price')
  t.is(await reasonOf(open({ most_each_purchase: '1.499999' }).guard.approve(quoted(), asked)), 'most-each-purchase')
  t.deepEqual(kept, [])
})

test('sellers are those of the list, at their addresses', async t => {
  const reasons = await Promise.all(
    [{}, { [buyer]: 'anywhere' as const }, { [seller]: [ASSET] }].map(sellers =>
      reasonOf(open({ sellers }).guard.approve(quoted(), asked)),
    ),
  )
  t.deepEqual(reasons, ['seller', 'seller', 'payee'])
  await open({ sellers: { [seller]: 'anywhere' } }).guard.approve(quoted(), asked)
  const { sellers: _, ...anyone } = allowed
  await new SpendingGuard(anyone, { save() {}, now: () => NOW }).approve(quoted(), asked)
  t.pass()
})

test('the limit of a day holds for concurrent requests and across restarts', async t => {
  const { guard, kept } = open()
  const quotes = [1, 2, 3].map(id => quoted({ id }))
  const outcomes = await Promise.all(quotes.map(quote => reasonOf(guard.approve(quote, asked))))
  t.deepEqual(outcomes.slice(0, 2), ['not refused: undefined', 'not refused: undefined'])
  t.is(outcomes[2], 'most-each-day')
  await guard.approve(quotes[0]!, asked)
  t.is(kept.at(-1)!.length, 2)
  const again = open({}, kept.at(-1)!)
  t.is(await reasonOf(again.guard.approve(quotes[2]!, asked)), 'most-each-day')
  const tomorrow = NOW + 600_000
  const next = open({}, kept.at(-1)!, () => tomorrow)
  await next.guard.approve(quoted({ id: 4, now: tomorrow }), asked)
  t.is(next.kept.at(-1)!.length, 1)
  t.is(await reasonOf(open({ most_each_day: '1' }).guard.approve(quotes[0]!, asked)), 'most-each-day')
})

test('spending that could not be recorded is rejected, and counts', async t => {
  const guard = new SpendingGuard(
    { ...allowed, most_each_day: '1.5' },
    { save: () => Promise.reject(new Error('full')), now: () => NOW },
  )
  t.is(await reasonOf(guard.approve(quoted(), asked)), 'not refused: Error: full')
  t.is(await reasonOf(guard.approve(quoted({ id: 2 }), asked)), 'most-each-day')
})

test('amounts are decimals, never floating point numbers', t => {
  t.is(atomsOf('0.1', 6), 100_000n)
  t.is(atomsOf('123456789012345678901234567890.000001', 6), 123_456_789_012_345_678_901_234_567_890_000_001n)
  t.is(atomsOf('1.50000000', 6), 1_500_000n)
  for (const wrong of ['', '.5', '1.', '-1', '+1', '01', '1e3', '0x1', ' 1', '1,5', '0.0000001', 1.5, null]) {
    t.is(atomsOf(wrong, 6), undefined, String(wrong))
  }
  for (const wrong of ['5 USDC', '0.0000001', '']) {
    t.throws(() => open({ most_each_day: wrong }), { instanceOf: TypeError })
  }
})

test('keccak is that of another library', t => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), data => t.deepEqual([...keccak256(data)], [...keccak_256(data)])),
  )
  for (const length of [0, 135, 136, 137, 271, 272, 273]) {
    const data = new Uint8Array(length).fill(0xa5)
    t.deepEqual([...keccak256(data)], [...keccak_256(data)])
  }
})
