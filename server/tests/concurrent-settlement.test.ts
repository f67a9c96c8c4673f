import test from 'ava'
import { until } from '../../conformance/until.ts'
import type { GatePoint } from '../../testing/fakes/node-gate.ts'
import { CHAIN } from '../../testing/fakes/test-chain.ts'
import { ATOMS, transfersOf } from '../../testing/fixtures/purchase-world.ts'
import { HOLD_PASSED_MS, useSettlingPrograms } from '../../testing/processes/settlement-programs.ts'
import type { TwoServersAnswer } from '../../testing/processes/two-servers.ts'

const { chain, shared, quoted, paidRights, eventsOf: told } = useSettlingPrograms(test)
const onChain = CHAIN.isThere ? test.serial : test.serial.skip

/** Asks until it is settled. */
const endOf = ({ settle }: Awaited<ReturnType<typeof quoted>>): Promise<TwoServersAnswer> =>
  until(settle, ({ slug }) => slug !== 'settlement-pending')

/** Paid, or to be asked again: a call to the node that is held for too long is given up. */
const isFair = ({ status, slug = '' }: TwoServersAnswer): boolean =>
  status === 201 || ['settlement-pending', 'rail-unavailable'].includes(slug)

onChain(`of forty calls at two processes that settle one purchase each has the one right${CHAIN.word}`, async t => {
  const { running } = await shared()
  await Promise.all([running(0), running(1)])
  const { buyer, seller, payer, payee, settle } = await quoted()
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => settle(n % 2)))
  const { data } = answers[0]!
  for (const { status, data: other } of answers) t.deepEqual([status, other.entitlement_id], [201, data.entitlement_id])
  t.deepEqual(await transfersOf(chain(), payer.address, payee), { count: 1, atoms: ATOMS })
  t.deepEqual(await paidRights(buyer), [data.payment_reference])
  t.deepEqual(await told(buyer), ['service.entitlement.created', 'service.purchase.settled'])
  t.deepEqual(await told(seller), ['service.purchase.settled'])
})

let offset = 0

const POINTS: Record<string, GatePoint> = {
  'as it tries the payment': { method: 'eth_estimateGas', isPassed: false },
  'before what is recorded is sent': { method: 'eth_sendRawTransaction', isPassed: false },
  'once it is sent': { method: 'eth_sendRawTransaction', isPassed: true },
  'as it is shown what paid it': { method: 'eth_getTransactionReceipt', isPassed: true, afterSending: true },
}

for (const [name, point] of Object.entries(POINTS)) {
  onChain(
    `a process that is held up ${name} for longer than it holds the purchase, and the other that takes it over meanwhile, pay once${CHAIN.word}`,
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
      // By the other, who is asked, or by the job of either.
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
      t.deepEqual(await told(buyer), ['service.entitlement.created', 'service.purchase.settled'])
      t.deepEqual(await told(seller), ['service.purchase.settled'])
    },
  )
}
