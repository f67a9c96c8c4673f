import test from 'ava'
import { Contract, Signature } from 'ethers'
import { SQL } from 'sql-template-strings'
import { NodeUnavailable } from '../../push/json-rpc.ts'
import { CHAIN } from '../../testing/fakes/test-chain.ts'
import { ATOMS, bindPayer, signQuote, transfersOf, usePurchases } from '../../testing/fixtures/purchase-world.ts'
import { settledOutcome, slugOf } from '../../testing/fixtures/test-world.ts'
import { quoteServicePurchase } from './quote-service-purchase.ts'

const buying = usePurchases(test)
const { world, chain, quote, settle, get, intercept } = buying
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip

const ABI = [
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
  'function cancelAuthorization(address,bytes32,bytes)',
  'function transfer(address,uint256)',
]
const token = () => new Contract(chain().token, ABI, chain().account(4).connect(chain().provider))

let buyers = 0
const newBuyer = () => world().agent(`buyer-${buyers++}`)

onChain(
  `a signed quote is paid once, and its entitlement granted, however often it is requested${CHAIN.skipNote}`,
  async t => {
    const [ann, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
    const quoted = await quote(ann, payer)
    const signature = await signQuote(payer, quoted)
    const right = await settle(ann, quoted.payment_hash, signature)
    const purchase = await get(ann, quoted.payment_hash)
    t.like(right, {
      service_id: quoted.service_id,
      offer_revision_id: quoted.offer_revision_id,
      scope: 'agent_bound',
      pricing_model: 'forever',
      expires_at: null,
      order_id: purchase.order_id,
      payment_reference: purchase.payment_reference,
    })
    t.like(purchase, { status: 'settled', entitlement_id: right.entitlement_id, failure: null })
    const { status, to } = (await chain().provider.getTransactionReceipt(purchase.payment_reference!))!
    t.deepEqual([status, to], [1, chain().token])
    t.deepEqual(await settle(ann, quoted.payment_hash, signature), right)
    t.deepEqual(await settle(ann, quoted.payment_hash, 'anything'), right)
    t.deepEqual(await transfersOf(chain(), payer.address, buying.payee()), { count: 1, atoms: ATOMS })
    const events = (await world().eventsFor(ann)).map(({ type }) => type)
    t.deepEqual(events, ['service.purchase.settled', 'service.entitlement.created'])
    t.true((await world().eventsFor(buying.seller())).some(({ type }) => type === 'service.purchase.settled'))
  },
)

onChain(`the signer is the payer, with a signature in any form that wallets produce${CHAIN.skipNote}`, async t => {
  const [bob, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
  const quoted = await quote(bob, payer)
  const good = Signature.from(await signQuote(payer, quoted))
  const other = await signQuote(await chain().wallet(), quoted)
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const high = `${good.r}${(order - BigInt(good.s)).toString(16).padStart(64, '0')}${good.v === 27 ? '1c' : '1b'}`
  for (const wrong of [
    other,
    high,
    '0x',
    'x',
    good.serialized.slice(0, -4),
    `${good.serialized}00`,
    `0x${'f'.repeat(8_000)}`,
  ]) {
    const { slug, members } = await world().refusal(settle(bob, quoted.payment_hash, wrong))
    t.deepEqual([slug, members], ['payment-signature-invalid', { party: 'payer', retryable: true }], wrong)
  }
  t.is((await get(bob, quoted.payment_hash)).status, 'quoted')
  t.is((await settle(bob, quoted.payment_hash, good.compactSerialized)).service_id, quoted.service_id)
  const carl = await newBuyer()
  t.is(await slugOf(settle(carl, quoted.payment_hash, good.serialized)), 'not-found')
})

onChain(`once the payer has enough funds, the same signature pays${CHAIN.skipNote}`, async t => {
  const [dan, payer] = [await newBuyer(), await chain().wallet(ATOMS - 1n)]
  const quoted = await quote(dan, payer)
  const signature = await signQuote(payer, quoted)
  const { slug, members, status } = await world().refusal(settle(dan, quoted.payment_hash, signature))
  t.deepEqual([slug, status, members], ['insufficient-funds', 402, { party: 'payer', retryable: true }])
  await chain().administer('mint', payer.address, 1n)
  t.is((await settle(dan, quoted.payment_hash, signature)).service_id, quoted.service_id)
})

onChain(`a payment that the token forbids is reported with the account it concerns${CHAIN.skipNote}`, async t => {
  const [eve, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
  const quoted = await quote(eve, payer)
  const signature = await signQuote(payer, quoted)
  const refused = async () => {
    const { slug, members } = await world().refusal(settle(eve, quoted.payment_hash, signature))
    return [slug, members.party, members.retryable]
  }
  await chain().administer('blacklist', buying.payee())
  t.deepEqual(await refused(), ['payee-blocked', 'payee', false])
  await chain().administer('unBlacklist', buying.payee())
  await chain().administer('blacklist', payer.address)
  t.deepEqual(await refused(), ['payer-blocked', 'payer', false])
  await chain().administer('unBlacklist', payer.address)
  await chain().administer('pause')
  t.deepEqual(await refused(), ['rail-unavailable', 'rail', true])
  await chain().administer('unpause')
  t.is((await settle(eve, quoted.payment_hash, signature)).service_id, quoted.service_id)
})

onChain(`an authorization is paid whoever executes it, and its entitlement granted${CHAIN.skipNote}`, async t => {
  const [fay, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
  const quoted = await quote(fay, payer)
  const signature = await signQuote(payer, quoted)
  const { from, to, value, validAfter, validBefore, nonce } = quoted.signing_payload.message
  const sent = await token().getFunction('transferWithAuthorization')(
    from,
    to,
    value,
    validAfter,
    validBefore,
    nonce,
    signature,
  )
  await sent.wait()
  const right = await settle(fay, quoted.payment_hash, 'nothing')
  t.is(right.payment_reference, sent.hash)
  t.is((await transfersOf(chain(), payer.address, buying.payee())).count, 1)
})

onChain(`a cancelled authorization is not paid, and a new quote is${CHAIN.skipNote}`, async t => {
  const [gus, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
  const quoted = await quote(gus, payer)
  const { domain, message } = quoted.signing_payload
  const types = {
    CancelAuthorization: [
      { name: 'authorizer', type: 'address' },
      { name: 'nonce', type: 'bytes32' },
    ],
  }
  const cancel = await payer.signTypedData(domain, types, { authorizer: payer.address, nonce: message.nonce })
  await (await token().getFunction('cancelAuthorization')(payer.address, message.nonce, cancel)).wait()
  const { slug, members } = await world().refusal(settle(gus, quoted.payment_hash, await signQuote(payer, quoted)))
  t.deepEqual([slug, members], ['authorization-canceled', { party: 'payer', retryable: false }])
  t.like(await get(gus, quoted.payment_hash), { status: 'failed', failure: { code: 'AUTHORIZATION_CANCELED' } })
  t.is((await transfersOf(chain(), payer.address, buying.payee())).count, 0)
})

onChain(
  `a nonce that was used for another transfer pays nothing, whatever else moved in that transaction${CHAIN.skipNote}`,
  async t => {
    const [hal, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
    const quoted = await quote(hal, payer)
    const { domain, types, message } = quoted.signing_payload
    const other = { ...message, to: chain().account(6).address }
    const { TransferWithAuthorization } = types
    const signature = await payer.signTypedData(domain, { TransferWithAuthorization }, other)
    const words = [other.from, other.to, other.value, 0, other.validBefore, other.nonce, signature]
    await (await token().getFunction('transferWithAuthorization')(...words)).wait()
    t.is(await slugOf(settle(hal, quoted.payment_hash, await signQuote(payer, quoted))), 'authorization-canceled')
  },
)

onChain(`an undecided settlement is reported as pending, and the job completes it${CHAIN.skipNote}`, async t => {
  const [ida, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
  const quoted = await quote(ida, payer)
  const signature = await signQuote(payer, quoted)
  await chain().provider.send('evm_setAutomine', [false])
  t.teardown(() => chain().provider.send('evm_setAutomine', [true]))
  const { slug, members } = await world().refusal(settle(ida, quoted.payment_hash, signature))
  t.deepEqual([slug, members.party, members.retryable], ['settlement-pending', 'rail', true])
  t.is((await get(ida, quoted.payment_hash)).status, 'submitted')
  t.is(await slugOf(settle(ida, quoted.payment_hash, signature)), 'settlement-pending')
  await chain().provider.send('evm_setAutomine', [true])
  await chain().provider.send('evm_mine', [])
  await buying.reconcile()
  t.is((await get(ida, quoted.payment_hash)).status, 'settled')
  t.is((await transfersOf(chain(), payer.address, buying.payee())).count, 1)
})

onChain(`a payment that was recorded and never sent is sent by the job${CHAIN.skipNote}`, async t => {
  const [jan, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
  const quoted = await quote(jan, payer)
  intercept('eth_sendRawTransaction', () => Promise.reject(new NodeUnavailable('lost')))
  t.is(await slugOf(settle(jan, quoted.payment_hash, await signQuote(payer, quoted))), 'settlement-pending')
  intercept('eth_sendRawTransaction')
  t.is((await transfersOf(chain(), payer.address, buying.payee())).count, 0)
  await buying.reconcile()
  await buying.reconcile()
  t.is((await get(jan, quoted.payment_hash)).status, 'settled')
})

onChain(`nothing is sent before it is recorded${CHAIN.skipNote}`, async t => {
  const [kim, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
  const quoted = await quote(kim, payer)
  let recorded: unknown
  intercept('eth_sendRawTransaction', async (pass, [raw]) => {
    recorded = await world().db.maybeOne(SQL`
      select p.status, p.payment_hash from purchase_transaction t join service_purchase p on p.id = t.purchase_id
      where t.raw = ${String(raw)}`)
    return await pass()
  })
  await settle(kim, quoted.payment_hash, await signQuote(payer, quoted))
  intercept('eth_sendRawTransaction')
  t.deepEqual(recorded, { status: 'submitted', payment_hash: quoted.payment_hash })
})

onChain(
  `a seller that is blocked between simulation and block is not paid, and no entitlement is granted${CHAIN.skipNote}`,
  async t => {
    const [lea, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
    const quoted = await quote(lea, payer)
    intercept('eth_sendRawTransaction', async pass => {
      await chain().administer('blacklist', buying.payee())
      return await pass()
    })
    const { slug, members } = await world().refusal(settle(lea, quoted.payment_hash, await signQuote(payer, quoted)))
    intercept('eth_sendRawTransaction')
    t.deepEqual([slug, members], ['payee-blocked', { party: 'payee', retryable: false }])
    t.like(await get(lea, quoted.payment_hash), {
      status: 'failed',
      entitlement_id: null,
      failure: { code: 'PAYEE_BLOCKED' },
    })
    await chain().administer('unBlacklist', buying.payee())
    t.is((await transfersOf(chain(), payer.address, buying.payee())).count, 0)
  },
)

onChain(`a payment that a chain reorganization drops is sent again${CHAIN.skipNote}`, async t => {
  const [mia, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
  const quoted = await quote(mia, payer)
  const right = await settle(mia, quoted.payment_hash, await signQuote(payer, quoted))
  await chain().provider.send('anvil_reorg', [1, []])
  t.is((await transfersOf(chain(), payer.address, buying.payee())).count, 0)
  await buying.reconcile()
  await chain().provider.send('evm_mine', [])
  await buying.reconcile()
  const purchase = await get(mia, quoted.payment_hash)
  t.like(purchase, { status: 'settled', entitlement_id: right.entitlement_id })
  t.is((await transfersOf(chain(), payer.address, buying.payee())).count, 1)
})

onChain(
  `if the relayer's nonce was used elsewhere, the recorded transaction is signed again${CHAIN.skipNote}`,
  async t => {
    const [noa, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
    const quoted = await quote(noa, payer)
    intercept('eth_sendRawTransaction', () => Promise.reject(new NodeUnavailable('lost')))
    t.is(await slugOf(settle(noa, quoted.payment_hash, await signQuote(payer, quoted))), 'settlement-pending')
    intercept('eth_sendRawTransaction')
    const relayer = chain().account(1).connect(chain().provider)
    await (await relayer.sendTransaction({ to: relayer.address, value: 1n })).wait()
    await buying.reconcile()
    await buying.reconcile()
    t.is((await get(noa, quoted.payment_hash)).status, 'settled')
    t.is((await transfersOf(chain(), payer.address, buying.payee())).count, 1)
  },
)

onChain(`a relayer without gas refuses before anything is recorded${CHAIN.skipNote}`, async t => {
  const [ole, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
  const quoted = await quote(ole, payer)
  const signature = await signQuote(payer, quoted)
  const { address } = chain().account(1)
  const had = await chain().provider.getBalance(address)
  await chain().provider.send('anvil_setBalance', [address, '0x1'])
  t.is(await slugOf(settle(ole, quoted.payment_hash, signature)), 'rail-unavailable')
  t.is((await get(ole, quoted.payment_hash)).status, 'quoted')
  await chain().provider.send('anvil_setBalance', [address, `0x${had.toString(16)}`])
  t.is((await settle(ole, quoted.payment_hash, signature)).service_id, quoted.service_id)
})

onChain(`a node that returns no log, or no response, settles nothing and loses nothing${CHAIN.skipNote}`, async t => {
  const [pia, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
  const quoted = await quote(pia, payer)
  const signature = await signQuote(payer, quoted)
  for (const method of ['eth_call', 'eth_getBlockByNumber', 'eth_estimateGas', 'eth_getTransactionCount']) {
    intercept(method, () => Promise.reject(new NodeUnavailable('status 429')))
    t.is(await slugOf(settle(pia, quoted.payment_hash, signature)), 'rail-unavailable', method)
    intercept(method)
  }
  t.is((await get(pia, quoted.payment_hash)).status, 'quoted')
  intercept('eth_getLogs', async () => [])
  t.is(await slugOf(settle(pia, quoted.payment_hash, signature)), 'settlement-pending')
  intercept('eth_getLogs')
  t.is((await settle(pia, quoted.payment_hash, signature)).service_id, quoted.service_id)
  t.is((await transfersOf(chain(), payer.address, buying.payee())).count, 1)
})

onChain(`a payment that differs from the quote is refused${CHAIN.skipNote}`, async t => {
  const [qui, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
  const quoted = await quote(qui, payer)
  const signature = await signQuote(payer, quoted)
  await bindPayer(world(), buying.seller(), chain().account(7).address)
  t.is(await slugOf(settle(qui, quoted.payment_hash, signature)), 'quote-expired')
  await bindPayer(world(), buying.seller(), buying.payee())
  await world().db.many(SQL`update service set status = 'paused' where id = ${quoted.service_id}`)
  t.is(await slugOf(settle(qui, quoted.payment_hash, signature)), 'service-unavailable-now')
  t.is((await transfersOf(chain(), payer.address, buying.payee())).count, 0)
})

onChain(
  `a second payment for an active or pending entitlement is refused before anything is sent${CHAIN.skipNote}`,
  async t => {
    const [ria, payer, other] = [await newBuyer(), await chain().wallet(ATOMS), await chain().wallet(ATOMS)]
    const quoted = await quote(ria, payer)
    const second = await world().call(quoteServicePurchase, ria, {
      offer_revision_id: quoted.offer_revision_id,
      payer_address: other.address,
    })
    const outcomes = await Promise.all([
      settledOutcome(settle(ria, quoted.payment_hash, await signQuote(payer, quoted))),
      settledOutcome(settle(ria, second.payment_hash, await signQuote(other, second))),
    ])
    t.is(outcomes.filter(outcome => outcome === 'done').length, 1, outcomes.join())
    t.true(
      outcomes.some(outcome => ['settlement-pending', 'entitlement-already-held'].includes(outcome)),
      outcomes.join(),
    )
    const moved = await Promise.all(
      [payer, other].map(({ address }) => transfersOf(chain(), address, buying.payee()).then(({ count }) => count)),
    )
    t.is(moved[0]! + moved[1]!, 1)
  },
)

// The last test, since it moves the chain's time.
onChain(
  `an authorization that nobody can execute any more has failed, by the time of the chain${CHAIN.skipNote}`,
  async t => {
    const [tim, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
    const quoted = await quote(tim, payer)
    intercept('eth_sendRawTransaction', () => Promise.reject(new NodeUnavailable('lost')))
    t.is(await slugOf(settle(tim, quoted.payment_hash, await signQuote(payer, quoted))), 'settlement-pending')
    await buying.reconcile()
    t.is((await get(tim, quoted.payment_hash)).status, 'submitted')
    const { validBefore } = quoted.signing_payload.message
    await chain().provider.send('evm_setNextBlockTimestamp', [Number(validBefore)])
    await chain().provider.send('evm_mine', [])
    await buying.reconcile()
    intercept('eth_sendRawTransaction')
    t.like(await get(tim, quoted.payment_hash), { status: 'failed', failure: { code: 'QUOTE_EXPIRED' } })
    t.is((await transfersOf(chain(), payer.address, buying.payee())).count, 0)
  },
)
