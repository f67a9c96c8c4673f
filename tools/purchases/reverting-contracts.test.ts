import test from 'ava'
import { SQL } from 'sql-template-strings'
import { CHAIN } from '../../testing/fakes/test-chain.ts'
import { ATOMS, signQuote, usePurchases } from '../../testing/fixtures/purchase-world.ts'
import { slugOf } from '../../testing/fixtures/test-world.ts'
import { setSetting } from '../settings/set-setting.ts'
import { showPayments } from './operator/show-payments.ts'

// A payer contract that passes the simulation and reverts in the block costs the relayer gas.

const buying = usePurchases(test)
const { world, chain, quote, settle, intercept } = buying
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip

let buyers = 0

/** A new agent and a new contract, whose payment reverts or succeeds. */
async function pay({ reverts }: { reverts: boolean }, known = false): Promise<string> {
  const agent = await world().agent(`burns-${buyers++}`)
  if (known) {
    await world().db.many(
      SQL`update agent set created_at = created_at - interval '7 days' where id = ${agent.agent_id}`,
    )
  }
  const key = await chain().wallet()
  const contract = await chain().contractOf(key.address, ATOMS)
  const quoted = await quote(agent, contract)
  intercept(
    'eth_sendRawTransaction',
    reverts
      ? async pass => {
          const { provider } = chain()
          const code = await provider.getCode(contract)
          await provider.send('anvil_setCode', [contract, '0xfe'])
          const hash = String(await pass())
          await provider.waitForTransaction(hash, 1, 60_000)
          await provider.send('anvil_setCode', [contract, code])
          return hash
        }
      : undefined,
  )
  return await slugOf(settle(agent, quoted.payment_hash, await signQuote(key, quoted))).catch(() => 'paid')
}

onChain(
  `after the daily limit of reverts, contracts pay for known agents only, then for none${CHAIN.skipNote}`,
  async t => {
    await world().callOperator(setSetting, { name: 'payments.reverts_per_day', value: '2' })
    t.is(await pay({ reverts: false }), 'paid')
    for (let n = 0; n < 2; n++) t.is(await pay({ reverts: true }), 'rail-unavailable')
    t.is(await pay({ reverts: false }), 'rate-limited')
    t.is(await pay({ reverts: false }, true), 'paid')
    for (let n = 0; n < 8; n++) t.is(await pay({ reverts: true }, true), 'rail-unavailable', String(n))
    t.is(await pay({ reverts: false }, true), 'rate-limited')
    t.like(await world().callOperator(showPayments, {}), { reverts_last_day: 10, reverts_allowed: 2 })
    const [agent, payer] = [await world().agent('has-a-key'), await chain().wallet(ATOMS)]
    const quoted = await quote(agent, payer)
    t.is((await settle(agent, quoted.payment_hash, await signQuote(payer, quoted))).service_id, quoted.service_id)
  },
)
