import test from 'ava'
import { until } from '../../conformance/until.ts'
import type { GatePoint } from '../../testing/fakes/node-gate.ts'
import { CHAIN } from '../../testing/fakes/test-chain.ts'
import { ATOMS, transfersOf } from '../../testing/fixtures/purchase-world.ts'
import { HOLD_PASSED_MS, useSettlingPrograms } from '../../testing/processes/settlement-programs.ts'
import type { TwoServersAnswer } from '../../testing/processes/two-servers.ts'

const { chain, shared, quoted, paidRights, eventsOf } = useSettlingPrograms(test)
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip

/** Polls until the purchase is settled. */
const endOf = ({ settle }: Awaited<ReturnType<typeof quoted>>): Promise<TwoServersAnswer> =>
  until(settle, ({ slug }) => slug !== 'settlement-pending')

/** Settled, or to be retried: a call to the node that is held for too long is abandoned. */
const isFair = ({ status, slug = '' }: TwoServersAnswer): boolean =>
  status === 201 || ['settlement-pending', 'rail-unavailable'].includes(slug)

onChain(
  `forty concurrent settlements of one purchase at two processes all return its one entitlement${CHAIN.skipNote}`,
  async t => {
    const { running } = await shared()
    await Promise.all([running(0), running(1)])
    const { buyer, seller, payer, payee, settle } = await quoted()
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => settle(n % 2)))
    const { data } = answers[0]!
    for (const { status, data: other } of answers)
      t.deepEqual([status, other.entitlement_id], [201, data.entitlement_id])
    t.deepEqual(await transfersOf(chain(), payer.address, payee), { count: 1, atoms: ATOMS })
    t.deepEqual(await paidRights(buyer), [data.payment_reference])
    t.deepEqual(await eventsOf(buyer), ['service.entitlement.created', 'service.purchase.settled'])
    t.deepEqual(await eventsOf(seller), ['service.purchase.settled'])
  },
)

let offset = 0

const POINTS: Record<string, GatePoint> = {
  'as it tries the payment': { method: 'eth_estimateGas', isPassed: false },
  'before what is recorded is sent': { method: 'eth_sendRawTransaction', isPassed: false },
  'once it is sent': { method: 'eth_sendRawTransaction', isPassed: true },
  'as it is shown what paid it': { method: 'eth_getTransactionReceipt', isPassed: true, afterSending: true },
}

for (const [name, point] of Object.entries(POINTS)) {
  onChain(
    `a process that is delayed ${name} for longer than its lease, and the one that takes over, pay once${CHAIN.skipNote}`,
    async t => {
      const { gate, running, advance } = await shared()
      await Promise.all([running(0), running(1)])
      const bought = await quoted()
      const { buyer, seller, payer, payee, settle, read } = bought
      const reached = gate.hold(point)
      const slow = settle(0)
      await reached
      t.true(isFair(await settle(1)))
      gate.open()
      advance((offset += HOLD_PASSED_MS))
      // Settled by the other process, or by the job of either.
      const readOn = async () => {
        const { data } = await read()
        if (data.status === 'quoted') await settle(1)
        return data
      }
      const data = await until(readOn, ({ status }) => status === 'settled')
      gate.release()
      const late = await slow
      t.true(isFair(late), late.text)
      const end = await endOf(bought)
      t.deepEqual([end.status, end.data.entitlement_id], [201, data.entitlement_id])
      t.deepEqual(await transfersOf(chain(), payer.address, payee), { count: 1, atoms: ATOMS })
      t.deepEqual(await paidRights(buyer), [data.payment_reference])
      t.deepEqual(await eventsOf(buyer), ['service.entitlement.created', 'service.purchase.settled'])
      t.deepEqual(await eventsOf(seller), ['service.purchase.settled'])
    },
  )
}
