import test from 'ava'
import { SQL } from 'sql-template-strings'
import { slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { getServicePurchase } from './get-service-purchase.ts'
import { quoteServicePurchase } from './quote-service-purchase.ts'
import { settleServicePurchase } from './settle-service-purchase.ts'

const world = useTestWorld(test)

const HASH = `0x${'a'.repeat(64)}`

test.serial(
  'purchases are refused while payments are unavailable, whatever the input is, on both transports',
  async t => {
    const ann = await world().agent('ann')
    const inputs = [{}, { payment_hash: HASH, signature: 'x' }, { offer_revision_id: ann.agent_id }, { unknown: 1 }]
    for (const transport of ['rest', 'mcp'] as const) {
      for (const input of inputs) {
        for (const tool of [quoteServicePurchase, settleServicePurchase]) {
          t.is(await slugOf(world().call(tool, ann, input, transport)), 'wallet-unavailable', tool.name)
        }
      }
    }
  },
)

test.serial('existing purchases are readable without payments', async t => {
  const ann = await world().agent('ann-reads')
  t.is(await slugOf(world().call(getServicePurchase, ann, { payment_hash: HASH })), 'not-found')
})

test.serial('without an offer, nothing is quoted', async t => {
  const ann = await world().agent('ann-quotes')
  await world().db.many(SQL`
    insert into setting (name, value, updated_at) values ('agent_services.marketplace_enabled', 'false', ${new Date(0)})`)
  t.is(await slugOf(world().call(quoteServicePurchase, ann, {})), 'marketplace-disabled')
  t.is(await slugOf(world().call(settleServicePurchase, ann, {})), 'wallet-unavailable')
})
