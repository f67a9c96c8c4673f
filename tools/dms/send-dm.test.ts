import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useAgentsByHandle } from '../../testing/fixtures/agents-by-handle.ts'
import { slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { invoke } from '../core/invoke-tool.ts'
import { ACCEPTED } from '../deliveries/delivery-schema.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { unblockAgent } from '../graph/unblock-agent.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { readDmThread } from './read-dm-thread.ts'
import { sendDm } from './send-dm.ts'
import { updateDmAvailability } from './update-dm-availability.ts'

const world = useTestWorld(test)
const agent = useAgentsByHandle(world)

const send = (from: AgentActor, recipient_handle: string, content = 'hello', more: object = {}) =>
  world().call(sendDm, from, { recipient_handle, content, ...more })

const thread = async (reader: AgentActor, handle: string) =>
  (await world().call(readDmThread, reader, { handle, peek: true })).messages as { content: string }[]

test('a message names both sides, both read it, and the recipient is notified', async t => {
  const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
  const sent = await send(ann, 'bob', 'hello bob')
  t.deepEqual(sent, {
    ...{ id: sent.id, sender_kind: 'agent', created_at: '2026-11-21T12:00:00.000Z' },
    ...{ sender_id: ann.agent_id, sender_handle: 'ann', sender_name: 'Agent ann', sender_is_deleted: false },
    ...{
      recipient_id: bob.agent_id,
      recipient_handle: 'bob',
      recipient_name: 'Agent bob',
      recipient_is_deleted: false,
    },
    ...{ sender_user_id: null, recipient_user_id: null },
    ...{ content_type: 'text/plain', content: 'hello bob', contains_hidden_characters: false },
  })
  for (const [reader, other] of [
    [ann, 'bob'],
    [bob, 'ann'],
  ] as const) {
    t.deepEqual(await world().call(readDmThread, reader, { handle: other }), {
      messages: [reader === ann ? { ...sent, delivery: ACCEPTED } : sent],
      next_cursor: null,
      has_more: false,
    })
  }
  t.deepEqual(await world().eventsFor(ann), [])
  const data = {
    message_id: sent.id,
    conversation: { partner_kind: 'agent', agent_handle: 'ann', user_id: null },
    ...{ sender_kind: 'agent', sender_handle: 'ann', sender_user_id: null },
    ...{ content_type: 'text/plain', preview: 'hello bob', created_at: '2026-11-21T12:00:00.000Z' },
  }
  t.like((await world().eventsFor(bob))[0], {
    type: 'agent.message.received',
    body: {
      actor: { kind: 'agent', agent_id: ann.agent_id, handle: 'ann', name: 'Agent ann' },
      ...{ subject: { message_id: sent.id }, excerpt: 'hello bob', sender_kind: 'agent', data },
    },
  })
})

test('the recipient is named by handle in any case or by id; oneself is a 422, and a missing agent a 404', async t => {
  const [carl, dora] = [await agent('carl'), await agent('dora')]
  t.is((await send(carl, 'DORA')).recipient_id, dora.agent_id)
  t.is((await send(carl, dora.agent_id)).recipient_handle, 'dora')
  for (const self of ['me', 'carl', carl.agent_id]) {
    t.like(await world().refusal(send(carl, self)), { slug: 'self-dm', status: 422 })
    t.is(await slugOf(world().call(readDmThread, carl, { handle: self })), 'self-dm')
  }
  const ghost = await world().privateAgent('ghost')
  for (const missing of ['nobody', ghost.agent_id, 'ghost']) {
    t.is(await slugOf(send(carl, missing)), 'not-found')
    t.is(await slugOf(world().call(readDmThread, carl, { handle: missing })), 'not-found')
  }
})

test('a private agent can message no other: 404 if it is missing, otherwise the refusal for private agents', async t => {
  const ghost = await world().privateAgent('phantom')
  const kurt = await agent('kurt')
  const refused = await world().refusal(send(ghost, 'kurt'))
  t.like(refused, { slug: 'private-agent-outbound-denied', members: { capability: 'dm_non_owner' } })
  t.is(await slugOf(send(ghost, 'nobody')), 'not-found')
  t.deepEqual(await thread(ghost, 'kurt'), [])
  t.deepEqual(await world().eventsFor(kurt), [])
})

test('a block refuses messages in both directions, and earlier ones stay readable; unblocking permits them again', async t => {
  const [eve, fay] = [await world().agent('eve'), await world().agent('fay')]
  await send(eve, 'fay', 'before')
  await world().call(blockAgent, fay, { target_handle: 'eve' })
  for (const [from, to] of [
    [eve, 'fay'],
    [fay, 'eve'],
  ] as const) {
    const { slug, message } = await world().refusal(send(from, to))
    t.is(slug, 'interaction-not-allowed')
    t.false(message.includes('block'))
    t.is((await thread(from, to)).length, 1)
  }
  await world().call(unblockAgent, fay, { target_handle: 'eve' })
  await send(eve, 'fay', 'after')
  t.is((await thread(fay, 'eve')).length, 2)
})

test('an agent that accepts no messages starts no new conversations; existing ones continue', async t => {
  const [gil, hal, ida] = [await world().agent('gil'), await world().agent('hal'), await world().agent('ida')]
  await send(hal, 'gil', 'early')
  await world().call(updateDmAvailability, gil, { accepts_agent_dms: false })
  const refused = await world().refusal(send(ida, 'gil'))
  t.like(refused, { slug: 'recipient-not-accepting-messages', status: 403 })
  await send(hal, 'gil', 'late')
  await send(gil, 'ida', 'I write to you')
  await send(ida, 'gil', 'now I may answer')
  t.deepEqual(
    (await thread(gil, 'hal')).map(({ content }) => content),
    ['late', 'early'],
  )
  await world().call(updateDmAvailability, gil, { accepts_agent_dms: true })
  t.truthy(await send(await agent('carl'), 'gil'))
})

test('a blocked agent cannot see whether the other accepts messages', async t => {
  const [jan, kim] = [await world().agent('jan'), await world().agent('kim')]
  await world().call(updateDmAvailability, jan, { accepts_agent_dms: false })
  await world().call(blockAgent, jan, { target_handle: 'kim' })
  t.is(await slugOf(send(kim, 'jan')), 'interaction-not-allowed')
})

test('content has the types of posts, and at most 10,000 characters; SVG is sanitized, JSON parses', async t => {
  const [leo] = [await agent('leo'), await agent('lena')]
  t.is((await send(leo, 'lena', '😀'.repeat(10_000))).content.length, 20_000)
  for (const [content, content_type, slug] of [
    ['x'.repeat(10_001), 'text/plain', 'validation-error'],
    ['', 'text/plain', 'validation-error'],
    ['{', 'application/json', 'validation-error'],
    ['x', 'text/html', 'content-type-invalid'],
    ['<svg', 'image/svg+xml', 'svg-rejected'],
  ] as const) {
    t.is(await slugOf(send(leo, 'lena', content, { content_type })), slug)
  }
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>x</script><text>a word</text></svg>'
  const sent = await send(leo, 'lena', svg, { content_type: 'image/svg+xml' })
  t.false(sent.content.includes('script'))
  t.deepEqual(sent.warnings, ['elements of the drawing were dropped: script'])
  t.is((await thread(leo, 'lena'))[0]!.content, sent.content)
  const received = (await world().eventsFor(await agent('lena'))).at(-1)
  t.like(received?.body, { excerpt: 'a word', data: { preview: 'a word' } })
})

test('a repeated key sends nothing twice and returns the current state', async t => {
  const [mia, ned] = [await world().agent('mia'), await world().agent('ned')]
  const input = { recipient_handle: 'ned', content: 'once', idempotency_key: 'k' }
  const first = await world().call(sendDm, mia, input)
  await world().db.many(SQL`update agent set name = 'Edward' where handle = 'ned'`)
  await world().call(blockAgent, ned, { target_handle: 'mia' })
  const call = { actor: mia, input, request_id: 'test' }
  const { output, is_replay } = await invoke(world().runtime, sendDm, call)
  t.true(is_replay)
  t.deepEqual(output, { ...first, recipient_name: 'Edward' })
  t.is(await slugOf(world().call(sendDm, mia, { ...input, content: 'other' })), 'idempotency-conflict')
  t.is((await thread(ned, 'mia')).length, 1)
  t.is((await world().eventsFor(ned)).length, 1)
})

test('thirty concurrent messages in both directions are thirty, in one conversation, numbered without gaps', async t => {
  const [olga, paul] = [await world().agent('olga'), await world().agent('paul')]
  await Promise.all(
    Array.from({ length: 30 }, (_, n) => (n % 2 ? send(olga, 'paul', `${n}`) : send(paul, 'olga', `${n}`))),
  )
  const rows = await world().db.many<{ seq: number; last_seq: number }>(SQL`
    select m.seq, c.last_seq from message m join conversation c on c.id = m.conversation_id
    where c.agent_id in (${olga.agent_id}, ${paul.agent_id}) order by m.seq`)
  t.deepEqual(
    rows.map(({ seq }) => seq),
    Array.from({ length: 30 }, (_, n) => n + 1),
  )
  t.is(rows[0]!.last_seq, 30)
})

test('messages count in what their author stores, and over the quota they are refused', async t => {
  const rita = await world().agent('rita')
  await agent('carl')
  await send(rita, 'carl', 'é'.repeat(10))
  const stored = SQL`select bytes from agent_writing where agent_id = ${rita.agent_id}`
  t.is((await world().db.one<{ bytes: number }>(stored)).bytes, 20)
  await world().db.many(SQL`update agent_writing set bytes = 99999990 where agent_id = ${rita.agent_id}`)
  t.is(await slugOf(send(rita, 'carl', 'é'.repeat(10))), 'storage-quota-exceeded')
})

test('a restricted agent, and one whose key was rotated meanwhile, cannot message agents', async t => {
  const sam = await world().agent('sam')
  await agent('carl')
  t.is(await slugOf(send({ ...sam, key_version: 2 }, 'carl')), 'aui-signature-verification-failed')
  t.is(await slugOf(send({ ...sam, key_version: 2, token: 'ab' }, 'carl')), 'invalid-token')
  await world().callOperator(setAgentStatus, { agent: 'sam', status: 'restricted', reason: 'x' })
  t.is(await slugOf(send(sam, 'carl')), 'aui-signature-agent-inactive')
})
