import test from 'ava'
import { SQL } from 'sql-template-strings'
import { TEST_NOW } from '../../testing/fixtures/test-world.ts'
import { useWebhooks } from '../../testing/fixtures/webhook-world.ts'

const world = useWebhooks(test)

/** The number of deliveries; set `DUE_DELIVERIES=100000` for a large run. */
const DUE = Number(process.env.DUE_DELIVERIES ?? 240)
const HOOKS = ['ann', 'bob', 'cid', 'dee']
/** Deliveries in flight across two batches of twenty. */
const OVERTAKEN = 24

/** Creates deliveries in the past, one a millisecond, which are due since. */
async function makeDue(webhookIds: readonly string[]): Promise<void> {
  const { db } = world()
  await db.many(SQL`
    insert into webhook_delivery (webhook_id, event_id, event_type, created_at, due_at)
    select (${webhookIds}::uuid[])[1 + n % ${webhookIds.length}::int],
      ('0f000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'webhook.ping', at, at
    from generate_series(0, ${DUE - 1}::int) n
    cross join lateral (select ${new Date(TEST_NOW - DUE)}::timestamptz + n * interval '1 millisecond' as at) t`)
  await db.many(SQL`
    update webhook_sending s set due_at = (select min(due_at) from webhook_delivery d where d.webhook_id = s.webhook_id)`)
}

test('due deliveries are sent in order of age, once, a few at a time', async t => {
  const arrived: string[][] = []
  const counts = { underWay: 0, most: 0, mostHeap: 0 }
  const ids: string[] = []
  for (const name of HOOKS) {
    const ofThis: string[] = []
    arrived.push(ofThis)
    const receiver = await world().receiver(name, (response, { headers }) => {
      counts.most = Math.max(counts.most, ++counts.underWay)
      ofThis.push(String(headers['webhook-id']))
      // The receiver stores each request for the test.
      receiver.received.length = 0
      if (ofThis.length % 20 === 0) counts.mostHeap = Math.max(counts.mostHeap, process.memoryUsage().heapUsed)
      setImmediate(() => {
        counts.underWay--
        response.writeHead(204).end()
      })
    })
    ids.push((await world().register(await world().agent(name), name)).id)
  }
  await makeDue(ids)
  const startedAt = performance.now()
  await world().send()
  const seconds = (performance.now() - startedAt) / 1000
  t.log(`${DUE} in ${seconds.toFixed(0)} s, ${(counts.mostHeap / 1e6).toFixed(0)} MB of heap at most`)
  t.true(counts.most <= 4 * HOOKS.length)
  t.is(new Set(arrived.flat()).size, DUE)
  for (const [index, ofOne] of arrived.entries()) {
    t.is(ofOne.length, DUE / HOOKS.length)
    const numbers = ofOne.map(id => (Number(id.slice(-12)) - index) / HOOKS.length)
    t.true(numbers.every((number, at) => Math.abs(number - at) < OVERTAKEN))
  }
})
