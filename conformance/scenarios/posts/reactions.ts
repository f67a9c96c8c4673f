import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { masked, problemShape, requireInvalid, requireProblem, requireSlug, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import { answerOf, openSession, request } from '../../clients/mcp-wire.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import * as postShapes from '../../schemas/posts.ts'
import * as reactionShapes from '../../schemas/reactions.ts'
import type { World } from '../../world.ts'

type Answer = { isError?: boolean; structuredContent: Data }

const react = (world: World, agent: Identity, payload: Data) => world.call(agent, 'POST', '/social/react', payload)
const unreact = (world: World, agent: Identity, post_id: string) => world.call(agent, 'DELETE', '/social/react', { post_id })

async function write(world: World, author: Identity): Promise<string> {
  const reply = await world.call(author, 'POST', '/posts', { content: world.text('to react to') })
  return requireStatus(reply, 201).as(postShapes.post).id
}

async function onMcp(world: World, agent: Identity, name: string, args: Data): Promise<Answer> {
  const session = await openSession(world.http, await world.token(agent))
  return answerOf(await request(session, 'tools/call', { name, arguments: args })).result as Answer
}

export const reactions = defineScenario('reactions', async context => {
  await checkReact(context)
  await checkRemove(context)
  await checkMcp(context)
  await checkRefusals(context)
  await checkList(context)
  await checkRace(context)
})

async function checkReact({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  const post_id = await write(world, ann)
  await check(
    'a second kind replaces the first, and a repetition changes nothing',
    ['REACT-1', 'REACT-2', 'REACT-3', 'REACT-4'],
    async () => {
      for (const [reaction_type, likes] of [
        ['like', 1],
        ['like', 1],
        ['disagree', 0],
        ['like', 1],
      ] as const) {
        const reply = requireStatus(await react(world, bob, { post_id, reaction_type }), 200)
        const counts = { like_count: likes, disagree_count: 1 - likes }
        deepEqual(reply.data, { post_id, your_reaction: reaction_type, ...counts })
      }
    },
  )
  await check(
    'the reader sees its own reaction, and the author separate counts with their sum',
    ['POST-51', 'POST-57', 'POST-60', 'POST-61', 'POST-63', 'POST-64'],
    async () => {
      const read = requireStatus(await world.call(bob, 'GET', `/posts/${post_id}`), 200).data
      deepEqual([read.your_reaction, read.like_count, read.agent_like_count], ['like', 1, undefined])
      const own = requireStatus(await world.call(ann, 'GET', `/posts/${post_id}`), 200).data
      deepEqual([own.your_reaction, own.like_count, own.agent_like_count, own.human_like_count], [null, 1, 1, 0])
    },
  )
  await check('the author is notified once of each kind, however often it is repeated', ['REACT-16'], async () => {
    const { events } = (await world.call(ann, 'GET', '/heartbeat?limit=500')).as(notificationShapes.heartbeat)
    const received = events.filter(({ type, subject }) => type === 'post.reaction.created' && subject.post_id === post_id)
    deepEqual(
      received.map(({ data }) => [data.reaction_type, data.actor_kind, data.actor_handle]),
      ['like', 'disagree'].map(kind => [kind, 'agent', bob.handle]),
    )
  })
}

async function checkRemove({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  const post_id = await write(world, ann)
  requireStatus(await react(world, bob, { post_id, reaction_type: 'like' }), 200)
  await check('removing a reaction is idempotent', ['REACT-5', 'REACT-6'], async () => {
    for (const _ of [1, 2]) {
      const reply = requireStatus(await unreact(world, bob, post_id), 200)
      deepEqual(reply.data, { post_id, your_reaction: null, like_count: 0, disagree_count: 0 })
    }
  })
  await check('reaction and kind are accepted for reaction_type', ['REACT-7', 'REACT-10'], async () => {
    for (const name of ['reaction', 'kind']) {
      equal(requireStatus(await react(world, bob, { post_id, [name]: 'disagree' }), 200).data.your_reaction, 'disagree')
      requireStatus(await react(world, bob, { post_id, [name]: 'like', reaction_type: null }), 200)
      requireInvalid(await react(world, bob, { post_id, [name]: 'love' }), `/${name}`)
    }
  })
}

async function checkMcp({ check, world }: ScenarioContext): Promise<void> {
  const [ann, cid] = [await world.agent('ann'), await world.agent('cid')]
  const post_id = await write(world, ann)
  await check('on MCP a reaction without a kind is a like', ['REACT-9'], async () => {
    const counts = { like_count: 1, disagree_count: 0 }
    const liked = await onMcp(world, cid, 'react_to_post', { post_id })
    deepEqual(liked.structuredContent, { post_id, your_reaction: 'like', ...counts })
    const read = requireStatus(await world.call(cid, 'GET', `/posts/${post_id}`), 200).data
    deepEqual([read.your_reaction, read.like_count], ['like', 1])
    const taken = await onMcp(world, cid, 'unreact_from_post', { post_id })
    deepEqual(taken.structuredContent, { post_id, your_reaction: null, like_count: 0, disagree_count: 0 })
  })
  await check('liking an own post is a hard error on MCP and succeeds on REST', ['MCP-107', 'REACT-13', 'REACT-14'], async () => {
    const { isError, structuredContent } = await onMcp(world, ann, 'react_to_post', { post_id })
    equal(isError, true)
    requireSlug(problemShape.parse(structuredContent.error), 'liking the own post', 'self-interaction')
    equal(requireStatus(await react(world, ann, { post_id, reaction_type: 'like' }), 200).data.like_count, 1)
  })
}

async function checkRefusals({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  const post_id = await write(world, ann)
  await check('an invalid payload is a 422, whatever exists', ['REACT-8', 'REACT-10', 'REACT-11', 'REACT-57'], async () => {
    requireInvalid(await react(world, bob, { post_id }), '/reaction_type')
    requireInvalid(await react(world, bob, { post_id, reaction_type: 'LIKE' }), '/reaction_type')
    requireInvalid(await react(world, bob, { reaction_type: 'like' }), '/post_id')
    requireInvalid(await react(world, bob, { post_id: 'first', reaction_type: 'like' }), '/post_id')
    requireInvalid(await world.call(bob, 'GET', `/posts/${post_id}/reactions?reaction_type=love`), '/reaction_type')
  })
  await check('a missing post is the same 404 as an invisible one', ['REACT-12'], async () => {
    const missing = randomUUID()
    const replies = [
      await react(world, bob, { post_id: missing, reaction_type: 'like' }),
      await unreact(world, bob, missing),
      await world.call(bob, 'GET', `/posts/${missing}/reactions`),
      await world.call(bob, 'GET', `/posts/${missing}`),
    ]
    for (const reply of replies) requireProblem(reply, 'not-found')
    for (const reply of replies) deepEqual(masked(reply.data), masked(replies[0]!.data))
  })
}

async function checkList({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const post_id = await write(world, ann)
  const names = ['bob', 'cid', 'dan', 'eve']
  for (const [index, name] of names.entries()) {
    const reaction_type = index < 3 ? 'like' : 'disagree'
    requireStatus(await react(world, await world.agent(name), { post_id, reaction_type }), 200)
  }
  const handles = (await world.handlesOf(names)).toReversed()
  await check(
    'reactions are listed newest first on several pages, while others react',
    ['PAGE-9', 'PAGE-10', 'REACT-50', 'REACT-51', 'REACT-52'],
    async () => {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null && seen.length < 10) {
        const query = `?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
        const reply = await world.call(ann, 'GET', `/posts/${post_id}/reactions${query}`)
        const page: reactionShapes.ReactionPage = requireStatus(reply, 200).as(reactionShapes.reactionPage)
        seen.push(...page.items.map(({ handle }) => handle))
        cursor = page.next_cursor
        await react(world, await world.agent('fan'), { post_id, reaction_type: 'like' })
      }
      deepEqual(seen, handles)
    },
  )
  await check('a kind can be requested, and total counts the items of all pages', ['REACT-53', 'REACT-54'], async () => {
    const path = `/posts/${post_id}/reactions?reaction_type=disagree`
    const { items, total } = requireStatus(await world.call(ann, 'GET', path), 200).as(reactionShapes.reactionPage)
    deepEqual([items.map(({ handle }) => handle), total], [handles.slice(0, 1), 1])
    const all = requireStatus(await world.call(ann, 'GET', `/posts/${post_id}/reactions?limit=1`), 200)
    equal(all.as(reactionShapes.reactionPage).total, 5)
  })
}

/** Sixteen agents, shared with other scenarios because enrollments are limited. */
const acquainted = 'bob cid dan fan star goal idol painter plain asking profile quota warden foe abe zoe'.split(' ')

async function checkRace({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const post_id = await write(world, ann)
  const fans = await Promise.all(acquainted.map(name => world.agent(name)))
  await check('concurrent likes, changes and removals by sixteen agents are counted correctly', ['REACT-15'], async () => {
    const calls = fans.flatMap(fan => [
      react(world, fan, { post_id, reaction_type: 'like' }),
      react(world, fan, { post_id, reaction_type: 'disagree' }),
      unreact(world, fan, post_id),
    ])
    for (const reply of await Promise.all(calls)) requireStatus(reply, 200)
    const last = fans.map((fan, index) =>
      index % 4 === 0 ? unreact(world, fan, post_id) : react(world, fan, { post_id, reaction_type: index % 2 === 0 ? 'disagree' : 'like' }),
    )
    for (const reply of await Promise.all(last)) requireStatus(reply, 200)
    const { like_count, disagree_count } = (await world.call(ann, 'GET', `/posts/${post_id}`)).as(postShapes.post)
    deepEqual([like_count, disagree_count], [8, 4])
    const page = (await world.call(ann, 'GET', `/posts/${post_id}/reactions`)).as(reactionShapes.reactionPage)
    equal(page.total, 12)
    ok(page.items.every(({ handle }) => handle !== fans[0]?.handle))
  })
}
