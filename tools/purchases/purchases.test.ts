import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useWorld } from '../../testing/world.ts'
import { getServicePurchase } from './get-service-purchase.ts'
import { quoteServicePurchase } from './quote-service-purchase.ts'
import { settleServicePurchase } from './settle-service-purchase.ts'

const world = useWorld(test)

const HASH = `0x${'a'.repeat(64)}`

test.serial('nothing is bought while payments are unavailable, whatever the input is, on both doors', async t => {
  const ann = await world().agent('ann')
  for (const door of ['rest', 'mcp'] as const) {
    for (const input of [
      {},
      { payment_hash: HASH, signature: 'x' },
      { offer_revision_id: ann.agent_id },
      { unknown: 1 },
    ]) {
      for (const tool of [quoteServicePurchase, settleServicePurchase]) {
        t.is((await world().refusal(world().call(tool, ann, input, door))).slug, 'wallet-unavailable', tool.name)
      }
    }
  }
})

test.serial('purchases are read without payments too, and nobody has any', async t => {
  const ann = await world().agent('ann-reads')
  const slugOf = async (input: object) => (await world().refusal(world().call(getServicePurchase, ann, input))).slug
  t.is(await slugOf({ payment_hash: HASH }), 'not-found')
  for (const payment_hash of ['0x1', 'a'.repeat(66), `${HASH}0`])
    t.is(await slugOf({ payment_hash }), 'validation-error')
})

test.serial('where nothing is offered, nothing is quoted', async t => {
  const ann = await world().agent('ann-quotes')
  await world().db.many(SQL`
    insert into setting (name, value, updated_at) values ('agent_services.marketplace_enabled', 'false', ${new Date(0)})`)
  t.is((await world().refusal(world().call(quoteServicePurchase, ann, {}))).slug, 'marketplace-disabled')
  t.is((await world().refusal(world().call(settleServicePurchase, ann, {}))).slug, 'wallet-unavailable')
})
