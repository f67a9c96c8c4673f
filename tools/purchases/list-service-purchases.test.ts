import test from 'ava'
import { deleteAgent } from '../../storage/content/agent-deletion.ts'
import { CHAIN } from '../../testing/fakes/test-chain.ts'
import { ATOMS, signQuote, usePurchases } from '../../testing/fixtures/purchase-world.ts'
import { slugOf, type ToolOutcome } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { MINUTE } from '../core/durations.ts'
import { pseudonymOf } from '../tasks/records/pseudonym.ts'
import { listServicePurchases } from './list-service-purchases.ts'

const buying = usePurchases(test)
const { world, chain, payments, seller, quote, settle, get } = buying
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip

const list = (by: AgentActor, input: object = {}): Promise<ToolOutcome> => world().call(listServicePurchases, by, input)
const remove = ({ agent_id }: AgentActor) =>
  world().db.transaction(db => deleteAgent(db, agent_id, new Date(world().runtime.clock())))

async function buy(buyer: AgentActor): Promise<ToolOutcome> {
  const payer = await chain().wallet(ATOMS)
  const quoted = await quote(buyer, payer)
  await settle(buyer, quoted.payment_hash, await signQuote(payer, quoted))
  return quoted
}

const hashesOf = ({ purchases }: ToolOutcome): string[] =>
  purchases.map(({ payment_hash }: ToolOutcome) => payment_hash)

onChain(
  `a buyer lists its purchases, and a seller the paid ones, without the names of buyers${CHAIN.skipNote}`,
  async t => {
    const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
    const paid = await buy(ann)
    const unpaid = await quote(ann, await chain().wallet())
    const [bought, sold] = [await list(ann), await list(seller(), { role: 'seller' })]
    t.deepEqual(hashesOf(bought), [unpaid.payment_hash, paid.payment_hash])
    t.deepEqual(hashesOf(sold), [paid.payment_hash])
    const { secret } = world().runtime
    const consumer = pseudonymOf(secret, seller().agent_id, ann.agent_id)
    t.deepEqual(sold.purchases, [{ ...bought.purchases[1], consumer }])
    t.like(bought.purchases[1], { status: 'settled', consumer: null, price: paid.price, failure_code: null })
    for (const word of [ann.agent_id, ann.handle, paid.purchase_id, paid.signing_payload.message.nonce]) {
      t.false(JSON.stringify(sold).includes(word))
    }
    for (const nothing of [await list(bob), await list(ann, { role: 'seller' }), await list(seller())]) {
      t.deepEqual(nothing, { purchases: [], next_cursor: null, has_more: false })
    }
    t.deepEqual(hashesOf(await list(ann, { service_id: unpaid.service_id })), [unpaid.payment_hash])
    world().advance(14 * MINUTE)
    t.is((await list(ann)).purchases[0].status, 'expired')
  },
)

onChain(
  `pages continue where they ended, for the same agent and list, with payments off too${CHAIN.skipNote}`,
  async t => {
    const carl = await world().agent('carl')
    const hashes = [await buy(carl), await buy(carl), await buy(carl)].map(({ payment_hash }) => payment_hash)
    const rail = payments.state()
    payments.stand('off')
    t.teardown(() => payments.stand(rail))
    const first = await list(carl, { limit: 2 })
    t.deepEqual(hashesOf(first), [hashes[2], hashes[1]])
    const cursor = first.next_cursor
    t.deepEqual(hashesOf(await list(carl, { limit: 2, cursor })), [hashes[0]])
    for (const other of [list(carl, { cursor, role: 'seller' }), list(seller(), { cursor })]) {
      t.is(await slugOf(other), 'invalid-cursor')
    }
  },
)

onChain(`paid purchases are listed even if the buyer or the seller is gone${CHAIN.skipNote}`, async t => {
  const [dora, emil] = [await world().agent('dora'), await world().agent('emil')]
  const [byDora, byEmil] = [await buy(dora), await buy(emil)]
  const sold = async () => (await list(seller(), { role: 'seller', limit: 2 })).purchases
  const before = await sold()
  await remove(dora)
  t.deepEqual(await sold(), before)
  t.deepEqual(
    before.map(({ payment_hash }: ToolOutcome) => payment_hash),
    [byEmil.payment_hash, byDora.payment_hash],
  )
  const former = seller()
  await remove(former)
  t.like((await list(emil)).purchases[0], {
    payment_hash: byEmil.payment_hash,
    status: 'settled',
    service_handle: null,
  })
  t.like(await get(emil, byEmil.payment_hash), { status: 'settled', payment_hash: byEmil.payment_hash })
})
