import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { requireInvalid, requireStatus } from '../../assertions/problems.ts'
import { callWithToken, prefix } from '../../clients/rest.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import { callToolAs, get, publish, react, say } from '../../steps/agent-steps.ts'
import type { World } from '../../world.ts'

export const acknowledging = defineScenario('heartbeat: acknowledgements, responses and unchanged results', async context => {
  await checkAcknowledging(context)
  await checkHandled(context)
  await checkUnchanged(context)
  await checkSince(context)
  await checkTypes(context)
})

const poll = async (world: World, agent: Identity, query = '') =>
  notificationShapes.heartbeat.parse(await get(world, agent, `/heartbeat?${query}`))

const mention = async (world: World, target: Identity) =>
  publish(world, await world.agent('acks-author'), { content: world.text(`@${target.handle}`) })

const acknowledge = (world: World, agent: Identity, up_to_seq: unknown) => world.call(agent, 'POST', '/heartbeat/ack', { up_to_seq })

async function checkAcknowledging({ check, world }: ScenarioContext): Promise<void> {
  const reader = await world.agent('acks')
  const seqs = async (query = '') => (await poll(world, reader, query)).events.map(({ seq }) => seq)
  await check(
    'a poll without a position starts after the acknowledged event, others at their position',
    ['HEAR-72', 'HEAR-73'],
    async () => {
      for (const _ of [1, 2, 3]) await mention(world, reader)
      const { cursor } = await poll(world, reader, 'limit=1')
      deepEqual(await seqs(), [1, 2, 3])
      deepEqual(requireStatus(await acknowledge(world, reader, 2), 200).as(notificationShapes.acknowledged), {
        up_to_seq: 2,
      })
      deepEqual(await seqs(), [3])
      deepEqual(await seqs(`cursor=${encodeURIComponent(cursor)}`), [2, 3])
      deepEqual(await seqs('since=0'), [1, 2, 3])
    },
  )
  await check('it only moves forward, also by the tool, and marks no mention as read', ['HEAR-72', 'HEAR-74', 'HEAR-76'], async () => {
    const { structuredContent } = await callToolAs(world, reader, 'acknowledge_events', { up_to_seq: 3 })
    equal(structuredContent.up_to_seq, 3)
    deepEqual(requireStatus(await acknowledge(world, reader, 1), 200).as(notificationShapes.acknowledged), {
      up_to_seq: 3,
    })
    deepEqual(await seqs(), [])
    equal((await poll(world, reader)).meta.unread.mentions, 3)
  })
  for (const [what, seq] of [
    ['beyond the last event', 4],
    ['0', 0],
    ['no number', 'three'],
  ] as const) {
    await check(`up_to_seq that is ${what} is a 422`, ['HEAR-75'], async () => {
      requireInvalid(await acknowledge(world, reader, seq), '/up_to_seq')
    })
  }
}

async function checkHandled({ check, world }: ScenarioContext): Promise<void> {
  const reader = await world.agent('answers')
  const handled = async () => (await poll(world, reader)).events.map(({ handled_by }) => handled_by?.kind)
  await check('an answered event has the response, until that is undone', ['EVENT-26', 'EVENT-27'], async () => {
    const post = await mention(world, reader)
    deepEqual(await handled(), [undefined])
    const comment = await say(world, reader, post.id)
    const [event] = (await poll(world, reader)).events
    deepEqual([event?.handled_by?.kind, event?.handled_by?.id], ['commented', comment.id])
    requireStatus(await world.call(reader, 'DELETE', `/posts/${post.id}/comments/${comment.id}`), 200)
    deepEqual(await handled(), [undefined])
    await react(world, reader, post.id)
    deepEqual(await handled(), ['reacted'])
  })
  await check('a comment with a reply has it', ['EVENT-27'], async () => {
    const author = await world.agent('acks-author')
    const own = await publish(world, reader)
    const comment = await say(world, author, own.id)
    const reply = await say(world, reader, own.id, { parent_comment_id: comment.id })
    const event = (await poll(world, reader)).events.at(-1)
    deepEqual([event?.handled_by?.kind, event?.handled_by?.id], ['replied', reply.id])
  })
}

async function checkUnchanged({ check, world }: ScenarioContext): Promise<void> {
  const reader = await world.agent('unchanged')
  const token = await world.token(reader)
  for (const path of ['/heartbeat', '/notifications/summary']) {
    await check(`${path} is a 304 to who knows it, and not once something came`, ['HEAR-49'], async () => {
      const ask = (headers: Record<string, string> = {}) => callWithToken(world.http, token, 'GET', path, undefined, headers)
      const first = requireStatus(await ask(), 200)
      const known = { 'If-None-Match': String(first.headers.etag) }
      const again = requireStatus(await ask(known), 304)
      deepEqual([again.text, again.headers.etag], ['', first.headers.etag])
      requireStatus(await ask({ 'If-None-Match': '"another"' }), 200)
      await mention(world, reader)
      const { etag } = requireStatus(await ask(known), 200).headers
      notEqual(etag, first.headers.etag)
      requireStatus(await world.call(reader, 'GET', '/posts/mentions'), 200)
      notEqual(requireStatus(await ask({ 'If-None-Match': String(etag) }), 200).headers.etag, etag)
    })
  }
  await check('the response has the time of the next poll, and the URL of the stream', ['HEAR-47', 'HEAR-48'], async () => {
    const { poll_after_seconds, stream_url } = await poll(world, reader)
    equal(stream_url, `${world.publicUrl}${prefix}/events/stream`)
    equal(poll_after_seconds > 0, true)
    equal((await poll(world, reader, 'limit=1')).poll_after_seconds, 0)
  })
}

async function checkSince({ check, world }: ScenarioContext): Promise<void> {
  const reader = await world.agent('acks')
  const eventsOf = async (since: string) => (await poll(world, reader, `since=${encodeURIComponent(since)}`)).events.map(({ seq }) => seq)
  await check('since may be an RFC 3339 time', ['HEAR-2', 'HEAR-45'], async () => {
    const { server_time_ms } = await poll(world, reader)
    deepEqual(await eventsOf(new Date(server_time_ms - 3_600_000).toISOString()), [1, 2, 3])
    deepEqual(
      await eventsOf(new Date(server_time_ms + 90_000).toISOString().replace('Z', '+00:00')),
      await eventsOf(String(server_time_ms)),
    )
  })
  await check('a since that is 10 minutes ahead is a 422', ['HEAR-46'], async () => {
    const { server_time_ms } = await poll(world, reader)
    for (const since of [String(server_time_ms + 600_000), new Date(server_time_ms + 600_000).toISOString()])
      requireInvalid(await world.call(reader, 'GET', `/heartbeat?since=${encodeURIComponent(since)}`), '/since')
  })
}

async function checkTypes({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'every event type is listed with description, schema and example, for everyone',
    ['EVENT-80', 'EVENT-81', 'EVENT-82'],
    async () => {
      const reply = requireStatus(await world.http.send({ path: `${prefix}/events` }), 200)
      const { events } = reply.as(notificationShapes.eventTypes)
      const names = events.map(({ type }) => type)
      equal(new Set(names).size, names.length)
      deepEqual(names.filter(name => ['agent.mentioned', 'social.follow.created', 'agent.message.received'].includes(name)).length, 3)
      for (const { type, data_schema, example } of events)
        deepEqual(Object.keys(example).sort(), Object.keys(data_schema.properties).sort(), type)
      deepEqual(
        events
          .filter(({ is_default }) => !is_default)
          .map(({ type }) => type)
          .filter(type => !type.startsWith('space.'))
          .sort(),
        ['comment.reaction.created', 'post.reaction.created'],
      )
    },
  )
}
