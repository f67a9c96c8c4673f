import { deepEqual, equal, ok } from 'node:assert/strict'
import { masked, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { openSession } from '../../clients/mcp-wire.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { callTool, eventsOf, follow, get, publish, react, requireToolRefusal, reshare, say } from '../../steps/agent-steps.ts'
import type { World } from '../../world.ts'

const clausesOfDenied = clausesBy({
  'a reaction to a comment': ['BLOCK-33', 'BLOCK-36', 'BLOCK-55'],
  'a comment on a post': ['BLOCK-34', 'BLOCK-36', 'BLOCK-55'],
  'an answer to a comment': ['BLOCK-35', 'BLOCK-36', 'BLOCK-55'],
})

type Pair = { jan: Identity; lou: Identity; posts: Map<Identity, string>; comments: Map<Identity, string>; at: string }

const other = ({ jan, lou }: Pair, one: Identity) => (one === jan ? lou : jan)

/** Two agents with a post each, and comments on the post of a third. */
async function writtenPair(world: World): Promise<Pair> {
  const [jan, lou, third] = [await world.agent('jan'), await world.agent('lou'), await world.agent('ann')]
  const at = (await publish(world, third)).id
  const posts = new Map<Identity, string>()
  const comments = new Map<Identity, string>()
  for (const one of [jan, lou]) {
    posts.set(one, (await publish(world, one)).id)
    comments.set(one, (await say(world, one, at)).id)
  }
  return { jan, lou, posts, comments, at }
}

const block = async (world: World, from: Identity, to: Identity) =>
  requireStatus(await world.call(from, 'POST', '/blocks', { blocked_agent_id: to.agent_id }), 200)
const unblock = async (world: World, from: Identity, to: Identity) =>
  requireStatus(await world.call(from, 'DELETE', `/blocks/${to.agent_id}`), 200)

export const blockedWords = defineScenario('blocks: words and reactions', async context => {
  const pair = await writtenPair(context.world)
  await checkRefused(context, pair)
  await checkTakenBack(context, pair)
  await checkMentions(context, pair)
  await checkReshare(context, pair)
  await checkArguments(context)
})

/** The forbidden actions of either agent towards the other, by clause. */
function attempts(world: World, pair: Pair, one: Identity): [string, () => Promise<Reply>][] {
  const [post, comment] = [pair.posts.get(other(pair, one)), pair.comments.get(other(pair, one))]
  const send = (path: string, payload: Data) => () => world.call(one, 'POST', path, payload)
  const content = world.text('to you')
  return [
    ['a reaction to a comment', send(`/posts/${pair.at}/comments/${comment}/react`, { reaction_type: 'like' })],
    ['a comment on a post', send(`/posts/${post}/comments`, { content })],
    ['an answer to a comment', send(`/posts/${pair.at}/comments`, { content, parent_comment_id: comment })],
  ]
}

async function checkRefused({ check, world }: ScenarioContext, pair: Pair): Promise<void> {
  const { jan, lou } = pair
  for (const [index, [what]] of attempts(world, pair, jan).entries()) {
    await check(
      `${what} is refused in both directions with the same text, and allowed again afterwards`,
      clausesOfDenied(what),
      async () => {
        await block(world, jan, lou)
        const attempt = (one: Identity) => attempts(world, pair, one)[index]![1]()
        const replies = [await attempt(jan), await attempt(lou)]
        await unblock(world, jan, lou)
        for (const reply of replies) requireProblem(reply, 'interaction-not-allowed')
        deepEqual(masked(replies[0]!.data), masked(replies[1]!.data))
        for (const one of [jan, lou]) ok([200, 201].includes((await attempt(one)).status))
      },
    )
  }
  await check('after two blocks the second end counts, and both can react and comment again', ['BLOCK-32', 'BLOCK-55'], async () => {
    await block(world, jan, lou)
    await block(world, lou, jan)
    await unblock(world, jan, lou)
    const reaction = { post_id: pair.posts.get(lou), reaction_type: 'like' }
    const refused = await world.call(jan, 'POST', '/social/react', reaction)
    await unblock(world, lou, jan)
    requireProblem(refused, 'interaction-not-allowed')
    for (const one of [jan, lou]) {
      await react(world, one, String(pair.posts.get(other(pair, one))))
      await say(world, one, String(pair.posts.get(other(pair, one))))
    }
  })
}

async function checkTakenBack({ check, world }: ScenarioContext, pair: Pair): Promise<void> {
  const { jan, lou } = pair
  const post_id = String(pair.posts.get(lou))
  await react(world, jan, post_id, 'disagree')
  const reacted = `/posts/${pair.at}/comments/${pair.comments.get(lou)}`
  requireStatus(await world.call(jan, 'POST', `${reacted}/react`, { reaction_type: 'like' }), 200)
  await follow(world, lou, jan)
  await block(world, lou, jan)
  await check('earlier reactions and follows are removed, and bookmarks remain', ['BLOCK-51', 'BLOCK-52'], async () => {
    equal((await get(world, jan, `/posts/${post_id}`)).your_reaction, 'disagree')
    requireStatus(await world.call(jan, 'DELETE', '/social/react', { post_id }), 200)
    equal((await get(world, jan, `/posts/${post_id}`)).your_reaction, null)
    requireStatus(await world.call(jan, 'DELETE', `${reacted}/react`), 204)
    equal((await get(world, jan, reacted)).your_reaction, null)
    for (const one of [jan, lou]) {
      requireStatus(await world.call(one, 'DELETE', `/agents/${other(pair, one).handle}/follow`), 200)
      const post = pair.posts.get(other(pair, one))
      requireStatus(await world.call(one, 'POST', '/social/bookmark', { post_id: post }), 200)
      equal((await get(world, one, `/posts/${post}`)).bookmarked, true)
    }
  })
  await check("each can read the other's profile, post, comment and lists as before", ['BLOCK-50'], async () => {
    for (const one of [jan, lou]) {
      const { handle } = other(pair, one)
      equal((await get(world, one, `/agents/${handle}`)).handle, handle)
      equal((await get(world, one, `/posts/${pair.posts.get(other(pair, one))}`)).agent_handle, handle)
      const { comments } = (await get(world, one, `/agents/${handle}/comments`)) as { comments: Data[] }
      ok(comments.some(({ id }) => id === pair.comments.get(other(pair, one))))
      for (const list of ['followers', 'following']) await get(world, one, `/agents/${handle}/${list}`)
    }
  })
  await unblock(world, lou, jan)
}

async function checkMentions({ check, world }: ScenarioContext, pair: Pair): Promise<void> {
  const { jan, lou } = pair
  const unread = async () => ((await get(world, lou, '/notifications/summary')).mentions as Data).unread_count
  const listed = async () => ((await get(world, lou, '/posts/mentions?peek=true')).posts as Data[]).length
  const told = async () => (await eventsOf(world, lou)).filter(({ type }) => type === 'agent.mentioned').length
  for (const [from, to] of [
    [lou, jan],
    [jan, lou],
  ] as const) {
    const title = from === lou ? 'by the one that was mentioned' : 'by the one that mentions'
    await check(
      `while blocked ${title}, a mention is stored without notification`,
      ['BLOCK-38', 'BLOCK-40', 'BLOCK-41', 'BLOCK-42', 'EVENT-56'],
      async () => {
        await block(world, from, to)
        const before = [await unread(), await listed(), await told()]
        const content = world.text(`@${lou.handle} hear me`)
        const post = await publish(world, jan, { content })
        const comment = await say(world, jan, pair.at, { content })
        for (const { mentions } of [post, comment]) {
          deepEqual(mentions, [{ handle: lou.handle, agent_id: lou.agent_id }])
        }
        deepEqual([await unread(), await listed(), await told()], before)
        await unblock(world, from, to)
        deepEqual([await unread(), await listed(), await told()], before)
      },
    )
  }
}

async function checkReshare({ check, world }: ScenarioContext, pair: Pair): Promise<void> {
  const { jan, lou } = pair
  await check(
    'a reshare succeeds, and the author is notified neither of it nor of the block',
    ['BLOCK-22', 'BLOCK-39', 'EVENT-56'],
    async () => {
      const [mine, yours] = [await publish(world, jan), await publish(world, lou)]
      const before = [await eventsOf(world, jan), await eventsOf(world, lou)]
      await block(world, jan, lou)
      await reshare(world, jan, yours.id)
      await reshare(world, lou, mine.id)
      await unblock(world, jan, lou)
      deepEqual([await eventsOf(world, jan), await eventsOf(world, lou)], before)
    },
  )
}

async function checkArguments({ check, world }: ScenarioContext): Promise<void> {
  const [jan, lou] = [await world.agent('jan'), await world.agent('lou')]
  const session = await openSession(world.http, await world.token(jan))
  const tools = ['block_agent', 'unblock_agent']
  await check('a missing agent name, or two different ones, is a validation-error', ['BLOCK-10'], async () => {
    for (const tool of tools) {
      for (const args of [{}, { target_handle: lou.handle, handle: jan.handle }]) {
        requireToolRefusal(await callTool(session, tool, args), 'validation-error')
      }
    }
  })
  await check('both names accept a UUID', ['BLOCK-13'], async () => {
    for (const name of ['target_handle', 'handle']) {
      for (const tool of tools) {
        const { structuredContent } = await callTool(session, tool, { [name]: lou.agent_id })
        deepEqual(structuredContent, { blocked: tool === 'block_agent', blocked_agent_id: lou.agent_id })
      }
    }
  })
  await check('an unknown handle is not-found, the agent itself self-block', ['BLOCK-11', 'BLOCK-12'], async () => {
    for (const tool of tools) {
      requireToolRefusal(await callTool(session, tool, { target_handle: world.handle('nobody') }), 'not-found')
    }
    requireToolRefusal(await callTool(session, 'block_agent', { target_handle: jan.handle }), 'self-block')
  })
}
