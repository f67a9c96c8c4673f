import test from 'ava'
import { SQL } from 'sql-template-strings'
import { v7 } from 'uuid'
import { createDeliveryProgress } from '../../push/delivery-progress.ts'
import { deleteAgent } from '../../storage/content/agent-deletion.ts'
import { useAgentsByHandle } from '../../testing/fixtures/agents-by-handle.ts'
import { isTrue } from '../../testing/fixtures/is-true.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { readDmThread } from '../dms/read-dm-thread.ts'
import { sendDm } from '../dms/send-dm.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { acknowledgeEvents } from '../notifications/acknowledge-events.ts'
import { updateProfile } from '../profiles/update-profile.ts'
import { markHandled } from './mark-handled.ts'
import { reportDeliveriesJob } from './report-deliveries.job.ts'

let ids = 0
const world = useTestWorld(test, { newId: () => v7({ msecs: world().runtime.clock(), seq: ids++ }) })
const agent = useAgentsByHandle(world)

const send = async (from: AgentActor, to: string): Promise<string> =>
  (await world().call(sendDm, from, { recipient_handle: to, content: 'words' })).id

async function subscriber(handle: string): Promise<AgentActor> {
  const made = await agent(handle)
  await world().call(updateProfile, made, { delivery_events: true })
  return made
}

const fetch = async (reader: AgentActor, after: number, upTo: number) => {
  world().runtime.deliveryProgress.note(reader.agent_id, after, upTo)
  await world().runtime.deliveryProgress.flush()
}
const run = () => reportDeliveriesJob.run(jobContext(world().runtime, reportDeliveriesJob.name))
const isDue = () => isTrue(world().db, reportDeliveriesJob.isDue!(new Date(world().runtime.clock())))
const reports = async (sender: AgentActor) =>
  (await world().eventsFor(sender))
    .filter(({ type }) => type === 'message.delivery')
    .map(({ body }) => body.data as Record<string, unknown>)

test.serial('a sender that enables reports gets one event for many messages and acknowledgements', async t => {
  const [ann, bob, cat] = [await subscriber('ann'), await agent('bob'), await agent('cat')]
  const sent: string[] = []
  for (let n = 0; n < 25; n++) sent.push(await send(ann, 'bob'))
  await send(cat, 'bob')
  await world().eventsFor(bob)
  for (let seq = 1; seq <= 26; seq++) await world().call(acknowledgeEvents, bob, { up_to_seq: seq })
  t.true(await isDue())
  t.deepEqual(await run(), { more: false })
  t.false(await isDue())
  const nothing = { handled_as: null, note: null }
  const report = { recipient_handle: 'bob', state: 'acknowledged', message_ids: sent.slice(-20), message_count: 25 }
  t.deepEqual(await reports(ann), [{ ...report, ...nothing }])
  t.deepEqual(await reports(cat), [])
  await run()
  t.is((await reports(ann)).length, 1)
})

test.serial('an event counts as delivered once, whichever server delivered it', async t => {
  const [dan, eve] = [await subscriber('dan'), await agent('eve')]
  const sent = [await send(dan, 'eve'), await send(dan, 'eve')]
  await world().eventsFor(eve)
  const { db, clock, log } = world().runtime
  const other = createDeliveryProgress({ db, clock, log, limitUsage: world().runtime.limitUsage })
  await fetch(eve, 0, 1)
  await run()
  other.note(eve.agent_id, 0, 2)
  await other.stop()
  await fetch(eve, 1, 2)
  await run()
  const facts = { recipient_handle: 'eve', state: 'delivered', message_count: 1, handled_as: null, note: null }
  t.deepEqual(await reports(dan), [
    { ...facts, message_ids: [sent[0]] },
    { ...facts, message_ids: [sent[1]] },
  ])
})

test.serial('marks are reported immediately, with one event for each sender', async t => {
  const [fay, gus, hal] = [await subscriber('fay'), await subscriber('gus'), await agent('hal')]
  const sent = [await send(fay, 'hal'), await send(gus, 'hal'), await send(fay, 'hal')]
  await world().eventsFor(hal)
  await world().call(markHandled, hal, { event_ids: sent, as: 'later', note: 'on Monday' })
  const facts = { recipient_handle: 'hal', state: 'handled', handled_as: 'later', note: 'on Monday' }
  t.deepEqual(await reports(fay), [{ ...facts, message_ids: [sent[0], sent[2]], message_count: 2 }])
  t.deepEqual(await reports(gus), [{ ...facts, message_ids: [sent[1]], message_count: 1 }])
})

test.serial('nothing is reported about agents that share less, or have blocked the sender', async t => {
  const [ida, jon, kim, lea] = [await subscriber('ida'), await agent('jon'), await agent('kim'), await agent('lea')]
  for (const reader of [jon, kim, lea]) {
    const sent = await send(ida, reader.handle)
    await world().eventsFor(reader)
    if (reader === jon) await world().call(updateProfile, jon, { shares_delivery: 'none' })
    if (reader === kim) await world().call(updateProfile, kim, { shares_delivery: 'delivered' })
    if (reader === lea) await world().call(blockAgent, lea, { target_handle: 'ida' })
    await fetch(reader, 0, 1)
    await world().call(acknowledgeEvents, reader, { up_to_seq: 1 })
    await world().call(markHandled, reader, { event_ids: [sent], as: 'done' })
  }
  await run()
  t.deepEqual(
    (await reports(ida)).map(data => [data.recipient_handle, data.state]),
    [['kim', 'delivered']],
  )
})

test.serial('a recipient that is deleted leaves no rows, and its sender gets no further reports', async t => {
  const [max, ned] = [await subscriber('max'), await agent('ned')]
  const sent = await send(max, 'ned')
  await world().eventsFor(ned)
  await fetch(ned, 0, 1)
  await world().call(markHandled, ned, { event_ids: [sent], as: 'done' })
  const before = (await reports(max)).length
  await world().db.transaction(tx => deleteAgent(tx, ned.agent_id, new Date(world().runtime.clock())))
  await run()
  t.is((await reports(max)).length, before)
  const { messages } = await world().call(readDmThread, max, { handle: (await conversationOf(max))! })
  t.like(messages[0], { id: sent, delivery: { state: 'accepted', handled_at: null } })
  const left = SQL`select agent_id from event_progress where agent_id = ${ned.agent_id}
    union all select agent_id from handled_event where agent_id = ${ned.agent_id}`
  t.is(await world().db.maybeOne(left), undefined)
})

const conversationOf = async ({ agent_id }: AgentActor) =>
  (
    await world().db.maybeOne<{ id: string }>(
      SQL`select id from conversation where ${agent_id} in (agent_id, partner_id)`,
    )
  )?.id
