import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { answerOf, openSession, request } from '../../clients/mcp-wire.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as feedShapes from '../../schemas/feed.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import * as postShapes from '../../schemas/posts.ts'

export const reshares = defineScenario('reshares', async context => {
  await checkReshare(context)
  await checkRefusals(context)
  await checkUnreshare(context)
  await checkOnce(context)
  await checkMcp(context)
})

type World = ScenarioContext['world']

async function postBy(world: World, name: string, words: string): Promise<postShapes.Post> {
  const reply = await world.call(await world.agent(name), 'POST', '/posts', { content: world.text(words) })
  return requireStatus(reply, 201).as(postShapes.post)
}

const at = (id: string, rest = 'reshare') => `/posts/${id}/${rest}`

/** Sam reshares a post by Rae; Fan follows Sam. */
async function writeReshare(world: World) {
  const [rae, sam, fan] = [await world.agent('rae'), await world.agent('sam'), await world.agent('fan')]
  requireStatus(await world.call(fan, 'POST', `/agents/${sam.handle}/follow`), 200)
  const original = await postBy(world, 'rae', 'to be reshared')
  const content = world.text(`look @${fan.handle} #reshared`)
  const made = requireStatus(await world.call(sam, 'POST', at(original.id), { content, message: 'aside' }), 201)
  return { rae, sam, fan, original, content, reshare: made.as(postShapes.reshare) }
}

type Reshared = Awaited<ReturnType<typeof writeReshare>>

async function checkReshare(context: ScenarioContext): Promise<void> {
  const reshared = await writeReshare(context.world)
  await checkAnswer(context, reshared)
  await checkReads(context, reshared)
  await checkTraces(context, reshared)
}

async function checkAnswer({ check }: ScenarioContext, { rae, fan, original, content, reshare }: Reshared): Promise<void> {
  await check(
    'a reshare is a post with text, mentions, hashtags and a stub of the original',
    ['POST-58', 'RESHARE-1', 'RESHARE-4', 'RESHARE-20', 'RESHARE-21', 'RESHARE-23', 'RESHARE-25'],
    () => {
      deepEqual([reshare.content, reshare.companion_message, reshare.hashtags], [content, 'aside', ['reshared']])
      deepEqual(
        reshare.mentions.map(({ handle }) => handle),
        [fan.handle],
      )
      const { id, agent_id, agent_handle, content: quoted, permalink } = reshare.reshared_post
      deepEqual(
        { id, agent_id, agent_handle, quoted, permalink },
        {
          id: original.id,
          agent_id: rae.agent_id,
          agent_handle: rae.handle,
          quoted: original.content,
          permalink: original.permalink,
        },
      )
    },
  )
}

async function checkReads({ check, world }: ScenarioContext, { sam, fan, original, content, reshare }: Reshared): Promise<void> {
  await check('a reshare is in the home feed of followers, and in the own posts', ['FEED-50', 'RESHARE-16', 'RESHARE-17'], async () => {
    const { home } = requireStatus(await world.call(fan, 'GET', '/feed?lane=home'), 200).as(feedShapes.feed)
    const { posts } = requireStatus(await world.call(sam, 'GET', '/posts/mine'), 200).as(postShapes.postPage)
    for (const list of [home, posts]) {
      const found = postShapes.reshare.parse(list.find(({ id }) => id === reshare.id))
      equal(found.reshared_post.id, original.id)
    }
  })
  await check(
    'the reshares of a post are listed with author and text, and counted',
    ['POST-54', 'RESHARE-14', 'RESHARE-40', 'RESHARE-41', 'RESHARE-44'],
    async () => {
      const page = requireStatus(await world.call(fan, 'GET', at(original.id, 'reshares')), 200).as(postShapes.resharePage)
      deepEqual([page.items.length, page.next_cursor, page.total], [1, null, 1])
      const { post_id, agent_id, handle, content: said } = page.items[0]!
      deepEqual([post_id, agent_id, handle, said], [reshare.id, sam.agent_id, sam.handle, content])
      equal((await world.call(fan, 'GET', `/posts/${original.id}`)).data.reshare_count, 1)
    },
  )
}

async function checkTraces({ check, world }: ScenarioContext, reshared: Reshared): Promise<void> {
  const { rae, sam, fan, original, content, reshare } = reshared
  await check('the author of the original is notified', ['EVENT-35', 'RESHARE-15'], async () => {
    const { events } = requireStatus(await world.call(rae, 'GET', '/heartbeat'), 200).as(notificationShapes.heartbeat)
    const event = events.find(({ type }) => type === 'post.reshare.created')
    deepEqual(event?.data, { post_id: original.id, reshare_id: reshare.id, from_handle: sam.handle })
  })
  await check('a reshare of a reshare points to the original', ['RESHARE-2', 'RESHARE-5', 'RESHARE-18'], async () => {
    const second = requireStatus(await world.call(fan, 'POST', at(reshare.id), {}), 201).as(postShapes.reshare)
    equal(second.reshared_post.id, original.id)
    requireProblem(await world.call(rae, 'POST', at(second.id)), 'reshare-own-post')
  })
  await check('the profile previews reshares, with the original authors', ['AGENT-54'], async () => {
    const seen = requireStatus(await world.call(fan, 'GET', `/agents/${sam.handle}`), 200).data
    const [shown] = seen.recent_reshares_preview as Record<string, unknown>[]
    deepEqual(shown, {
      id: reshare.id,
      post_id: original.id,
      original_author_handle: rae.handle,
      excerpt: original.content,
      created_at: reshare.created_at,
    })
    const [activity] = seen.recent_activity_preview as Record<string, unknown>[]
    deepEqual([activity?.kind, activity?.id, activity?.excerpt], ['reshare', reshare.id, content])
  })
}

async function checkRefusals({ check, world }: ScenarioContext): Promise<void> {
  const [rae, sam] = [await world.agent('rae'), await world.agent('sam')]
  const original = await postBy(world, 'rae', 'refused')
  await check('resharing an own post is a 400', ['RESHARE-8'], async () => {
    requireProblem(await world.call(rae, 'POST', at(original.id)), 'reshare-own-post')
  })
  await check('a missing post is a 404', ['RESHARE-6', 'RESHARE-33', 'RESHARE-45'], async () => {
    for (const [method, rest] of [
      ['POST', 'reshare'],
      ['DELETE', 'reshare'],
      ['GET', 'reshares'],
    ] as const) {
      requireProblem(await world.call(sam, method, at(randomUUID(), rest)), 'not-found')
    }
  })
  await check('the text of a reshare is validated as that of a post', ['RESHARE-3', 'RESHARE-19'], async () => {
    requireInvalid(await world.call(sam, 'POST', at(original.id), { content: 'x'.repeat(25_001) }), '/content')
    requireInvalid(await world.call(sam, 'POST', at(original.id), { message: 'x'.repeat(2_001) }), '/message')
    requireInvalid(await world.call(sam, 'POST', at('nonsense')), '/post_id')
    const typed = { content: '<p>', content_type: 'text/html' }
    requireProblem(await world.call(sam, 'POST', at(original.id), typed), 'content-type-invalid')
  })
  await check('a second reshare of a post is a 409', ['RESHARE-9'], async () => {
    requireStatus(await world.call(sam, 'POST', at(original.id)), 201)
    requireProblem(await world.call(sam, 'POST', at(original.id), { content: 'again' }), 'already-reshared')
  })
}

async function checkUnreshare({ check, world }: ScenarioContext): Promise<void> {
  const [sam, fan] = [await world.agent('sam'), await world.agent('fan')]
  await check(
    'removing a reshare is idempotent, and it is no longer counted',
    ['RESHARE-30', 'RESHARE-31', 'RESHARE-32', 'RESHARE-34'],
    async () => {
      const original = await postBy(world, 'rae', 'taken back')
      const { id } = requireStatus(await world.call(sam, 'POST', at(original.id)), 201).data
      for (const _ of [1, 2]) {
        const reply = requireStatus(await world.call(sam, 'DELETE', at(original.id)), 200)
        deepEqual(reply.data, { status: 'ok', message: 'Reshare removed' })
      }
      requireProblem(await world.call(fan, 'GET', `/posts/${id}`), 'not-found')
      equal((await world.call(fan, 'GET', `/posts/${original.id}`)).data.reshare_count, 0)
      requireStatus(await world.call(sam, 'POST', at(original.id)), 201)
    },
  )
  await check('the stub of a deleted original marks it as unavailable', ['RESHARE-26'], async () => {
    const original = await postBy(world, 'rae', 'short-lived')
    const { id } = requireStatus(await world.call(sam, 'POST', at(original.id)), 201).data
    requireStatus(await world.call(await world.agent('rae'), 'DELETE', `/posts/${original.id}`), 200)
    const { reshared_post } = requireStatus(await world.call(fan, 'GET', `/posts/${id}`), 200).as(postShapes.reshare)
    const { unavailable, ...members } = reshared_post
    equal(unavailable, true)
    deepEqual(new Set(Object.values(members)), new Set([null]))
  })
}

async function checkOnce({ check, world }: ScenarioContext): Promise<void> {
  const [sam, fan] = [await world.agent('sam'), await world.agent('fan')]
  await check('of sixteen concurrent reshares of one post one is created', ['RESHARE-10'], async () => {
    const original = await postBy(world, 'rae', 'raced')
    const replies = await Promise.all(Array.from({ length: 16 }, () => world.call(sam, 'POST', at(original.id))))
    equal(replies.filter(({ status }) => status === 201).length, 1, replies.map(({ status }) => status).join(' '))
    for (const reply of replies) if (reply.status !== 201) requireProblem(reply, 'already-reshared')
    equal((await world.call(fan, 'GET', `/posts/${original.id}`)).data.reshare_count, 1)
  })
  await check(
    'a key replays the reshare, also for sixteen concurrent requests',
    ['IDEM-7', 'IDEM-9', 'IDEM-12', 'IDEM-13', 'IDEM-14'],
    async () => {
      const original = await postBy(world, 'rae', 'keyed')
      const payload = { content: world.text('keyed'), idempotency_key: randomUUID() }
      const send = () => world.call(fan, 'POST', at(original.id), payload)
      const replies = await Promise.all(Array.from({ length: 16 }, send))
      const made = replies.filter(({ status }) => status === 201)
      ok(made.length >= 1)
      for (const reply of replies) if (reply.status !== 201) requireProblem(reply, 'idempotency-in-progress')
      const again = requireStatus(await send(), 201)
      equal(again.headers['idempotent-replay'], 'true')
      for (const { data } of made) deepEqual(data, again.data)
      const other = await world.call(fan, 'POST', at(original.id), { ...payload, content: 'other' })
      requireProblem(other, 'idempotency-conflict')
    },
  )
  await check(
    'a replayed reshare shows nothing of an original that was deleted meanwhile',
    ['IDEM-18', 'IDEM-19', 'RESHARE-13'],
    async () => {
      const original = await postBy(world, 'rae', 'to be forgotten')
      const payload = { content: world.text('my words'), idempotency_key: randomUUID() }
      const first = requireStatus(await world.call(fan, 'POST', at(original.id), payload), 201).as(postShapes.reshare)
      requireStatus(await world.call(await world.agent('rae'), 'DELETE', `/posts/${original.id}`), 200)
      const again = requireStatus(await world.call(fan, 'POST', at(original.id), payload), 201)
      const { id, content, reshared_post } = again.as(postShapes.reshare)
      deepEqual([id, content], [first.id, payload.content])
      deepEqual([reshared_post.unavailable, reshared_post.id, reshared_post.content], [true, null, null])
      ok(!again.text.includes(original.content))
    },
  )
}

async function checkMcp({ check, world }: ScenarioContext): Promise<void> {
  const sam = await world.agent('sam')
  await check('reshare_post, list_reshares and unreshare_post return the same as REST', ['RESHARE-32', 'ROUTE-1'], async () => {
    const original = await postBy(world, 'rae', 'by MCP')
    const session = await openSession(world.http, await world.token(sam))
    const call = async (name: string, args: object = {}) => {
      const reply = await request(session, 'tools/call', { name, arguments: { post_id: original.id, ...args } })
      return (answerOf(reply).result as { structuredContent: Record<string, unknown> }).structuredContent
    }
    const { id } = postShapes.reshare.parse(await call('reshare_post', { content: 'by MCP' }))
    deepEqual(await call('list_reshares'), (await world.call(sam, 'GET', at(original.id, 'reshares'))).data)
    requireStatus(await world.call(sam, 'GET', `/posts/${id}`), 200)
    equal((await call('unreshare_post')).status, 'ok')
    requireProblem(await world.call(sam, 'GET', `/posts/${id}`), 'not-found')
  })
}
