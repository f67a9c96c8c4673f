import test from 'ava'
import { Contract, Transaction } from 'ethers'
import { SQL } from 'sql-template-strings'
import { evmKey, type TypedData, typedDataDigest } from '../../conformance/clients/evm.ts'
import { until } from '../../conformance/until.ts'
import { createJsonRpc, NodeError, NodeUnavailable } from '../../push/json-rpc.ts'
import { CHAIN, startTestChain } from '../../testing/fakes/test-chain.ts'
import { ATOMS, signQuote, transfersOf, usePurchases } from '../../testing/fixtures/purchase-world.ts'
import { slugOf, type ToolOutcome } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { invokeAgentService } from '../tasks/invoke-agent-service.ts'

// Cases in which other implementations of such payments lost money, and this one does not.

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
let keys = 0
const newBuyer = () => world().agent(`buyer-${buyers++}`)
const invoke = (by: AgentActor, offer_revision_id: string) =>
  world().call(invokeAgentService, by, { offer_revision_id, message: 'Do it.', idempotency_key: `k${keys++}` })

async function cancel(
  payer: Awaited<ReturnType<ReturnType<typeof chain>['wallet']>>,
  { signing_payload }: ToolOutcome,
) {
  const { domain, message } = signing_payload
  const fields = [
    { name: 'authorizer', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
  ]
  const named = { authorizer: payer.address, nonce: message.nonce }
  const signature = await payer.signTypedData(domain, { CancelAuthorization: fields }, named)
  await (await token().getFunction('cancelAuthorization')(payer.address, message.nonce, signature)).wait()
}

const paid = async ({ address }: { address: string }) => (await transfersOf(chain(), address, buying.payee())).count
const once = { count: 1, atoms: ATOMS }

const sentFor = (payment_hash: string) =>
  world().db.many<{ raw: string }>(SQL`
    select t.raw from purchase_transaction t join service_purchase p on p.id = t.purchase_id
    where p.payment_hash = ${payment_hash} order by t.nonce`)

onChain(
  `another library than the server's can sign the served payload, and the payment succeeds${CHAIN.skipNote}`,
  async t => {
    const [ann, wallet] = [await newBuyer(), await chain().wallet(ATOMS)]
    const key = evmKey(Buffer.from(wallet.privateKey.slice(2), 'hex'))
    t.is(key.address, wallet.address)
    const quoted = await quote(ann, key.address)
    const served = JSON.parse(JSON.stringify(quoted.signing_payload)) as TypedData
    const signature = key.sign(typedDataDigest(served))
    t.is((await settle(ann, quoted.payment_hash, signature)).service_id, quoted.service_id)
    t.deepEqual(await transfersOf(chain(), wallet.address, buying.payee()), once)
  },
)

onChain(
  `nothing is delivered before settlement: a payer that cancels meanwhile gets nothing${CHAIN.skipNote}`,
  async t => {
    const [bob, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
    const quoted = await quote(bob, payer)
    const isRefused = async (when: string) =>
      t.is(await slugOf(invoke(bob, quoted.offer_revision_id)), 'entitlement-required', when)
    await isRefused('quoted')
    intercept('eth_sendRawTransaction', () => Promise.reject(new NodeUnavailable('lost')))
    t.is(await slugOf(settle(bob, quoted.payment_hash, await signQuote(payer, quoted))), 'settlement-pending')
    t.like(await get(bob, quoted.payment_hash), { status: 'submitted', entitlement_id: null })
    await isRefused('submitted')
    await cancel(payer, quoted)
    intercept('eth_sendRawTransaction')
    await buying.reconcile()
    t.like(await get(bob, quoted.payment_hash), { status: 'failed', failure: { code: 'AUTHORIZATION_CANCELED' } })
    await isRefused('cancelled')
    t.is(await paid(payer), 0)
  },
)

onChain(`the chain decides if something changes between simulation and block${CHAIN.skipNote}`, async t => {
  type Wallet = Awaited<ReturnType<ReturnType<typeof chain>['wallet']>>
  const spend = async (payer: Wallet) => {
    await chain().provider.send('anvil_setBalance', [payer.address, '0xde0b6b3a7640000'])
    const own = token().connect(payer) as Contract
    await (await own.getFunction('transfer')(chain().account(6).address, ATOMS)).wait()
  }
  const changes: Record<string, [string, (payer: Wallet, quoted: ToolOutcome) => Promise<void>, string]> = {
    cancelled: ['authorization-canceled', cancel, 'failed'],
    'payer blocked': ['payer-blocked', payer => chain().administer('blacklist', payer.address), 'failed'],
    'money gone': ['insufficient-funds', spend, 'submitted'],
  }
  for (const [name, [slug, change, status]] of Object.entries(changes)) {
    const [cleo, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
    const quoted = await quote(cleo, payer)
    intercept('eth_sendRawTransaction', async pass => {
      intercept('eth_sendRawTransaction')
      await change(payer, quoted)
      return await pass()
    })
    t.is(await slugOf(settle(cleo, quoted.payment_hash, await signQuote(payer, quoted))), slug, name)
    t.like(await get(cleo, quoted.payment_hash), { status, entitlement_id: null }, name)
    t.is(await slugOf(invoke(cleo, quoted.offer_revision_id)), 'entitlement-required', name)
    t.is(await paid(payer), 0, name)
  }
})

onChain(`a lost or failed response is not a failure: the chain determines the outcome${CHAIN.skipNote}`, async t => {
  const answers = [
    () => new NodeUnavailable('timed out'),
    () => new NodeError(-32_000, 'already known', undefined),
    () => new NodeError(-32_603, 'internal error', undefined),
  ]
  for (const answer of answers) {
    const [dan, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
    const quoted = await quote(dan, payer)
    intercept('eth_sendRawTransaction', async pass => {
      await pass()
      throw answer()
    })
    const right = await settle(dan, quoted.payment_hash, await signQuote(payer, quoted))
    intercept('eth_sendRawTransaction')
    t.is(right.payment_reference, (await get(dan, quoted.payment_hash)).payment_reference)
    t.deepEqual(await transfersOf(chain(), payer.address, buying.payee()), once)
  }
})

onChain(`all attempts at a purchase use the same authorization, so that at most one pays${CHAIN.skipNote}`, async t => {
  const [eve, payer] = [await newBuyer(), await chain().wallet(3n * ATOMS)]
  const quoted = await quote(eve, payer)
  const signature = await signQuote(payer, quoted)
  // The node reports no transaction of the relayer in a block, so the sent one counts as lost, and is sent with another
  // nonce.
  const counted = await chain().provider.getTransactionCount(chain().account(1).address)
  intercept('eth_sendRawTransaction', () => Promise.reject(new NodeUnavailable('lost')))
  t.is(await slugOf(settle(eve, quoted.payment_hash, signature)), 'settlement-pending')
  intercept('eth_getTransactionCount', async () => `0x${(counted + 1).toString(16)}`)
  await buying.reconcile()
  intercept('eth_getTransactionCount')
  intercept('eth_sendRawTransaction')
  const sent = (await sentFor(quoted.payment_hash)).map(({ raw }) => Transaction.from(raw))
  t.deepEqual(
    sent.map(({ nonce }) => nonce),
    [counted, counted + 1],
  )
  t.is(new Set(sent.map(({ data }) => data)).size, 1)
  for (const { serialized } of sent) await chain().provider.send('eth_sendRawTransaction', [serialized])
  // The node responds before it mines.
  await chain().provider.send('evm_mine', [])
  await buying.reconcile()
  t.is((await get(eve, quoted.payment_hash)).status, 'settled')
  t.deepEqual(await transfersOf(chain(), payer.address, buying.payee()), once)
  t.is((await settle(eve, quoted.payment_hash, signature)).payment_reference, sent[0]!.hash)
})

onChain(`a transaction that the chain dropped is sent again, and delays none behind it${CHAIN.skipNote}`, async t => {
  const bought: { buyer: AgentActor; payment_hash: string; payer: { address: string } }[] = []
  const refuse = async () => {
    throw new NodeError(-32_000, 'txpool is full', undefined)
  }
  for (let n = 0; n < 4; n++) {
    // Two are refused, and those after them wait for their nonces.
    intercept('eth_sendRawTransaction', n < 2 ? refuse : undefined)
    const [buyer, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
    const quoted = await quote(buyer, payer)
    const settled = settle(buyer, quoted.payment_hash, await signQuote(payer, quoted))
    if (n < 2) t.is(await slugOf(settled), 'settlement-pending')
    else t.is((await settled).service_id, quoted.service_id)
    bought.push({ buyer, payment_hash: quoted.payment_hash, payer })
  }
  await buying.reconcile()
  for (const { buyer, payment_hash, payer } of bought) {
    t.is((await get(buyer, payment_hash)).status, 'settled')
    t.deepEqual(await transfersOf(chain(), payer.address, buying.payee()), once)
  }
})

onChain(`a transaction that succeeds without a transfer settles nothing${CHAIN.skipNote}`, async t => {
  const [fay, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
  const quoted = await quote(fay, payer)
  const { provider, token: address } = chain()
  const code = await provider.getCode(address)
  intercept('eth_sendRawTransaction', async pass => {
    intercept('eth_sendRawTransaction')
    // A token that accepts a call and does nothing.
    await provider.send('anvil_setCode', [address, '0x00'])
    const hash = String(await pass())
    await provider.waitForTransaction(hash, 1, 60_000)
    await provider.send('anvil_setCode', [address, code])
    return hash
  })
  const signature = await signQuote(payer, quoted)
  t.is(await slugOf(settle(fay, quoted.payment_hash, signature)), 'rail-unavailable')
  const [sent] = (await sentFor(quoted.payment_hash)).map(({ raw }) => Transaction.from(raw).hash!)
  t.is((await provider.getTransactionReceipt(sent!))!.status, 1)
  t.like(await get(fay, quoted.payment_hash), { entitlement_id: null, payment_reference: null })
  t.is(await paid(payer), 0)
  t.is((await settle(fay, quoted.payment_hash, signature)).service_id, quoted.service_id)
  t.deepEqual(await transfersOf(chain(), payer.address, buying.payee()), once)
})

onChain(`a node that lags behind causes no lost entitlement and no second payment${CHAIN.skipNote}`, async t => {
  const [gil, payer] = [await newBuyer(), await chain().wallet(2n * ATOMS)]
  const quoted = await quote(gil, payer)
  const signature = await signQuote(payer, quoted)
  const seen = `0x${(await chain().provider.getBlockNumber()).toString(16)}`
  const { from, to, value, validAfter, validBefore, nonce } = quoted.signing_payload.message
  const words = [from, to, value, validAfter, validBefore, nonce, signature]
  await (await token().getFunction('transferWithAuthorization')(...words)).wait()
  const node = createJsonRpc(chain().url)
  const methods = ['eth_getBlockByNumber', 'eth_call', 'eth_estimateGas', 'eth_getTransactionCount', 'eth_getBalance']
  for (const method of methods) {
    intercept(method, (_, parameters) => {
      return node.call(
        method,
        parameters.map(word => (word === 'latest' ? seen : word)),
      )
    })
  }
  intercept('eth_getTransactionReceipt', async () => null)
  t.is(await slugOf(settle(gil, quoted.payment_hash, signature)), 'settlement-pending')
  for (const method of [...methods, 'eth_getTransactionReceipt']) intercept(method)
  t.is((await sentFor(quoted.payment_hash)).length, 1)
  await buying.reconcile()
  t.is((await settle(gil, quoted.payment_hash, signature)).service_id, quoted.service_id)
  t.deepEqual(await transfersOf(chain(), payer.address, buying.payee()), once)
})

onChain(
  `a call that never gets its turn returns the outcome, and a lease holder that dies is replaced${CHAIN.skipNote}`,
  async t => {
    const [vic, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
    const quoted = await quote(vic, payer)
    const signature = await signQuote(payer, quoted)
    const hold = (seconds: number) =>
      world().db.many(SQL`
      update service_purchase set leased_by = ${quoted.purchase_id},
        leased_until = ${new Date(world().runtime.clock() + seconds * 1_000)}
      where payment_hash = ${quoted.payment_hash}`)
    await hold(60)
    const { slug, members } = await world().refusal(settle(vic, quoted.payment_hash, signature))
    t.deepEqual([slug, members.retry_after_seconds], ['settlement-pending', 5])
    t.regex(members.hint ?? '', /same request again after retry_after_seconds/)
    await hold(5)
    t.is((await settle(vic, quoted.payment_hash, signature)).service_id, quoted.service_id)
  },
)

// The last test, since it moves the chain's time.
onChain(
  `a node that now serves another chain ends no purchase, and no quotes are made with it${CHAIN.skipNote}`,
  async t => {
    const [hob, payer] = [await newBuyer(), await chain().wallet(ATOMS)]
    const quoted = await quote(hob, payer)
    const signature = await signQuote(payer, quoted)
    intercept('eth_sendRawTransaction', async pass => {
      await pass()
      intercept('eth_getBlockByNumber', () => Promise.reject(new NodeUnavailable('lost')))
      throw new NodeUnavailable('lost')
    })
    t.is(await slugOf(settle(hob, quoted.payment_hash, signature)), 'settlement-pending')
    for (const method of ['eth_sendRawTransaction', 'eth_getBlockByNumber']) intercept(method)
    const { validBefore } = quoted.signing_payload.message
    const other = await startTestChain({ now: 1_000 * Number(validBefore), id: 1 })
    t.teardown(() => other.stop())
    t.is(other.token, chain().token)
    const node = createJsonRpc(other.url)
    const { rpc } = buying.payments
    buying.payments.rpc = node
    await buying.reconcile()
    t.is((await get(hob, quoted.payment_hash)).status, 'submitted')
    t.is(await slugOf(settle(hob, quoted.payment_hash, signature)), 'settlement-pending')
    t.is(await slugOf(quote(hob, payer)), 'rail-unavailable')
    buying.payments.rpc = rpc
    const reconciled = async () => {
      await buying.reconcile()
      return (await get(hob, quoted.payment_hash)).status
    }
    t.is(await until(reconciled, status => status === 'settled'), 'settled')
    t.deepEqual(await transfersOf(chain(), payer.address, buying.payee()), once)
  },
)
