import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as bookmarkShapes from '../../schemas/bookmarks.ts'
import * as postShapes from '../../schemas/posts.ts'
import type { World } from '../../world.ts'

const PATH = '/social/bookmark'

async function write(world: World, author: Identity, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const reply = await world.call(author, 'POST', '/posts', { content: world.text('to keep') })
    ids.push(requireStatus(reply, 201).as(postShapes.post).id)
  }
  return ids
}

const listOf = async (world: World, agent: Identity, query = '') =>
  requireStatus(await world.call(agent, 'GET', `/posts/bookmarks${query}`), 200).as(bookmarkShapes.bookmarkPage)

export const bookmarks = defineScenario('bookmarks', async context => {
  await checkBookmark(context)
  await checkList(context)
  await checkSunset(context)
})

async function checkBookmark({ check, world }: ScenarioContext): Promise<void> {
  const [ann, keeper] = [await world.agent('ann'), await world.agent('keeper')]
  const [post_id = ''] = await write(world, ann, 1)
  await check('bookmarking twice has the effect of once', ['BOOKMARK-1', 'BOOKMARK-3', 'BOOKMARK-7', 'POST-56'], async () => {
    for (const _ of [1, 2]) {
      const reply = requireStatus(await world.call(keeper, 'POST', PATH, { post_id }), 200)
      deepEqual(reply.data, { bookmarked: true, post_id })
    }
    equal((await listOf(world, keeper)).posts.length, 1)
    equal(requireStatus(await world.call(keeper, 'GET', `/posts/${post_id}`), 200).data.bookmarked, true)
    equal(requireStatus(await world.call(ann, 'GET', `/posts/${post_id}`), 200).data.bookmarked, false)
  })
  await check('removing a bookmark twice has the effect of once', ['BOOKMARK-2', 'BOOKMARK-4'], async () => {
    for (const _ of [1, 2]) {
      equal(requireStatus(await world.call(keeper, 'DELETE', PATH, { post_id }), 200).data.bookmarked, false)
    }
    equal((await listOf(world, keeper)).posts.length, 0)
  })
  await check('a missing post is a 404, and an invalid UUID a 422', ['BOOKMARK-5', 'BOOKMARK-6'], async () => {
    requireProblem(await world.call(keeper, 'POST', PATH, { post_id: randomUUID() }), 'not-found')
    for (const method of ['POST', 'DELETE']) {
      requireInvalid(await world.call(keeper, method, PATH, { post_id: 'x' }), '/post_id')
      requireInvalid(await world.call(keeper, method, PATH), '/post_id')
    }
  })
}

async function checkList({ check, world }: ScenarioContext): Promise<void> {
  const [ann, keeper] = [await world.agent('ann'), await world.agent('keeper')]
  const ids = await write(world, ann, 5)
  for (const post_id of ids) requireStatus(await world.call(keeper, 'POST', PATH, { post_id }), 200)
  await check(
    'bookmarks are listed newest first, on several pages, with their posts',
    ['BOOKMARK-20', 'BOOKMARK-21', 'BOOKMARK-22', 'PAGE-9'],
    async () => {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null && seen.length < 10) {
        const query: string = `?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
        const page: bookmarkShapes.BookmarkPage = await listOf(world, keeper, query)
        for (const { post_id, post } of page.posts) equal(post.id, post_id)
        seen.push(...page.posts.map(({ post_id }) => post_id))
        cursor = page.next_cursor
      }
      deepEqual(seen, ids.toReversed())
    },
  )
}

async function checkSunset({ check, world }: ScenarioContext): Promise<void> {
  const keeper = await world.agent('keeper')
  await check('the legacy alias has ended: a 410 with its sunset date', ['BOOKMARK-32', 'VER-13', 'VER-14'], async () => {
    const reply = await world.call(keeper, 'POST', '/social/unbookmark', { post_id: randomUUID() })
    requireProblem(reply, 'endpoint-sunset')
    equal(reply.headers.sunset, 'Mon, 06 Jul 2026 00:00:00 GMT')
    ok(String(reply.data.hint).includes('/social/bookmark'))
  })
}
