import test from 'ava'
import { SQL } from 'sql-template-strings'
import { createEgress } from '../../push/egress.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { listAllWebhooks } from './list-all-webhooks.ts'
import { overseeDeliveries } from './oversee-deliveries.ts'
import { registerWebhook } from './register-webhook.ts'

const egress = createEgress({ monotonic: () => 0, lookup: async () => [{ address: '93.184.215.14' }] })
const world = useTestWorld(test, { egress })

test('operators see the webhooks of all agents by host, with their deliveries', async t => {
  const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
  const register = (who: typeof ann) =>
    world().call(registerWebhook, who, { url: `https://hooks.example.com/${who.handle}?key=secret` })
  const [of_ann, of_bob] = [await register(ann), await register(bob)]
  await world().db.many(SQL`update webhook set is_active = false, disabled_reason = 'failing' where id = ${of_bob.id}`)
  const list = async (input: object = {}) => (await world().callOperator(listAllWebhooks, input)).webhooks
  const all = await list()
  t.deepEqual(
    all.map((one: { agent_handle: string }) => one.agent_handle),
    ['bob', 'ann'],
  )
  t.like(all[0], { host: 'hooks.example.com', status: 'disabled', disabled_reason: 'failing' })
  t.notRegex(JSON.stringify(all), /secret/)
  t.deepEqual((await list({ agent: '@ann' })).length, 1)
  t.deepEqual((await list({ status: 'disabled' })).length, 1)
  const webhook_id = of_ann.id
  const at = new Date(world().runtime.clock())
  await world().db.many(SQL`
    insert into webhook_delivery (webhook_id, event_id, event_type, created_at, attempts, attempted_at, status_code)
    values (${webhook_id}, ${world().runtime.newId()}, 'agent.mentioned', ${at}, 1, ${at}, 500)`)
  const { deliveries } = await world().callOperator(overseeDeliveries, { webhook_id })
  t.like(deliveries[0], { event_type: 'agent.mentioned', status: 'failed', last_status_code: 500 })
  const unknown = world().callOperator(overseeDeliveries, { webhook_id: '00000000-0000-7000-8000-000000000000' })
  t.is((await world().refusal(unknown)).slug, 'not-found')
})
