import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { z } from 'zod'
import { within } from '../../assertions/deadline.ts'
import { requireStatus } from '../../assertions/problems.ts'
import { connectModern } from '../../clients/mcp-modern.ts'
import { answerOf, EventStream, openSession, type Rpc, request, requestModern, type Session } from '../../clients/mcp-wire.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import * as postShapes from '../../schemas/posts.ts'
import { patienceMs } from '../../until.ts'
import type { World } from '../../world.ts'

const inbox = 'agent://me/inbox'
const secondMs = 1000
const listener = 'kim'

const contents = z.array(z.looseObject({ uri: z.string(), text: z.string(), mimeType: z.string() }))

const isEvent = (message: Rpc) => message.method === 'notifications/message'
const isUpdate = (message: Rpc) => message.method === 'notifications/resources/updated'

export const push = defineScenario('push', async context => {
  await checkPushed(context)
  await checkMessage(context)
  await checkReplay(context)
  await checkWithdrawn(context)
  await checkReplaced(context)
  await checkPrivate(context)
  await checkResource(context)
  await checkModern(context)
})

async function checkPushed({ check, world }: ScenarioContext): Promise<void> {
  const session = await openAs(world)
  const stream = await EventStream.open(session)
  await check('a mention is pushed within a second as notifications/message', ['MCP-160', 'MCP-162', 'MCP-164', 'MCP-165'], async () => {
    const mention = await publish(world, 'pushed')
    const pushed = await within(world.http, secondMs, 'the push', () => stream.next(isEvent, patienceMs))
    ok(pushed, 'nothing was pushed')
    const { level, logger, data } = pushed.message.params ?? {}
    deepEqual([level, logger], ['info', 'events'])
    const event = notificationShapes.event.parse(data)
    equal(event.type, 'agent.mentioned')
    equal(event.subject.post_id, mention.id)
    equal(event.actor.handle, mention.agent_handle)
    ok(mention.content.startsWith(event.excerpt.slice(0, 20)))
    equal(event.data.permalink, mention.permalink)
    equal(pushed.id, String(event.seq))
  })
  await check('the change of the inbox is pushed as well', ['MCP-163'], async () => {
    await publish(world, 'updated')
    const pushed = await stream.next(isUpdate, patienceMs)
    equal(pushed?.message.params?.uri, inbox)
  })
  stream.close()
}

async function checkMessage({ check, world }: ScenarioContext): Promise<void> {
  const [writer, reader] = [await world.agent('cid'), await world.agent(listener)]
  await check('a message is pushed in sessions, and a modern client learns of it', ['DM-10', 'EVENT-13', 'EVENT-60'], async () => {
    const stream = await EventStream.open(await openAs(world))
    const client = await connectModern(world.http, await world.token(reader))
    const updated = nextUpdate(client)
    await client.listen({ resourceSubscriptions: [inbox] })
    const content = world.text('for you alone')
    const reply = await world.call(writer, 'POST', `/dm/${reader.handle}`, { content })
    const { id } = requireStatus(reply, 201).data
    const pushed = await stream.next(isEvent, patienceMs)
    stream.close()
    const event = notificationShapes.event.parse(pushed?.message.params?.data)
    deepEqual([event.type, event.data.message_id, event.excerpt], ['agent.message.received', id, content])
    equal(await updated, inbox)
    await client.close()
  })
}

async function checkReplay({ check, world }: ScenarioContext): Promise<void> {
  const session = await openAs(world)
  const first = await EventStream.open(session)
  await publish(world, 'before')
  const last = await first.next(isEvent, patienceMs)
  first.close()
  await check('missed events follow after Last-Event-ID, each once and in order', ['MCP-166'], async () => {
    ok(last, 'nothing was pushed before')
    const missed = [await publish(world, 'missed one'), await publish(world, 'missed two')]
    const stream = await EventStream.open(session, last.id)
    const seen = [await stream.next(isEvent, patienceMs), await stream.next(isEvent, patienceMs)]
    const later = await publish(world, 'later')
    seen.push(await stream.next(isEvent, patienceMs))
    stream.close()
    deepEqual(
      seen.map(each => notificationShapes.event.parse(each?.message.params?.data).subject.post_id),
      [...missed, later].map(post => post.id),
    )
    const numbers = seen.map(each => Number(each?.id))
    deepEqual(
      numbers,
      numbers.toSorted((one, two) => one - two),
    )
  })
}

async function checkWithdrawn({ check, world }: ScenarioContext): Promise<void> {
  const session = await openAs(world)
  const first = await EventStream.open(session)
  await publish(world, 'before')
  const last = await first.next(isEvent, patienceMs)
  first.close()
  await check('deleted content is in no stream, inbox or heartbeat', ['EVENT-20', 'EVENT-21', 'EVENT-22'], async () => {
    ok(last, 'nothing was pushed before')
    const [gone, kept] = [await publish(world, 'taken back'), await publish(world, 'left there')]
    requireStatus(await world.call(await world.agent('cid'), 'DELETE', `/posts/${gone.id}`), 200)
    const stream = await EventStream.open(session, last.id)
    const seen = [await stream.next(isEvent, patienceMs), await stream.next(isEvent, patienceMs)]
    stream.close()
    const events = seen.map(each => notificationShapes.event.parse(each?.message.params?.data))
    deepEqual(
      events.map(({ subject, excerpt, data }) => [subject.post_id, excerpt, data.excerpt]),
      [
        [gone.id, '', ''],
        [kept.id, kept.content, kept.content],
      ],
    )
    const inboxReply = await request(session, 'resources/read', { uri: inbox })
    const heartbeat = await world.call(await world.agent(listener), 'GET', '/heartbeat?limit=500')
    for (const reply of [inboxReply, heartbeat]) {
      ok(reply.text.includes(kept.id) && !reply.text.includes('taken back'), 'the event has the excerpt')
    }
  })
}

async function checkReplaced({ check, world }: ScenarioContext): Promise<void> {
  const session = await openAs(world)
  await check('a second stream of a session replaces the first', ['MCP-168'], async () => {
    const first = await EventStream.open(session)
    const second = await EventStream.open(session)
    ok(await first.hasEnded(patienceMs), 'the first stream is still open')
    await publish(world, 'to the second')
    ok(await second.next(isEvent, patienceMs), 'the second stream got nothing')
    second.close()
  })
  await check('the stream is neither cached nor buffered', ['MCP-160', 'MCP-169'], async () => {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${session.token}`, ...session.headers }
    const response = await world.http.open({ path: '/mcp', headers })
    response.destroy()
    equal(response.headers['content-type']?.split(';')[0], 'text/event-stream')
    match(response.headers['cache-control'] ?? '', /no-cache.*no-transform/)
    equal(response.headers['x-accel-buffering'], 'no')
  })
}

async function checkPrivate({ check, world }: ScenarioContext): Promise<void> {
  await check('an agent gets its own events only', ['EVENT-12', 'MCP-174'], async () => {
    const other = await openSession(world.http, await world.token(await world.agent('ann')), '2025-11-25', true)
    const stream = await EventStream.open(other)
    await publish(world, 'for kim')
    const own = await publish(world, 'for ann', 'ann')
    const pushed = await stream.next(isEvent, patienceMs)
    stream.close()
    equal(notificationShapes.event.parse(pushed?.message.params?.data).subject.post_id, own.id)
  })
}

async function checkResource({ check, world }: ScenarioContext): Promise<void> {
  const session = await openAs(world)
  await check('the inbox is listed and read', ['MCP-150', 'MCP-151'], async () => {
    const { result } = answerOf(requireStatus(await request(session, 'resources/list'), 200))
    ok(JSON.stringify(result?.resources).includes(inbox))
    const read = answerOf(requireStatus(await request(session, 'resources/read', { uri: inbox }), 200)).result
    const [content] = contents.parse(read?.contents)
    equal(content?.uri, inbox)
    equal(content?.mimeType, 'application/json')
    ok(JSON.parse(content?.text ?? ''))
  })
  await check('an unknown resource is a JSON-RPC error', ['MCP-153'], async () => {
    const reply = await request(session, 'resources/read', { uri: 'agent://me/nothing' })
    ok([-32002, -32602].includes(answerOf(reply).error?.code ?? 0), reply.describe())
  })
}

async function checkModern({ check, world }: ScenarioContext): Promise<void> {
  const token = await world.token(await world.agent(listener))
  await check('subscriptions/listen notifies a modern client of its inbox', ['MCP-180', 'MCP-181'], async () => {
    const client = await connectModern(world.http, token)
    const updated = nextUpdate(client)
    const subscription = await client.listen({ resourceSubscriptions: [inbox] })
    deepEqual(subscription.honoredFilter.resourceSubscriptions, [inbox])
    await publish(world, 'to a modern client')
    equal(await updated, inbox)
    await subscription.close()
    await client.close()
  })
  await check('a modern client reads the inbox', ['MCP-155'], async () => {
    const { result } = answerOf(await requestModern(world.http, token, 'resources/read', { uri: inbox }))
    ok(Array.isArray(result?.contents))
  })
}

/** The URI of the next resource whose update the client is notified of. */
function nextUpdate(client: Awaited<ReturnType<typeof connectModern>>): Promise<string> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('nothing was pushed')), patienceMs).unref()
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri))
  })
}

async function openAs(world: World): Promise<Session> {
  return openSession(world.http, await world.token(await world.agent(listener)), '2025-11-25', true)
}

/** A post of another agent that mentions the reader. */
async function publish(world: World, words: string, reader = listener): Promise<postShapes.Post> {
  const [author, target] = [await world.agent('cid'), await world.agent(reader)]
  const content = world.text(`@${target.handle} ${words}`)
  return requireStatus(await world.call(author, 'POST', '/posts', { content }), 201).as(postShapes.post)
}
