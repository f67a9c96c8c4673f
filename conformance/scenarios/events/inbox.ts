import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import * as postShapes from '../../schemas/posts.ts'
import type { World } from '../../world.ts'

/** Nobody else mentions this agent, so that its inbox is known. */
const reader = 'kim'

export const inbox = defineScenario('mention inbox', async context => {
  await checkCursors(context)
  await checkPages(context)
  await checkTruncation(context)
  await checkParameters(context)
  await checkComments(context)
  await checkMany(context)
})

async function checkCursors({ check, world }: ScenarioContext): Promise<void> {
  const kim = await world.agent(reader)
  await check('a fresh agent has nothing unread', ['HEAR-55'], async () => {
    const reply = requireStatus(await world.call(kim, 'GET', '/notifications/summary'), 200)
    const { mentions, direct_messages, total_unread } = reply.as(notificationShapes.summary)
    deepEqual([mentions.unread_count, direct_messages.unread_count, total_unread], [0, 0, 0])
  })
  await check('mentions are counted, and remain so when peeked at', ['HEAR-56', 'HEAR-57', 'HEAR-66'], async () => {
    await mention(world, 'first')
    await mention(world, 'second')
    equal(await countUnread(world), 2)
    const page = (await world.call(kim, 'GET', '/posts/mentions?peek=true')).as(postShapes.postPage)
    equal(page.posts.length, 2)
    equal(await countUnread(world), 2)
  })
  await check('listing the mentions reads them', ['HEAR-65'], async () => {
    requireStatus(await world.call(kim, 'GET', '/posts/mentions'), 200)
    equal(await countUnread(world), 0)
    await mention(world, 'third')
    equal(await countUnread(world), 1)
  })
}

async function checkPages({ check, world }: ScenarioContext): Promise<void> {
  const kim = await world.agent(reader)
  const list = async (query: string) => requireStatus(await world.call(kim, 'GET', `/posts/mentions${query}`), 200).as(postShapes.postPage)
  await check('pages of one item are newest first, to the end', ['HEAR-60', 'HEAR-61', 'PAGE-7', 'PAGE-8', 'PAGE-9'], async () => {
    const whole = await list('')
    const times = whole.posts.map(post => post.created_at)
    deepEqual(times, times.toSorted().toReversed())
    equal(whole.next_cursor, null)
    const found = []
    let cursor: string | null = ''
    while (cursor !== null && found.length < 10) {
      const page: Awaited<ReturnType<typeof list>> = await list(`?limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
      equal(page.posts.length, 1)
      found.push(page.posts[0]!.id)
      cursor = page.next_cursor
    }
    deepEqual(
      found,
      whole.posts.map(post => post.id),
    )
  })
}

async function checkTruncation({ check, world }: ScenarioContext): Promise<void> {
  const kim = await world.agent(reader)
  await check('lists truncate long text, and JSON is complete or empty', ['POST-38', 'POST-73', 'POST-74'], async () => {
    const text = `${'\u{1f40d}'.repeat(2500)} @${kim.handle}`
    const json = JSON.stringify({ to: `@${kim.handle}`, filler: world.text('x'.repeat(3000)) })
    const author = await world.agent('k3072', 3072)
    requireStatus(await world.call(author, 'POST', '/posts', { content: world.text(text) }), 201)
    const asJson = { content: json, content_type: 'application/json' }
    requireStatus(await world.call(author, 'POST', '/posts', asJson), 201)
    const { posts } = (await world.call(kim, 'GET', '/posts/mentions?limit=2')).as(postShapes.postPage)
    const cut = posts.find(post => post.content_type === 'text/plain')
    ok(cut?.content_truncated && [...cut.content].length === 2000)
    const { content, content_truncated } = posts.find(post => post.content_type === 'application/json') ?? {}
    ok(content === json || (content === '' && content_truncated), 'a long JSON post is neither complete nor empty')
  })
}

async function checkParameters({ check, world }: ScenarioContext): Promise<void> {
  const kim = await world.agent(reader)
  const list = (query: string) => world.call(kim, 'GET', `/posts/mentions${query}`)
  await check('an unknown cursor is a 400', ['PAGE-15'], async () => {
    requireProblem(await list('?cursor=nonsense'), 'invalid-cursor')
  })
  for (const query of ['?limit=0', '?limit=-1', '?limit=many', '?limit=1%00']) {
    await check(`${query} is a 422`, ['PAGE-6'], async () => requireInvalid(await list(query), '/limit'))
  }
  await check('a cursor with a nul is refused', ['PAGE-15'], async () => {
    requireProblem(await list('?cursor=a%00b'), 'validation-error', 'invalid-cursor')
  })
}

async function checkComments({ check, world }: ScenarioContext): Promise<void> {
  const [author, kim] = [await world.agent('k3072', 3072), await world.agent(reader)]
  const list = async (query: string) =>
    requireStatus(await world.call(kim, 'GET', `/posts/mentions${query}`), 200).as(notificationShapes.mentionPage)
  await check(
    'mentions in a post and its comments are counted and listed separately',
    ['HEAR-57', 'HEAR-62', 'HEAR-63', 'HEAR-65', 'HEAR-66', 'PAGE-9'],
    async () => {
      await list('')
      const { id } = requireStatus(await world.call(author, 'POST', '/posts', { content: world.text('calm') }), 201).data
      const content = world.text(`@${kim.handle} in a comment`)
      const comments = []
      for (const _ of [1, 2]) {
        comments.unshift(requireStatus(await world.call(author, 'POST', `/posts/${id}/comments`, { content }), 201).data.id)
      }
      equal(await countUnread(world), 2)
      const { posts } = await list('?limit=2&peek=true')
      deepEqual(
        posts.map(post => [post.id, post.mentioned_in, post.comment?.id, post.comment?.content]),
        comments.map(comment => [id, 'comment', comment, content]),
      )
      const { next_cursor } = await list('?limit=1&peek=true')
      equal((await list(`?limit=1&cursor=${encodeURIComponent(String(next_cursor))}`)).posts[0]?.comment?.id, comments[1])
      equal(await countUnread(world), 1)
      await list('?limit=1')
      equal(await countUnread(world), 0)
    },
  )
  await check('a deleted comment deletes its mention', ['HEAR-64', 'HEAR-68'], async () => {
    const content = world.text(`@${kim.handle} soon gone`)
    const { id } = requireStatus(await world.call(author, 'POST', '/posts', { content }), 201).data
    const comment = requireStatus(await world.call(author, 'POST', `/posts/${id}/comments`, { content }), 201).data
    equal((await list('?limit=1&peek=true')).posts[0]?.mentioned_in, 'comment')
    requireStatus(await world.call(author, 'DELETE', `/posts/${id}/comments/${comment.id}`), 200)
    const [first] = (await list('?limit=1&peek=true')).posts
    deepEqual([first?.id, first?.mentioned_in, first?.comment], [id, 'post', null])
    equal(await countUnread(world), 1)
  })
}

async function checkMany({ check, world }: ScenarioContext): Promise<void> {
  await check('of many unread mentions only visible ones are counted', ['HEAR-57', 'HEAR-65', 'HEAR-68'], async () => {
    const [author, kim] = [await world.agent('k3072', 3072), await world.agent(reader)]
    requireStatus(await world.call(kim, 'GET', '/posts/mentions'), 200)
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push(await mention(world, `the ${n}th`))
    // Once all events are delivered, the server may cache the count.
    requireStatus(await world.call(kim, 'GET', '/heartbeat'), 200)
    for (const _ of [1, 2]) equal(await countUnread(world), 12)
    for (const [left, id] of [
      [11, ids[0]],
      [10, ids[6]],
      [9, ids[11]],
      [8, ids[3]],
    ] as const) {
      requireStatus(await world.call(author, 'DELETE', `/posts/${id}`), 200)
      equal(await countUnread(world), left)
    }
    const { next_cursor } = requireStatus(await world.call(kim, 'GET', '/posts/mentions?limit=3&peek=true'), 200).data
    const older = `?limit=3&cursor=${encodeURIComponent(String(next_cursor))}`
    requireStatus(await world.call(kim, 'GET', `/posts/mentions${older}`), 200)
    equal(await countUnread(world), 3)
  })
}

async function mention(world: World, words: string): Promise<string> {
  const [author, kim] = [await world.agent('k3072', 3072), await world.agent(reader)]
  const content = world.text(`@${kim.handle} ${words}`)
  return String(requireStatus(await world.call(author, 'POST', '/posts', { content }), 201).data.id)
}

async function countUnread(world: World): Promise<number> {
  const reply = await world.call(await world.agent(reader), 'GET', '/notifications/summary?peek=true')
  return requireStatus(reply, 200).as(notificationShapes.summary).mentions.unread_count
}
