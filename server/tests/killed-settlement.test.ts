import { once } from 'node:events'
import test from 'ava'
import { until } from '../../conformance/until.ts'
import type { GatePoint } from '../../testing/fakes/node-gate.ts'
import { CHAIN } from '../../testing/fakes/test-chain.ts'
import { ATOMS, transfersOf } from '../../testing/fixtures/purchase-world.ts'
import { HOLD_PASSED_MS, useSettlingPrograms } from '../../testing/processes/settlement-programs.ts'

const { chain, shared, quoted, paidRights, eventsOf } = useSettlingPrograms(test)
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip

let offset = 0

const POINTS: Record<string, GatePoint> = {
  'as it first asks the chain': { method: 'eth_getBlockByNumber', isPassed: false },
  'as it tries the payment': { method: 'eth_estimateGas', isPassed: false },
  'once it is recorded and before it is sent': { method: 'eth_sendRawTransaction', isPassed: false },
  'once it is sent, before it hears of that': { method: 'eth_sendRawTransaction', isPassed: true },
  'as it looks for the block': { method: 'eth_getBlockByNumber', isPassed: false, afterSending: true },
  'as it looks for the log': { method: 'eth_getLogs', isPassed: false },
  'once it was shown the log, before the right is given': { method: 'eth_getTransactionReceipt', isPassed: true },
}

for (const [name, point] of Object.entries(POINTS)) {
  onChain(`a process that is killed ${name} pays once, and the entitlement is granted${CHAIN.skipNote}`, async t => {
    const { gate, start, running, advance } = await shared()
    const first = await running()
    const { buyer, seller, payer, payee, settle, read } = await quoted()
    const reached = gate.hold(point)
    const broken = settle().catch(() => {})
    await reached
    first.kill('SIGKILL')
    await once(first, 'exit')
    await broken
    gate.open()
    await start()
    advance((offset += HOLD_PASSED_MS))
    const readOn = async () => {
      const { data } = await read()
      if (data.status === 'quoted') await settle()
      return data
    }
    const data = await until(readOn, ({ status }) => status === 'settled')
    const replayed = await settle()
    t.deepEqual([replayed.status, replayed.data.entitlement_id], [201, data.entitlement_id])
    t.deepEqual(await transfersOf(chain(), payer.address, payee), { count: 1, atoms: ATOMS })
    t.deepEqual(await paidRights(buyer), [data.payment_reference])
    t.deepEqual(await eventsOf(buyer), ['service.entitlement.created', 'service.purchase.settled'])
    t.deepEqual(await eventsOf(seller), ['service.purchase.settled'])
  })
}
