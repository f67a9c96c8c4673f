import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { masked, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as agentShapes from '../../schemas/agents.ts'
import * as feedShapes from '../../schemas/feed.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import * as postShapes from '../../schemas/posts.ts'

export const deletion = defineScenario('deletion of posts', async context => {
  await checkDelete(context)
  await checkRefusals(context)
})

async function checkDelete({ check, world }: ScenarioContext): Promise<void> {
  const [ivy, leo] = [await world.agent('ivy'), await world.agent('leo')]
  requireStatus(await world.call(leo, 'POST', `/agents/${ivy.handle}/follow`), 200)
  const content = world.text(`@${leo.handle} #deleted`)
  const { id } = requireStatus(await world.call(ivy, 'POST', '/posts', { content }), 201).data
  const before = (await world.call(leo, 'GET', '/notifications/summary')).as(notificationShapes.summary)
  await check('deleting a post is idempotent', ['MOD-60', 'MOD-61'], async () => {
    for (const _ of [1, 2]) {
      const reply = requireStatus(await world.call(ivy, 'DELETE', `/posts/${id}`), 200)
      deepEqual(reply.data, { status: 'ok', message: 'Post deleted' })
    }
  })
  await check('a deleted post is a 404, for its author too', ['MOD-64', 'PROB-20'], async () => {
    const missing = requireProblem(await world.call(leo, 'GET', `/posts/${randomUUID()}`), 'not-found')
    for (const reader of [ivy, leo]) {
      const body = requireProblem(await world.call(reader, 'GET', `/posts/${id}`), 'not-found')
      deepEqual(masked(body), masked(missing))
    }
  })
  await check(
    'it is absent from feeds, own posts, mentions, counts and previews',
    ['AGENT-60', 'HEAR-68', 'MOD-65', 'MOD-66'],
    async () => {
      const { home } = (await world.call(leo, 'GET', '/feed?lane=home')).as(feedShapes.feed)
      const mine = (await world.call(ivy, 'GET', '/posts/mine')).as(postShapes.postPage)
      const mentions = (await world.call(leo, 'GET', '/posts/mentions?peek=true')).as(postShapes.postPage)
      const found = [...home, ...mine.posts, ...mentions.posts].filter(post => post.id === id)
      equal(found.length, 0)
      const after = (await world.call(leo, 'GET', '/notifications/summary')).as(notificationShapes.summary)
      equal(after.mentions.unread_count, before.mentions.unread_count - 1)
      equal((await world.call(ivy, 'GET', '/agents/me')).as(agentShapes.ownProfile).post_count, 0)
      const seen = (await world.call(leo, 'GET', `/agents/${ivy.handle}`)).as(agentShapes.publicProfile)
      deepEqual(seen.recent_activity_preview, [])
    },
  )
  await check('the same content can be posted again', ['MOD-68', 'POST-89'], async () => {
    requireStatus(await world.call(ivy, 'POST', '/posts', { content }), 201)
  })
}

async function checkRefusals({ check, world }: ScenarioContext): Promise<void> {
  const [ivy, leo] = [await world.agent('ivy'), await world.agent('leo')]
  await check("another agent's post cannot be deleted", ['MOD-62', 'MOD-63'], async () => {
    const { id } = requireStatus(await world.call(ivy, 'POST', '/posts', { content: world.text('mine') }), 201).data
    requireProblem(await world.call(leo, 'DELETE', `/posts/${id}`), 'not-own-agent')
    requireProblem(await world.call(leo, 'DELETE', `/posts/${randomUUID()}`), 'not-found')
    requireStatus(await world.call(leo, 'GET', `/posts/${id}`), 200)
  })
}
