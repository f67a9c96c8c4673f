import { once } from 'node:events'
import test from 'ava'
import { until } from '../../conformance/until.ts'
import { CHAIN } from '../../testing/fakes/test-chain.ts'
import { ATOMS, bindPayer, transfersOf } from '../../testing/fixtures/purchase-world.ts'
import { payFor } from '../../testing/fixtures/x402-payment.ts'
import { HOLD_PASSED_MS, useSettlingPrograms } from '../../testing/processes/settlement-programs.ts'
import { PREFIX, signForTwoServers, type TwoServersAgent } from '../../testing/processes/two-servers.ts'

const { chain, clients, shared, offered, asked, paidRights, eventsOf } = useSettlingPrograms(test)
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip

const decoded = (header: string | null) => JSON.parse(Buffer.from(header ?? '', 'base64').toString())

let named = 0
let offset = 0

/** A buyer with a wallet that calls an offer's route with its token, as an x402 client. */
async function useBuyer(atoms = ATOMS) {
  const [buyer, payer] = [await clients().enroll(`pays-${named++}`), await chain().wallet(atoms)]
  await bindPayer(clients(), buyer, payer.address)
  const { seller, payee, offer_revision_id } = await offered()
  const path = `${PREFIX}/x402/offers/${offer_revision_id}`
  const token = (await clients().exchange(buyer)).data.access_token as string
  const call = async (headers: Record<string, string>, server = 0, body?: string) => {
    const sent = { method: 'POST', headers, ...(body === undefined ? {} : { body }) }
    const response = await fetch(`${asked[server]!.url}${path}`, sent)
    return { status: response.status, headers: response.headers, data: JSON.parse(await response.text()) }
  }
  const Authorization = `Bearer ${token}`
  const pay = (header: string, server = 0) => call({ Authorization, 'PAYMENT-SIGNATURE': header }, server)
  /** Calls once payments are available. */
  const ask = async () => {
    let reply = await call({ Authorization })
    while (reply.status === 503) reply = await call({ Authorization })
    return reply
  }
  /** Retries while the payment is in progress, or the process has just started. */
  const settled = (header: string, server = 0) =>
    until(
      () => pay(header, server),
      ({ status, data }) => status !== 503 && data.code !== 'SETTLEMENT_PENDING',
    )
  const paymentOf = (required: Parameters<typeof payFor>[1]) => payFor(payer, required, clients().now())
  const transfers = () => transfersOf(chain(), payer.address, payee)
  return { buyer, seller, payer, path, call, ask, pay, settled, paymentOf, transfers }
}

const signed = (agent: TwoServersAgent, path: string, payload: object, nonce: string) =>
  signForTwoServers(agent, 'POST', path, payload, nonce, clients().now())

onChain(`requirements, payment and outcome are in the x402 headers, with an envelope too${CHAIN.skipNote}`, async t => {
  await (await shared()).running()
  const { buyer, payer, path, call, ask, pay, settled, paymentOf, transfers } = await useBuyer(ATOMS - 1n)
  const asking = await ask()
  const required = decoded(asking.headers.get('PAYMENT-REQUIRED'))
  t.deepEqual([asking.status, asking.data.payment_required], [402, required])
  const anonymous = await call({})
  t.deepEqual([anonymous.status, anonymous.headers.get('PAYMENT-REQUIRED')], [401, null])
  const { header } = await paymentOf(required)
  const short = await pay(header)
  t.is(short.status, 402)
  t.deepEqual(decoded(short.headers.get('PAYMENT-RESPONSE')), short.data.payment_response)
  t.like(short.data.payment_response, { success: false, errorReason: 'insufficient_funds', payer: payer.address })
  await chain().administer('mint', payer.address, 1n)
  // A payment in the payload is ignored: it belongs in its header.
  const inPayload = await call({}, 0, signed(buyer, path, { payment: header }, 'in the payload'))
  t.deepEqual([inPayload.status, inPayload.data.payment_required], [402, required])
  const pending = await call({ 'PAYMENT-SIGNATURE': header }, 0, signed(buyer, path, {}, 'in the header'))
  const bought = pending.data.code === 'SETTLEMENT_PENDING' ? await settled(header) : pending
  t.is(bought.status, 201, JSON.stringify(bought.data))
  t.deepEqual(decoded(bought.headers.get('PAYMENT-RESPONSE')), {
    success: true,
    transaction: bought.data.payment_reference,
    network: required.accepts[0].network,
    payer: payer.address,
    amount: required.accepts[0].amount,
  })
  t.is((await transfers()).count, 1)
})

onChain(`twenty calls with one payment at two processes all return the one entitlement${CHAIN.skipNote}`, async t => {
  const { running } = await shared()
  await Promise.all([running(0), running(1)])
  const { buyer, seller, ask, settled, paymentOf, transfers } = await useBuyer(2n * ATOMS)
  const { header } = await paymentOf((await ask()).data.payment_required)
  const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => settled(header, n % 2)))
  const { data, headers } = replies[0]!
  for (const reply of replies) {
    t.deepEqual([reply.status, reply.data.entitlement_id], [201, data.entitlement_id], JSON.stringify(reply.data))
    t.is(reply.headers.get('PAYMENT-RESPONSE'), headers.get('PAYMENT-RESPONSE'))
  }
  t.deepEqual(await transfers(), { count: 1, atoms: ATOMS })
  t.deepEqual(await paidRights(buyer), [data.payment_reference])
  t.deepEqual(await eventsOf(buyer), ['service.entitlement.created', 'service.purchase.settled'])
  t.deepEqual(await eventsOf(seller), ['service.purchase.settled'])
})

for (const isPassed of [false, true]) {
  onChain(
    `a process that is killed ${isPassed ? 'after' : 'before'} it sends a payment pays once, and the entitlement is granted${CHAIN.skipNote}`,
    async t => {
      const { gate, start, running, advance } = await shared()
      const first = await running()
      const { buyer, ask, pay, settled, paymentOf, transfers } = await useBuyer()
      const { header } = await paymentOf((await ask()).data.payment_required)
      const reached = gate.hold({ method: 'eth_sendRawTransaction', isPassed })
      const broken = pay(header).catch(() => {})
      await reached
      first.kill('SIGKILL')
      await once(first, 'exit')
      await broken
      gate.open()
      await start()
      advance((offset += HOLD_PASSED_MS))
      const reply = await settled(header)
      t.is(reply.status, 201, JSON.stringify(reply.data))
      t.deepEqual(await transfers(), { count: 1, atoms: ATOMS })
      t.deepEqual(await paidRights(buyer), [reply.data.payment_reference])
    },
  )
}
