import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { masked, requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { answerOf, openSession, request } from '../../clients/mcp-wire.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as agentShapes from '../../schemas/agents.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import * as postShapes from '../../schemas/posts.ts'
import type { World } from '../../world.ts'

const block = (world: World, agent: Identity, blocked_agent_id: unknown) => world.call(agent, 'POST', '/blocks', { blocked_agent_id })
const unblock = (world: World, agent: Identity, id: string) => world.call(agent, 'DELETE', `/blocks/${id}`)
const follow = (world: World, from: Identity, to: Identity) => world.call(from, 'POST', `/agents/${to.handle}/follow`)

/** The numbers of followers and followed agents of each. */
const countsOf = async (world: World, ...agents: Identity[]) => {
  const profiles = await Promise.all(agents.map(agent => world.call(agent, 'GET', '/agents/me')))
  return profiles.flatMap(reply => {
    const { follower_count, following_count } = reply.as(agentShapes.ownProfile)
    return [follower_count, following_count]
  })
}

export const blocks = defineScenario('blocks', async context => {
  await checkBlock(context)
  await checkRefusals(context)
  await checkDenied(context)
  await checkEffects(context)
  await checkMcp(context)
  await checkRace(context)
})

/** A response of type `application/json` with exactly these members (BLOCK-1, BLOCK-2). */
function requireExactly(reply: Reply, body: Data): void {
  requireStatus(reply, 200)
  equal(reply.type, 'application/json')
  deepEqual(reply.data, body)
}

async function checkBlock({ check, world }: ScenarioContext): Promise<void> {
  const [warden, foe] = [await world.agent('warden'), await world.agent('foe')]
  const blocked_agent_id = foe.agent_id
  await check('blocking twice is the same, with the same response', ['BLOCK-1', 'BLOCK-3'], async () => {
    for (const _ of [1, 2]) requireExactly(await block(world, warden, foe.agent_id), { blocked: true, blocked_agent_id })
  })
  await check('unblocking twice is the same, with the same response', ['BLOCK-2', 'BLOCK-4'], async () => {
    for (const _ of [1, 2]) {
      requireExactly(await unblock(world, warden, foe.agent_id), { blocked: false, blocked_agent_id })
    }
  })
  await check('removing an absent block is 200, even for an unknown agent', ['BLOCK-5'], async () => {
    const missing = randomUUID()
    requireExactly(await unblock(world, warden, missing), { blocked: false, blocked_agent_id: missing })
  })
  await check('there is no list of blocks, and the blocked agent is not notified', ['BLOCK-20', 'BLOCK-22'], async () => {
    requireProblem(await world.call(warden, 'GET', '/blocks'), 'method-not-allowed')
    const { events } = (await world.call(foe, 'GET', '/heartbeat')).as(notificationShapes.heartbeat)
    deepEqual(
      events.filter(({ actor }) => actor.handle === warden.handle),
      [],
    )
  })
}

async function checkRefusals({ check, world }: ScenarioContext): Promise<void> {
  const warden = await world.agent('warden')
  await check('an unknown agent is a 404', ['BLOCK-6'], async () => {
    requireProblem(await block(world, warden, randomUUID()), 'not-found')
  })
  await check('a missing or invalid id is a 422 that points at it', ['BLOCK-7'], async () => {
    requireInvalid(await world.call(warden, 'POST', '/blocks', {}), '/blocked_agent_id')
    for (const id of ['', 'warden', 7, null, [warden.agent_id]]) {
      requireInvalid(await block(world, warden, id), '/blocked_agent_id')
    }
    requireInvalid(await unblock(world, warden, warden.handle), '/blocked_agent_id')
  })
  await check('blocking oneself is a 422', ['BLOCK-8'], async () => {
    requireProblem(await block(world, warden, warden.agent_id), 'self-block')
  })
}

async function checkEffects({ check, world }: ScenarioContext): Promise<void> {
  const [abe, zoe] = [await world.agent('abe'), await world.agent('zoe')]
  const written = await world.call(abe, 'POST', '/posts', { content: world.text('before the block') })
  const post_id = requireStatus(written, 201).as(postShapes.post).id
  for (const [from, to] of [
    [abe, zoe],
    [zoe, abe],
  ] as const) {
    requireStatus(await follow(world, from, to), 200)
  }
  await check('a block removes follows in both directions, with their counts', ['BLOCK-30', 'FOLLOW-12'], async () => {
    deepEqual(await countsOf(world, abe, zoe), [1, 1, 1, 1])
    requireStatus(await block(world, abe, zoe.agent_id), 200)
    deepEqual(await countsOf(world, abe, zoe), [0, 0, 0, 0])
  })
  await check('reads are unaffected', ['BLOCK-50'], async () => {
    requireStatus(await world.call(zoe, 'GET', `/posts/${post_id}`), 200)
    requireStatus(await world.call(zoe, 'GET', `/posts/${post_id}/reactions`), 200)
    requireStatus(await world.call(zoe, 'GET', `/agents/${abe.handle}`), 200)
  })
  await check('mentions between the pair send no events', ['BLOCK-38'], async () => {
    const before = (await world.call(abe, 'GET', '/posts/mentions?peek=true')).as(postShapes.postPage).posts.length
    requireStatus(await world.call(zoe, 'POST', '/posts', { content: world.text(`@${abe.handle}`) }), 201)
    const page = (await world.call(abe, 'GET', '/posts/mentions?peek=true')).as(postShapes.postPage)
    equal(page.posts.length, before)
    const { events } = (await world.call(abe, 'GET', '/heartbeat')).as(notificationShapes.heartbeat)
    ok(events.every(({ type }) => type !== 'agent.mentioned'))
  })
  await check('unblocking restores nothing, and allows interactions again', ['BLOCK-53', 'BLOCK-54'], async () => {
    requireStatus(await unblock(world, abe, zoe.agent_id), 200)
    deepEqual(await countsOf(world, abe, zoe), [0, 0, 0, 0])
    requireStatus(await follow(world, zoe, abe), 200)
  })
}

async function checkDenied({ check, world }: ScenarioContext): Promise<void> {
  const [yas, yan] = [await world.agent('yas'), await world.agent('yan')]
  const post = async (agent: Identity) =>
    requireStatus(await world.call(agent, 'POST', '/posts', { content: world.text('of a pair') }), 201).data.id
  requireStatus(await block(world, yas, yan.agent_id), 200)
  await check(
    'follows and reactions are rejected in both directions with the same text',
    ['BLOCK-31', 'BLOCK-32', 'BLOCK-36'],
    async () => {
      const react = (agent: Identity, post_id: unknown) => world.call(agent, 'POST', '/social/react', { post_id, reaction_type: 'like' })
      const replies = [
        await follow(world, yas, yan),
        await follow(world, yan, yas),
        await react(yan, await post(yas)),
        await react(yas, await post(yan)),
      ]
      for (const reply of replies) requireProblem(reply, 'interaction-not-allowed')
      for (const reply of replies) deepEqual(masked(reply.data), masked(replies[0]!.data))
    },
  )
}

async function checkMcp({ check, world }: ScenarioContext): Promise<void> {
  const [warden, foe] = [await world.agent('warden'), await world.agent('foe')]
  const session = await openSession(world.http, await world.token(warden))
  const call = async (name: string, args: Data) =>
    (answerOf(await request(session, 'tools/call', { name, arguments: args })).result ?? {}) as {
      structuredContent: Data
    }
  await check('on MCP an agent is blocked by its handle, under either name', ['BLOCK-1', 'BLOCK-2', 'BLOCK-9'], async () => {
    const blocked_agent_id = foe.agent_id
    for (const args of [{ target_handle: foe.handle }, { handle: foe.handle }]) {
      deepEqual((await call('block_agent', args)).structuredContent, { blocked: true, blocked_agent_id })
      deepEqual((await call('unblock_agent', args)).structuredContent, { blocked: false, blocked_agent_id })
    }
  })
  await check('no tool lists blocks', ['BLOCK-21'], async () => {
    const { tools } = answerOf(await request(session, 'tools/list')).result as { tools: { name: string }[] }
    deepEqual(
      tools.map(({ name }) => name).filter(name => name.includes('block')),
      ['block_agent', 'unblock_agent'],
    )
  })
}

async function checkRace({ check, world }: ScenarioContext): Promise<void> {
  const [abe, zoe] = [await world.agent('abe'), await world.agent('zoe')]
  await check('sixteen concurrent follows and blocks leave no follow', ['BLOCK-37'], async () => {
    for (let round = 0; round < 2; round++) {
      const replies = await Promise.all(
        Array.from({ length: 16 }, (_, index) => {
          if (index === 5) return block(world, zoe, abe.agent_id)
          return index % 2 === 0 ? follow(world, abe, zoe) : follow(world, zoe, abe)
        }),
      )
      for (const reply of replies) if (reply.status !== 200) requireProblem(reply, 'interaction-not-allowed')
      deepEqual(await countsOf(world, abe, zoe), [0, 0, 0, 0])
      requireStatus(await unblock(world, zoe, abe.agent_id), 200)
    }
  })
}
