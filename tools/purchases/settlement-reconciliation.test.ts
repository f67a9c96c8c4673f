import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'ava'
import { Contract, Transaction } from 'ethers'
import { SQL } from 'sql-template-strings'
import { createJsonRpc, NodeUnavailable } from '../../push/json-rpc.ts'
import { CHAIN } from '../../testing/fakes/test-chain.ts'
import { ATOMS, signQuote, transfersOf, usePurchases } from '../../testing/fixtures/purchase-world.ts'
import { settledOutcome, slugOf } from '../../testing/fixtures/test-world.ts'
import { DAY } from '../core/durations.ts'
import { SignerUnavailable } from '../core/payment-rail.ts'

const buying = usePurchases(test)
const { world, chain, payments, quote, settle, get, intercept } = buying
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip

const TRANSFER = 'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)'

let buyers = 0
const newBuyer = () => world().agent(`buyer-${buyers++}`)
const mine = (blocks: number) => chain().provider.send('anvil_mine', [`0x${blocks.toString(16)}`])
const loseWhatIsSent = () => intercept('eth_sendRawTransaction', () => Promise.reject(new NodeUnavailable('lost')))

const sentFor = (payment_hash: string) =>
  world().db.many<{ hash: string; raw: string }>(SQL`
    select t.hash, t.raw from purchase_transaction t join service_purchase p on p.id = t.purchase_id
    where p.payment_hash = ${payment_hash} order by t.max_fee`)

onChain(
  `a node that accepts calls and never responds loses nothing, and is called a few times${CHAIN.skipNote}`,
  async t => {
    const silent = createServer(() => {})
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
    t.teardown(() => {
      silent.closeAllConnections()
      silent.close()
    })
    const hung = createJsonRpc(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, 1)
    const [ann, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
    const quoted = await quote(ann, payer)
    const signature = await signQuote(payer, quoted)
    let unanswered = 0
    const hang = (method: string) => {
      unanswered = 0
      intercept(method, (_, parameters) => {
        unanswered++
        return hung.call(method, parameters)
      })
    }
    for (const method of ['eth_getBlockByNumber', 'eth_call', 'eth_getCode', 'eth_estimateGas', 'eth_getBalance']) {
      hang(method)
      t.is(await slugOf(settle(ann, quoted.payment_hash, signature)), 'rail-unavailable', method)
      intercept(method)
      // The calls of one step are concurrent; there are none after it.
      t.true(unanswered <= 4, `${method}: ${unanswered}`)
      t.is((await sentFor(quoted.payment_hash)).length, 0, method)
    }
    for (const method of ['eth_getLogs', 'eth_getTransactionReceipt']) {
      hang(method)
      t.is(await slugOf(settle(ann, quoted.payment_hash, signature)), 'settlement-pending', method)
      intercept(method)
      t.true(unanswered <= 2, `${method}: ${unanswered}`)
    }
    t.is((await sentFor(quoted.payment_hash)).length, 1)
    await buying.reconcile()
    t.is((await get(ann, quoted.payment_hash)).status, 'settled')
    t.deepEqual(await transfersOf(chain(), payer.address, buying.payee()), { count: 1, atoms: ATOMS })
  },
)

onChain(
  `no entitlement is granted before the payment has the required number of confirmations${CHAIN.skipNote}`,
  async t => {
    payments.confirmations = 3
    t.teardown(() => (payments.confirmations = 1))
    const [bob, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
    const quoted = await quote(bob, payer)
    const signature = await signQuote(payer, quoted)
    t.is(await slugOf(settle(bob, quoted.payment_hash, signature)), 'settlement-pending')
    t.is((await transfersOf(chain(), payer.address, buying.payee())).count, 1)
    await mine(1)
    await buying.reconcile()
    t.like(await get(bob, quoted.payment_hash), { status: 'submitted', entitlement_id: null })
    t.is(await slugOf(settle(bob, quoted.payment_hash, signature)), 'settlement-pending')
    await mine(1)
    await buying.reconcile()
    const { status, entitlement_id } = await get(bob, quoted.payment_hash)
    t.is(status, 'settled')
    t.is((await settle(bob, quoted.payment_hash, signature)).entitlement_id, entitlement_id!)
    t.is((await transfersOf(chain(), payer.address, buying.payee())).count, 1)
  },
)

onChain(
  `an underpriced transaction is replaced with the same nonce, and whichever is mined pays${CHAIN.skipNote}`,
  async t => {
    const [cleo, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
    const quoted = await quote(cleo, payer)
    loseWhatIsSent()
    t.is(await slugOf(settle(cleo, quoted.payment_hash, await signQuote(payer, quoted))), 'settlement-pending')
    for (const _ of ['once', 'and again']) await buying.reconcile()
    const sent = await sentFor(quoted.payment_hash)
    const parsed = sent.map(({ raw }) => Transaction.from(raw))
    t.is(sent.length, 3)
    t.is(new Set(parsed.map(({ nonce }) => nonce)).size, 1)
    t.is(new Set(parsed.map(({ data }) => data)).size, 1)
    for (const [index, { maxFeePerGas, maxPriorityFeePerGas }] of parsed.slice(1).entries()) {
      const former = parsed[index]!
      t.true(8n * maxFeePerGas! >= 9n * former.maxFeePerGas!)
      t.true(8n * maxPriorityFeePerGas! >= 9n * former.maxPriorityFeePerGas!)
    }
    await chain().provider.send('eth_sendRawTransaction', [sent[0]!.raw])
    // The node responds before it mines.
    await chain().provider.send('evm_mine', [])
    intercept('eth_sendRawTransaction')
    await buying.reconcile()
    t.like(await get(cleo, quoted.payment_hash), { status: 'settled', payment_reference: sent[0]!.hash })
    t.is((await sentFor(quoted.payment_hash)).length, 3)
    t.is((await transfersOf(chain(), payer.address, buying.payee())).count, 1)
  },
)

onChain(`a contract pays with any signature that it accepts, and with nothing else${CHAIN.skipNote}`, async t => {
  const [dov, owner] = [await newBuyer(), await chain().wallet()]
  const contract = await chain().contractOf(owner.address, ATOMS)
  const quoted = await quote(dov, contract)
  const signature = await signQuote(owner, quoted)
  const others = [await signQuote(await chain().wallet(), quoted), '0x00', `${signature}00`]
  for (const wrong of others) {
    const { slug, members } = await world().refusal(settle(dov, quoted.payment_hash, wrong))
    t.deepEqual([slug, members], ['payment-signature-invalid', { party: 'payer', retryable: true }], wrong)
  }
  t.is((await sentFor(quoted.payment_hash)).length, 0)
  t.is((await settle(dov, quoted.payment_hash, signature)).service_id, quoted.service_id)
  t.deepEqual(await transfersOf(chain(), contract, buying.payee()), { count: 1, atoms: ATOMS })
})

onChain(
  `a payment that another executes during simulation is settled, not refused for lack of funds${CHAIN.skipNote}`,
  async t => {
    const [fee, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
    const quoted = await quote(fee, payer)
    const signature = await signQuote(payer, quoted)
    const { from, to, value, validAfter, validBefore, nonce } = quoted.signing_payload.message
    const token = new Contract(chain().token, [TRANSFER], chain().account(4).connect(chain().provider))
    intercept('eth_getCode', async pass => {
      intercept('eth_getCode')
      const words = [from, to, value, validAfter, validBefore, nonce, signature]
      await (await token.getFunction('transferWithAuthorization')(...words)).wait()
      return await pass()
    })
    t.is((await settle(fee, quoted.payment_hash, signature)).service_id, quoted.service_id)
    t.is((await sentFor(quoted.payment_hash)).length, 0)
    t.is((await transfersOf(chain(), payer.address, buying.payee())).count, 1)
  },
)

onChain(`while the signer is unavailable nothing is recorded and no nonce is used${CHAIN.skipNote}`, async t => {
  const [eli, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
  const quoted = await quote(eli, payer)
  const signature = await signQuote(payer, quoted)
  const { sign } = payments
  t.teardown(() => (payments.sign = sign))
  payments.sign = () => Promise.reject(new SignerUnavailable('gone'))
  const { slug, members } = await world().refusal(settle(eli, quoted.payment_hash, signature))
  t.deepEqual([slug, members.party], ['rail-unavailable', 'rail'])
  t.is((await get(eli, quoted.payment_hash)).status, 'quoted')
  payments.sign = sign
  const counted = await chain().provider.getTransactionCount(chain().account(1).address)
  await settle(eli, quoted.payment_hash, signature)
  const sent = await sentFor(quoted.payment_hash)
  t.deepEqual(
    sent.map(({ raw }) => Transaction.from(raw).nonce),
    [counted],
  )
})

onChain(`a payer with three reverted payments within a day must wait${CHAIN.skipNote}`, async t => {
  const [flo, gil, payer] = [await newBuyer(), await newBuyer(), await chain().wallet(4n * ATOMS)]
  const quoted = await quote(flo, payer)
  const signature = await signQuote(payer, quoted)
  intercept('eth_sendRawTransaction', async pass => {
    await chain().administer('pause')
    return await pass()
  })
  for (let n = 1; n <= 3; n++) {
    t.is(await slugOf(settle(flo, quoted.payment_hash, signature)), 'rail-unavailable')
    await chain().administer('unpause')
    t.is((await sentFor(quoted.payment_hash)).length, n)
  }
  intercept('eth_sendRawTransaction')
  t.like(await world().refusal(settle(flo, quoted.payment_hash, signature)), { slug: 'rate-limited', status: 429 })
  const byAnother = await quote(gil, payer)
  t.is(await slugOf(settle(gil, byAnother.payment_hash, await signQuote(payer, byAnother))), 'rate-limited')
  const other = await chain().wallet(ATOMS)
  const ofAnother = await quote(gil, other)
  t.is(await settledOutcome(settle(gil, ofAnother.payment_hash, await signQuote(other, ofAnother))), 'done')
  world().advance(DAY)
  const later = await quote(flo, payer)
  t.is(await settledOutcome(settle(flo, later.payment_hash, await signQuote(payer, later))), 'done')
  t.is((await transfersOf(chain(), payer.address, buying.payee())).count, 1)
})

// The last test, since it moves the chain's time.
onChain(
  `a payment in orphaned blocks that cannot be repeated ends its entitlement once that is final${CHAIN.skipNote}`,
  async t => {
    const [hob, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
    const quoted = await quote(hob, payer)
    const right = await settle(hob, quoted.payment_hash, await signQuote(payer, quoted))
    const rightOf = () =>
      world().db.one<{ revoked_by: string | null }>(SQL`
        select revoked_by from entitlement where id = ${right.entitlement_id}`)
    loseWhatIsSent()
    await chain().provider.send('anvil_reorg', [1, []])
    await chain().provider.send('anvil_dropAllTransactions', [])
    const { validBefore } = quoted.signing_payload.message
    const { timestamp } = (await chain().provider.getBlock('latest'))!
    await chain().provider.send('evm_setNextBlockTimestamp', [Math.max(Number(validBefore), timestamp + 1)])
    await mine(1)
    t.is((await transfersOf(chain(), payer.address, buying.payee())).count, 0)
    await buying.reconcile()
    t.is((await get(hob, quoted.payment_hash)).status, 'settled')
    t.is((await rightOf()).revoked_by, null)
    await mine(70)
    await buying.reconcile()
    intercept('eth_sendRawTransaction')
    t.like(await get(hob, quoted.payment_hash), { status: 'failed', failure: { code: 'QUOTE_EXPIRED' } })
    t.is((await rightOf()).revoked_by, 'operator')
    const events = (await world().eventsFor(hob)).map(({ type }) => type)
    t.deepEqual(events.slice(-2), ['service.purchase.failed', 'service.entitlement.revoked'])
    const received = (await world().eventsFor(buying.seller())).map(({ type }) => type)
    t.is(received.filter(type => type === 'service.purchase.failed').length, 1)
  },
)
