import test from 'ava'
import { pino } from 'pino'
import { NodeUnavailable } from '../../../push/json-rpc.ts'
import { CHAIN } from '../../../testing/fakes/test-chain.ts'
import { ATOMS, signQuote, usePurchases } from '../../../testing/fixtures/purchase-world.ts'
import { slugOf, type ToolOutcome } from '../../../testing/fixtures/test-world.ts'
import type { AnyTool } from '../../core/define-tool.ts'
import { jobContext } from '../../core/jobs/job-runner.ts'
import { listAudit } from '../../oversight/list-audit.ts'
import { GAS_OF_PAYMENT } from '../chain/affordable.ts'
import { listPurchases } from './list-purchases.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { showPayments } from './show-payments.ts'
import { watchRelayerJob } from './watch-relayer.job.ts'

const buying = usePurchases(test)
const { world, chain, payments, seller, quote, settle, get, intercept } = buying
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip

const operate = (tool: AnyTool, input: object = {}): Promise<ToolOutcome> =>
  world().callOperator(tool as typeof showPayments, input) as Promise<ToolOutcome>

const lines: { level: number; msg: string }[] = []
const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const watch = () => watchRelayerJob.run({ ...jobContext(world().runtime, 'test'), log })

onChain(`paid and pending purchases are shown with their transactions${CHAIN.skipNote}`, async t => {
  const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
  const [payer, other] = [await chain().wallet(ATOMS), await chain().wallet(ATOMS)]
  const paid = await quote(ann, payer)
  await settle(ann, paid.payment_hash, await signQuote(payer, paid))
  const lost = await quote(bob, other)
  intercept('eth_sendRawTransaction', () => Promise.reject(new NodeUnavailable('lost')))
  t.is(await slugOf(settle(bob, lost.payment_hash, await signQuote(other, lost))), 'settlement-pending')
  const { is_enabled, pending, last_day } = await operate(showPayments)
  t.true(is_enabled)
  const counts = [
    { status: 'settled', count: 1 },
    { status: 'submitted', count: 1 },
  ]
  t.deepEqual(
    pending,
    counts.map(row => ({ ...row, oldest_at: paid.created_at })),
  )
  t.deepEqual(
    last_day,
    counts.map(row => ({ ...row, failure_code: null })),
  )
  const { purchases } = await operate(listPurchases)
  t.deepEqual(
    purchases.map(({ payment_hash, status }: ToolOutcome) => [payment_hash, status]),
    [
      [lost.payment_hash, 'submitted'],
      [paid.payment_hash, 'settled'],
    ],
  )
  const { payment_reference } = await get(ann, paid.payment_hash)
  t.like(purchases[1], {
    buyer_agent_id: ann.agent_id,
    seller_agent_id: seller().agent_id,
    payment_reference,
    transactions: [payment_reference],
  })
  t.is(purchases[0].transactions.length, 1)
  const one = { payment_hash: paid.payment_hash }
  t.deepEqual((await operate(listPurchases, one)).purchases, [purchases[1]])
  t.deepEqual((await operate(listPurchases, { status: 'submitted' })).purchases, [purchases[0]])
  const first = await operate(listPurchases, { limit: 1 })
  t.deepEqual((await operate(listPurchases, { limit: 1, cursor: first.next_cursor })).purchases, [purchases[1]])
})

onChain(`an operator can have the chain checked immediately, which is audited${CHAIN.skipNote}`, async t => {
  const [carl, payer] = [await world().agent('carl'), await chain().wallet(ATOMS)]
  const quoted = await quote(carl, payer)
  const { payment_hash } = quoted
  t.is(await slugOf(operate(reconcilePayments, { payment_hash: `0x${'a'.repeat(64)}` })), 'not-found')
  intercept('eth_sendRawTransaction', () => Promise.reject(new NodeUnavailable('lost')))
  t.is(await slugOf(settle(carl, payment_hash, await signQuote(payer, quoted))), 'settlement-pending')
  intercept('eth_sendRawTransaction')
  const lookAt = async () => (await operate(listPurchases, { payment_hash })).purchases[0].check_at
  const now = new Date(world().runtime.clock()).toISOString()
  t.true((await lookAt()) > now)
  t.deepEqual(await operate(reconcilePayments, { payment_hash }), { due: 1 })
  t.is(await lookAt(), now)
  const { due } = await operate(reconcilePayments)
  t.true(due >= 1)
  const { changes } = await operate(listAudit)
  t.like(changes[0], { action: 'reconcile_payments', subject: { payment_hash: null }, after: { due } })
  t.like(changes[1], { action: 'reconcile_payments', subject: { payment_hash }, after: { due: 1 } })
  for (const _ of ['sent', 'found']) await buying.reconcile()
  t.is((await get(carl, payment_hash)).status, 'settled')
})

onChain(`a relayer that runs low on Ether is reported once, and so is its recovery${CHAIN.skipNote}`, async t => {
  const { address } = chain().account(1)
  const had = await chain().provider.getBalance(address)
  const give = (wei: bigint) => chain().provider.send('anvil_setBalance', [address, `0x${wei.toString(16)}`])
  const levels = async () => (await operate(showPayments)).relayers.map(({ level }: ToolOutcome) => level)
  const { baseFeePerGas } = (await chain().provider.getBlock('latest'))!
  const each = GAS_OF_PAYMENT * (2n * baseFeePerGas! + 2_000_000_000n)
  const messages: string[] = []
  for (const [wei, level] of [
    [had, 'enough'],
    [10n * each, 'low'],
    [9n * each, 'low'],
    [1n, 'dry'],
    [0n, 'dry'],
    [had, 'enough'],
  ] as const) {
    await give(wei)
    await watch()
    t.deepEqual(await levels(), [level])
    messages.push(lines.map(({ level: loud, msg }) => `${loud} ${/low|out of|enough/.exec(msg)}`).join() || '-')
    lines.length = 0
  }
  t.deepEqual(messages, ['-', '40 low', '-', '50 out of', '-', '30 enough'])
  t.is((await operate(showPayments)).relayers[0].balance, String(had))
  intercept('eth_getBalance', () => Promise.reject(new NodeUnavailable('lost')))
  await watch()
  payments.stand('away')
  await watch()
  t.deepEqual(lines, [])
})
