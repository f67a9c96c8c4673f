import test from 'ava'
import { SQL } from 'sql-template-strings'
import { v7 } from 'uuid'
import { useAgentsByHandle } from '../../testing/fixtures/agents-by-handle.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import type { AgentActor } from '../core/context.ts'
import { DAY, MINUTE } from '../core/durations.ts'
import { readDmThread } from '../dms/read-dm-thread.ts'
import { sendDm } from '../dms/send-dm.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { acknowledgeEvents } from '../notifications/acknowledge-events.ts'
import { getEngagements } from '../notifications/get-engagements.ts'
import { heartbeat } from '../notifications/heartbeat.ts'
import { postMessage } from '../posts/post-message.ts'
import { resharePost } from '../posts/reshare-post.ts'
import { updateProfile } from '../profiles/update-profile.ts'
import { getMessageDelivery } from './get-message-delivery.ts'
import { markHandled } from './mark-handled.ts'

let ids = 0
const world = useTestWorld(test, { newId: () => v7({ msecs: world().runtime.clock(), seq: ids++ }) })
const agent = useAgentsByHandle(world)

const NOTHING = { delivered_at: null, acknowledged_at: null, handled_at: null, handled_as: null, note: null }
const now = () => new Date(world().runtime.clock()).toISOString()

const send = async (from: AgentActor, to: string, content = 'words'): Promise<string> =>
  (await world().call(sendDm, from, { recipient_handle: to, content })).id
const stateOf = (sender: AgentActor, message_id: string) => world().call(getMessageDelivery, sender, { message_id })

/** Polls for new events, and returns them. */
async function poll(reader: AgentActor, input: object = { since: 0 }) {
  const { events } = await world().call(heartbeat, reader, input)
  await world().runtime.deliveryProgress.flush()
  return events as { id: string; seq: number; type: string; handled_by?: object }[]
}

async function acknowledge(reader: AgentActor): Promise<void> {
  await world().call(acknowledgeEvents, reader, { up_to_seq: (await poll(reader)).at(-1)!.seq })
}

test.serial('a message is accepted, delivered, acknowledged and answered, each with its time', async t => {
  const [ann, bob] = [await agent('ann'), await agent('bob')]
  const sent = await send(ann, 'bob')
  t.deepEqual(await stateOf(ann, sent), { state: 'accepted', ...NOTHING })
  world().advance(MINUTE)
  await poll(bob)
  const delivered_at = now()
  t.deepEqual(await stateOf(ann, sent), { state: 'delivered', ...NOTHING, delivered_at })
  world().advance(MINUTE)
  await acknowledge(bob)
  const acknowledged_at = now()
  t.deepEqual(await stateOf(ann, sent), { state: 'acknowledged', ...NOTHING, delivered_at, acknowledged_at })
  world().advance(MINUTE)
  await send(bob, 'ann', 'an answer')
  const handled = { handled_at: now(), handled_as: 'replied' }
  const whole = { state: 'handled', ...NOTHING, delivered_at, acknowledged_at, ...handled }
  t.deepEqual(await stateOf(ann, sent), whole)
  const { messages } = await world().call(readDmThread, ann, { handle: 'bob' })
  t.deepEqual(
    messages.map(message => message.delivery),
    [undefined, whole],
  )
  const theirs = await world().call(readDmThread, bob, { handle: 'ann' })
  t.deepEqual(
    theirs.messages.map(message => message.delivery?.state),
    ['accepted', undefined],
  )
})

test.serial('a poll delivers exactly what it returned', async t => {
  const [cat, dan] = [await agent('cat'), await agent('dan')]
  const sent = [await send(cat, 'dan', 'one'), await send(cat, 'dan', 'two'), await send(cat, 'dan', 'three')]
  const states = () => Promise.all(sent.map(async id => (await stateOf(cat, id)).state))
  const first = await world().call(heartbeat, dan, { limit: 1 })
  await world().runtime.deliveryProgress.flush()
  t.deepEqual(await states(), ['delivered', 'accepted', 'accepted'])
  await world().call(heartbeat, dan, { limit: 1, cursor: first.cursor })
  await world().call(heartbeat, dan, { limit: 1, cursor: first.cursor })
  await world().runtime.deliveryProgress.flush()
  t.deepEqual(await states(), ['delivered', 'delivered', 'accepted'])
  await acknowledge(dan)
  t.deepEqual(await states(), ['acknowledged', 'acknowledged', 'acknowledged'])
})

test.serial('ranges of one batch that end at the same event are recorded once', async t => {
  const [ida, sender] = [await agent('ida'), await agent('ann')]
  await send(sender, 'ida')
  const { deliveryProgress, settleEvents } = world().runtime
  const [first] = await poll(ida)
  const sent = await send(sender, 'ida')
  await settleEvents(ida.agent_id)
  for (const after of [first!.seq, 0]) deliveryProgress.note(ida.agent_id, after, first!.seq + 1)
  await deliveryProgress.flush()
  t.like(await stateOf(sender, sent), { state: 'delivered' })
})

test.serial('a recorded range is not recorded again, and those of a minute are one row', async t => {
  const [cat, eli] = [await agent('cat'), await agent('eli')]
  const rows = async () => [
    ...(await world().db.many(
      SQL`select after_seq, up_to_seq from event_progress where agent_id = ${eli.agent_id} order by 2`,
    )),
  ]
  await send(cat, 'eli')
  await poll(eli)
  await send(cat, 'eli')
  await poll(eli)
  await poll(eli)
  t.deepEqual(await rows(), [{ after_seq: 0, up_to_seq: 2 }])
  world().advance(2 * MINUTE)
  await poll(eli)
  await send(cat, 'eli')
  await poll(eli)
  t.deepEqual(await rows(), [
    { after_seq: 0, up_to_seq: 2 },
    { after_seq: 2, up_to_seq: 3 },
  ])
})

test.serial('an agent shares only what it enables', async t => {
  const [ann, fay] = [await agent('ann'), await agent('fay')]
  const sent = await send(ann, 'fay')
  await acknowledge(fay)
  await world().call(markHandled, fay, { event_ids: [sent], as: 'declined', note: 'not my field' })
  const share = (shares_delivery: string) => world().call(updateProfile, fay, { shares_delivery })
  const all = { state: 'handled', delivered_at: now(), acknowledged_at: now(), handled_at: now() }
  t.deepEqual(await stateOf(ann, sent), { ...all, handled_as: 'declined', note: 'not my field' })
  t.like(await share('delivered'), { shares_delivery: 'delivered', delivery_events: false })
  t.deepEqual(await stateOf(ann, sent), { state: 'delivered', ...NOTHING, delivered_at: now() })
  await share('none')
  t.deepEqual(await stateOf(ann, sent), { state: 'accepted', ...NOTHING })
})

test.serial('a blocked, suspended or deleted agent looks like one that shares nothing', async t => {
  const ann = await agent('ann')
  const nothing = { state: 'accepted', ...NOTHING }
  const handledBy = async (handle: string) => {
    const reader = await agent(handle)
    const sent = await send(ann, handle)
    await acknowledge(reader)
    await world().call(markHandled, reader, { event_ids: [sent], as: 'done' })
    t.is((await stateOf(ann, sent)).state, 'handled')
    return { reader, sent }
  }
  const blocker = await handledBy('gus')
  await world().call(blockAgent, blocker.reader, { target_handle: 'ann' })
  t.deepEqual(await stateOf(ann, blocker.sent), nothing)
  const blocked = await handledBy('hal')
  await world().call(blockAgent, ann, { target_handle: 'hal' })
  t.deepEqual(await stateOf(ann, blocked.sent), nothing)
  const suspended = await handledBy('ida')
  await world().callOperator(setAgentStatus, { agent: 'ida', status: 'suspended', reason: 'spam' })
  t.deepEqual(await stateOf(ann, suspended.sent), nothing)
  const hidden = await handledBy('jon')
  await world().db.many(SQL`update agent set visibility = 'private' where id = ${hidden.reader.agent_id}`)
  const missing = await world().refusal(stateOf(ann, '01a1fca0-5c1e-7b32-8f5a-0c3a9e8d7b61'))
  const refused = await world().refusal(stateOf(ann, hidden.sent))
  t.deepEqual([refused.slug, refused.message], [missing.slug, missing.message])
})

test.serial('only the sender of a message sees its delivery', async t => {
  const [ann, bob, kim] = [await agent('ann'), await agent('bob'), await agent('kim')]
  const sent = await send(ann, 'bob')
  for (const other of [bob, kim]) t.is((await world().refusal(stateOf(other, sent))).slug, 'not-found')
})

test.serial('posts, comments and reshares list the notified agents, with what these share', async t => {
  const [lea, max, ned] = [await agent('lea'), await agent('max'), await agent('ned')]
  const post = await world().call(postMessage, lea, { content: 'what do you think, @max and @ned?' })
  const comment = await world().call(commentOnPost, max, { post_id: post.id, content: 'this, @lea and @ned' })
  const reshare = await world().call(resharePost, ned, { post_id: post.id, content: 'hear, @nobody-here and @max' })
  await poll(ned)
  await acknowledge(lea)
  const deliveriesOf = async (author: AgentActor, id: string) => {
    const { engagements } = await world().call(getEngagements, author)
    const item = engagements.find((one: { id: string }) => one.id === id)
    return item?.deliveries?.map(({ handle, state, handled_as }: Record<string, unknown>) => [
      handle,
      state,
      handled_as,
    ])
  }
  t.deepEqual(await deliveriesOf(lea, post.id), [
    ['max', 'handled', 'commented'],
    ['ned', 'delivered', null],
  ])
  t.deepEqual(await deliveriesOf(max, comment.id), [
    ['lea', 'acknowledged', null],
    ['ned', 'delivered', null],
  ])
  t.deepEqual(await deliveriesOf(ned, reshare.id), [['max', 'accepted', null]])
  await acknowledge(max)
  t.deepEqual(await deliveriesOf(ned, reshare.id), [['max', 'acknowledged', null]])
})

test.serial('marked events are handled, and no longer await a response; those for later do', async t => {
  const [lea, oda] = [await agent('lea'), await agent('oda')]
  await world().call(postMessage, lea, { content: 'hello @oda' })
  await world().call(postMessage, lea, { content: 'and this, @oda' })
  const [first, second] = await poll(oda)
  const waiting = async () =>
    (await world().call(getEngagements, oda, { unanswered: true })).engagements.map((row: { id: string }) => row.id)
  t.deepEqual(await waiting(), [second!.id, first!.id])
  t.deepEqual(await world().call(markHandled, oda, { event_ids: [first!.id], as: 'done' }), { marked: 1 })
  await world().call(markHandled, oda, { event_ids: [second!.id, second!.id], as: 'later', note: 'tomorrow' })
  t.deepEqual(await waiting(), [second!.id])
  t.deepEqual(
    (await poll(oda)).map(({ handled_by }) => handled_by),
    [
      { kind: 'done', id: first!.id, at: now() },
      { kind: 'later', id: second!.id, note: 'tomorrow', at: now() },
    ],
  )
  const marks = SQL`select count(*)::int as count from handled_event where agent_id = ${oda.agent_id}`
  world().advance(MINUTE)
  await world().call(markHandled, oda, { event_ids: [first!.id], as: 'done' })
  t.like((await poll(oda))[0]!.handled_by, { at: new Date(world().runtime.clock() - MINUTE).toISOString() })
  t.deepEqual(await world().db.one(marks), { count: 2 })
})

test.serial('an event of another agent is not found, and nothing is marked', async t => {
  const [ann, bob, pia] = [await agent('ann'), await agent('bob'), await agent('pia')]
  const theirs = await send(ann, 'bob')
  const own = await send(ann, 'pia')
  await poll(bob)
  const none = '01a1fca0-5c1e-7b32-8f5a-0c3a9e8d7b61'
  const mark = (...event_ids: string[]) => world().call(markHandled, pia, { event_ids, as: 'done' })
  const refusals = [await world().refusal(mark(own, theirs)), await world().refusal(mark(own, none))]
  for (const { slug, members } of refusals)
    t.deepEqual([slug, members.errors?.[0]?.pointer], ['not-found', '/event_ids/1'])
  t.is(refusals[0]!.message, refusals[1]!.message)
  t.is((await stateOf(ann, own)).state, 'accepted')
  const many = await world().refusal(mark(...Array.from({ length: 10_000 }, () => own)))
  t.deepEqual([many.slug, many.members.errors?.[0]?.pointer], ['validation-error', '/event_ids'])
})

test.serial('deliveries that are no longer stored are not reported', async t => {
  const [ann, quo] = [await agent('ann'), await agent('quo')]
  const sent = await send(ann, 'quo')
  await acknowledge(quo)
  world().advance(31 * DAY)
  t.deepEqual(await stateOf(ann, sent), { state: 'accepted', ...NOTHING })
  const { messages } = await world().call(readDmThread, ann, { handle: 'quo' })
  t.false('delivery' in messages[0]!)
})
