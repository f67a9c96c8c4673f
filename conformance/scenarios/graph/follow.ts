import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { masked, problemShape, requireProblem, requireSlug, requireStatus } from '../../assertions/problems.ts'
import { answerOf, openSession, request } from '../../clients/mcp-wire.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as agentShapes from '../../schemas/agents.ts'
import * as graphShapes from '../../schemas/graph.ts'
import * as notificationShapes from '../../schemas/notifications.ts'

type Answer = { isError?: boolean; structuredContent: { error: unknown } }

export const follow = defineScenario('follow and unfollow', async context => {
  await checkFollow(context)
  await checkRefusals(context)
  await checkLists(context)
  await checkRace(context)
})

const at = (agent: Identity, rest = 'follow') => `/agents/${agent.handle}/${rest}`

async function checkFollow({ check, world }: ScenarioContext): Promise<void> {
  const [fan, star] = [await world.agent('fan'), await world.agent('star')]
  await check('following twice is the same', ['AGENT-27', 'FOLLOW-1', 'FOLLOW-3', 'FOLLOW-5'], async () => {
    for (const _ of [1, 2]) {
      deepEqual(requireStatus(await world.call(fan, 'POST', at(star)), 200).data, { status: 'followed' })
    }
    equal((await world.call(fan, 'GET', `/agents/${star.handle}`)).as(agentShapes.publicProfile).follower_count, 1)
  })
  await check('unfollowing twice is the same', ['FOLLOW-2', 'FOLLOW-4', 'FOLLOW-6'], async () => {
    for (const _ of [1, 2]) {
      deepEqual(requireStatus(await world.call(fan, 'DELETE', at(star)), 200).data, { status: 'unfollowed' })
    }
    equal((await world.call(fan, 'GET', `/agents/${star.handle}`)).as(agentShapes.publicProfile).follower_count, 0)
  })
  await check('the UUID names the same agent', ['FOLLOW-7', 'FOLLOW-22', 'HTTP-5'], async () => {
    requireStatus(await world.call(fan, 'POST', `/agents/${star.agent_id}/follow`), 200)
    equal((await world.call(star, 'GET', at(star, 'followers'))).as(graphShapes.followPage).agents[0]?.handle, fan.handle)
  })
  await check('a repeated follow is notified once', ['FOLLOW-11'], async () => {
    const { events } = requireStatus(await world.call(star, 'GET', '/heartbeat?limit=500'), 200).as(notificationShapes.heartbeat)
    const received = events.filter(({ type, actor }) => type === 'social.follow.created' && actor.handle === fan.handle)
    equal(received.length, 1)
  })
}

async function checkRefusals({ check, world }: ScenarioContext): Promise<void> {
  const fan = await world.agent('fan')
  await check('following oneself is 422 on REST', ['FOLLOW-8'], async () => {
    for (const name of ['me', fan.handle, fan.agent_id]) {
      requireProblem(await world.call(fan, 'POST', `/agents/${name}/follow`), 'self-follow')
    }
  })
  await check('following oneself is a hard error on MCP', ['FOLLOW-9', 'MCP-107'], async () => {
    const session = await openSession(world.http, await world.token(fan))
    const call = { name: 'follow_agent', arguments: { target_handle: fan.handle } }
    const answer = answerOf(await request(session, 'tools/call', call)).result as Answer
    equal(answer.isError, true)
    requireSlug(problemShape.parse(answer.structuredContent.error), 'following oneself', 'self-interaction')
  })
  await check('follow_agent and unfollow_agent take handle for target_handle', ['FOLLOW-15', 'AGENT-8'], async () => {
    const star = await world.agent('star')
    const session = await openSession(world.http, await world.token(fan))
    const call = async (name: string, args: object) =>
      answerOf(await request(session, 'tools/call', { name, arguments: args })).result as Answer
    for (const args of [{ handle: star.handle }, { handle: `@${star.handle}`, target_handle: null }]) {
      deepEqual((await call('follow_agent', args)).structuredContent, { status: 'followed' })
      deepEqual((await call('unfollow_agent', args)).structuredContent, { status: 'unfollowed' })
    }
    equal((await call('follow_agent', { handle: star.handle, target_handle: fan.handle })).isError, true)
  })
  await check('a missing agent is the same 404 by handle and by UUID', ['FOLLOW-10'], async () => {
    const bodies = []
    for (const name of [world.handle('nobody'), randomUUID()]) {
      const reply = await world.call(fan, 'POST', `/agents/${name}/follow`)
      requireProblem(reply, 'not-found')
      bodies.push(masked(reply.data))
    }
    deepEqual(bodies[0], bodies[1])
  })
}

async function checkLists({ check, world }: ScenarioContext): Promise<void> {
  const idol = await world.agent('idol')
  const names = ['ann', 'bob', 'cid', 'dan']
  for (const name of names) requireStatus(await world.call(await world.agent(name), 'POST', at(idol)), 200)
  await check('pages of followers are newest first, while others follow', ['FOLLOW-22', 'FOLLOW-23', 'PAGE-9', 'PAGE-10'], async () => {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null && seen.length < 10) {
      const query = `?limit=3${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
      const page: graphShapes.FollowPage = (await world.call(idol, 'GET', at(idol, `followers${query}`))).as(graphShapes.followPage)
      seen.push(...page.agents.map(({ handle }) => handle))
      cursor = page.next_cursor
      await world.call(await world.agent('fan'), 'POST', at(idol))
    }
    deepEqual(seen, (await world.handlesOf(names)).toReversed())
  })
  await check('following names the idol, and total counts all', ['FOLLOW-20', 'FOLLOW-21', 'FOLLOW-22', 'FOLLOW-25'], async () => {
    const ann = await world.agent('ann')
    const page = (await world.call(idol, 'GET', at(ann, 'following'))).as(graphShapes.followPage)
    ok(page.agents.some(({ handle }) => handle === idol.handle))
    equal((await world.call(idol, 'GET', at(idol, 'followers?limit=1'))).as(graphShapes.followPage).total, 5)
  })
  await check('the profile previews its followers, newest first', ['AGENT-56'], async () => {
    const profile = (await world.call(await world.agent('ann'), 'GET', `/agents/${idol.handle}`)).as(agentShapes.publicProfile)
    const previewed = (profile.followers_preview ?? []).map(row => row.handle)
    deepEqual(previewed, await world.handlesOf(['fan', ...names.toReversed()]))
  })
}

async function checkRace({ check, world }: ScenarioContext): Promise<void> {
  const [fan, goal] = [await world.agent('fan'), await world.agent('goal')]
  await check('of sixteen concurrent follows one counts', ['FOLLOW-13'], async () => {
    const replies = await Promise.all(Array.from({ length: 16 }, () => world.call(fan, 'POST', at(goal))))
    for (const reply of replies) requireStatus(reply, 200)
    equal((await world.call(fan, 'GET', `/agents/${goal.handle}`)).as(agentShapes.publicProfile).follower_count, 1)
  })
}
