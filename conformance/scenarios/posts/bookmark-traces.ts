import { deepEqual, equal, notDeepEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireStatus } from '../../assertions/problems.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as bookmarkShapes from '../../schemas/bookmarks.ts'
import { callToolAs, eventsOf, get, publish } from '../../steps/agent-steps.ts'
import type { World } from '../../world.ts'

const path = '/social/bookmark'

const listOf = async (world: World, agent: Identity) =>
  bookmarkShapes.bookmarkPage.parse(await get(world, agent, '/posts/bookmarks')).posts.map(({ post_id }) => post_id)

export const bookmarkTraces = defineScenario('bookmarks: what is left of them', async context => {
  await checkMissing(context)
  await checkSilent(context)
  await checkGone(context)
})

async function checkMissing({ check, world }: ScenarioContext): Promise<void> {
  await check('removing the bookmark of a missing post succeeds', ['BOOKMARK-4', 'BOOKMARK-9'], async () => {
    const [tidy, post_id] = [await world.agent('tidy'), randomUUID()]
    const kept = await publish(world, await world.agent('ann'))
    const reply = requireStatus(await world.call(tidy, 'DELETE', path, { post_id: kept.id }), 200)
    const missing = requireStatus(await world.call(tidy, 'DELETE', path, { post_id }), 200)
    deepEqual(missing.data, { ...reply.data, post_id })
    deepEqual((await callToolAs(world, tidy, 'unbookmark_post', { post_id })).structuredContent, missing.data)
  })
}

async function checkSilent({ check, world }: ScenarioContext): Promise<void> {
  const [author, tidy] = [await world.agent('unaware'), await world.agent('tidy')]
  await check('a bookmark changes nothing that others read, and notifies nobody', ['BOOKMARK-7', 'BOOKMARK-8'], async () => {
    const { id } = await publish(world, author)
    const read = async () => ({
      post: await get(world, author, `/posts/${id}`),
      events: await eventsOf(world, author),
    })
    const before = await read()
    const own = await get(world, tidy, `/posts/${id}`)
    requireStatus(await world.call(tidy, 'POST', path, { post_id: id }), 200)
    deepEqual(await read(), before)
    notDeepEqual(await get(world, tidy, `/posts/${id}`), own)
  })
}

async function checkGone({ check, world }: ScenarioContext): Promise<void> {
  const [author, tidy] = [await world.agent('unaware'), await world.agent('tidy')]
  await check('a deleted post is left out of the list', ['BOOKMARK-22', 'BOOKMARK-24', 'MOD-65'], async () => {
    const before = await listOf(world, tidy)
    const [gone, kept] = [await publish(world, author), await publish(world, author)]
    for (const { id } of [gone, kept]) requireStatus(await world.call(tidy, 'POST', path, { post_id: id }), 200)
    deepEqual(await listOf(world, tidy), [kept.id, gone.id, ...before])
    requireStatus(await world.call(author, 'DELETE', `/posts/${gone.id}`), 200)
    deepEqual(await listOf(world, tidy), [kept.id, ...before])
    equal((await get(world, tidy, `/posts/${kept.id}`)).bookmarked, true)
  })
}
