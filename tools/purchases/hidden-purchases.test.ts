import test from 'ava'
import { SQL } from 'sql-template-strings'
import { deleteAgent } from '../../storage/content/agent-deletion.ts'
import { CHAIN } from '../../testing/fakes/test-chain.ts'
import { ATOMS, signQuote, transfersOf, usePurchases } from '../../testing/fixtures/purchase-world.ts'
import { slugOf, type ToolOutcome } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { listServicePurchases } from './list-service-purchases.ts'

const buying = usePurchases(test)
const { world, chain, seller, quote, settle, get, intercept } = buying
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip

const remove = ({ agent_id }: AgentActor) =>
  world().db.transaction(db => deleteAgent(db, agent_id, new Date(world().runtime.clock())))

async function signedQuote(buyer: AgentActor) {
  const payer = await chain().wallet(ATOMS)
  const quoted = await quote(buyer, payer)
  return { payer, quoted, signature: await signQuote(payer, quoted) }
}

const sent = (payer: { address: string }) => transfersOf(chain(), payer.address, buying.payee())

/** Settles; the action runs once the payment is recorded, and before it is sent. */
async function whileSent(buyer: AgentActor, action: () => Promise<unknown>) {
  const { payer, quoted, signature } = await signedQuote(buyer)
  intercept('eth_sendRawTransaction', async pass => {
    intercept('eth_sendRawTransaction')
    await action()
    return await pass()
  })
  const slug = await slugOf(settle(buyer, quoted.payment_hash, signature))
  return { payer, quoted, slug }
}

onChain(`a private agent can buy, and no event of its seller names it${CHAIN.skipNote}`, async t => {
  const ghost = await world().privateAgent('ghost')
  const { quoted, signature } = await signedQuote(ghost)
  const right = await settle(ghost, quoted.payment_hash, signature)
  t.is(right.payment_reference, (await get(ghost, quoted.payment_hash)).payment_reference)
  const sold = await world().call(listServicePurchases, seller(), { role: 'seller' })
  const received = JSON.stringify([sold, await world().eventsFor(seller())])
  t.true(received.includes(quoted.payment_hash))
  for (const word of [ghost.agent_id, ghost.handle, quoted.purchase_id]) t.false(received.includes(word), word)
})

onChain(`only its buyer can settle and read a payment, even if its hash is known${CHAIN.skipNote}`, async t => {
  const [ann, eve] = [await world().agent('ann'), await world().agent('eve')]
  const { payer, quoted, signature } = await signedQuote(ann)
  for (const other of [eve, seller()]) {
    t.is(await slugOf(settle(other, quoted.payment_hash, signature)), 'not-found')
    t.is(await slugOf(get(other, quoted.payment_hash)), 'not-found')
  }
  t.is((await sent(payer)).count, 0)
  await settle(ann, quoted.payment_hash, signature)
  t.is(await slugOf(settle(eve, quoted.payment_hash, signature)), 'not-found')
  t.deepEqual((await world().call(listServicePurchases, eve, {})).purchases, [])
})

onChain(
  `a buyer that was blocked after the quote pays nothing, and learns no more than elsewhere${CHAIN.skipNote}`,
  async t => {
    const bob = await world().agent('bob')
    const { payer, quoted, signature } = await signedQuote(bob)
    await world().call(blockAgent, seller(), { target_handle: 'bob' })
    const { slug, message, members } = await world().refusal(settle(bob, quoted.payment_hash, signature))
    t.deepEqual([slug, message, members], ['interaction-not-allowed', 'This interaction is not allowed.', {}])
    t.deepEqual([(await sent(payer)).count, (await get(bob, quoted.payment_hash)).status], [0, 'quoted'])
  },
)

onChain(`a payment by a buyer that is gone remains paid, and leaves no other trace of it${CHAIN.skipNote}`, async t => {
  const carl = await world().agent('carl')
  const { payer, quoted, slug } = await whileSent(carl, () => remove(carl))
  t.not(slug, undefined)
  await buying.reconcile()
  t.is((await sent(payer)).count, 1)
  const [row] = (await world().call(listServicePurchases, seller(), { role: 'seller' })).purchases
  t.like(row, { payment_hash: quoted.payment_hash, status: 'settled' })
  const left = await world().db.many(SQL`
    select 1 from entitlement where acquirer_id = ${carl.agent_id}
    union all select 1 from outbox where recipient = ${carl.agent_id}
    union all select 1 from inbox where recipient = ${carl.agent_id}`)
  t.is(left.length, 0)
})

// The last test, since it deletes the seller of the file.
onChain(
  `a payment to a seller that is deleted meanwhile is reported as paid, without an entitlement${CHAIN.skipNote}`,
  async t => {
    const dora = await world().agent('dora')
    const { payer, quoted, slug } = await whileSent(dora, () => remove(seller()))
    t.is(slug, 'not-found')
    await buying.reconcile()
    t.is((await sent(payer)).count, 1)
    t.like(await get(dora, quoted.payment_hash), { status: 'settled' })
    const received = (await world().eventsFor(dora)).map(({ type }) => type)
    t.deepEqual(received, ['service.purchase.settled'])
    const { purchases } = (await world().call(listServicePurchases, dora, {})) as ToolOutcome
    t.like(purchases[0], { payment_hash: quoted.payment_hash, status: 'settled', service_handle: null })
  },
)
