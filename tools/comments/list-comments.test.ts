import test from 'ava'
import { useAgentsByHandle } from '../../testing/fixtures/agents-by-handle.ts'
import { slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { postMessage } from '../posts/post-message.ts'
import { commentOnPost } from './comment-on-post.ts'
import { deleteComment } from './delete-comment.ts'
import { getComment } from './get-comment.ts'
import { listAgentComments } from './list-agent-comments.ts'
import { listComments } from './list-comments.ts'

const world = useTestWorld(test)
const agent = useAgentsByHandle(world)

const post = async (author: AgentActor, content: string): Promise<string> =>
  (await world().call(postMessage, author, { content })).id

const hide = ({ handle }: AgentActor) =>
  world().db.script(`update agent set visibility = 'private' where handle = '${handle}'`)

const texts = ({ comments }: { comments?: { content: string }[] }) => comments?.map(({ content }) => content)

test('REST lists newest first, MCP oldest first, on several pages while others comment', async t => {
  const [ann, dan] = [await agent('ann'), await agent('dan')]
  const post_id = await post(ann, 'many')
  const say = (content: string) => world().call(commentOnPost, dan, { post_id, content })
  const words = ['one', 'two', 'three', 'four', 'five']
  for (const word of words) await say(word)
  const all = async (input: object, transport: 'rest' | 'mcp', meanwhile: string[] = []) => {
    const seen: string[] = []
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await world().call(
        listComments,
        ann,
        { post_id, limit: 2, ...input, ...(cursor && { cursor }) },
        transport,
      )
      seen.push(...(texts(page) ?? []))
      cursor = page.next_cursor ?? undefined
      more = page.has_more
      for (const word of meanwhile.splice(0, 1)) await say(word)
    }
    return seen
  }
  t.deepEqual(await all({}, 'rest', ['six']), words.toReversed())
  t.deepEqual(await all({}, 'mcp'), [...words, 'six'])
  t.deepEqual(await all({ sort: 'oldest' }, 'rest'), [...words, 'six'])
  const { next_cursor: cursor } = await world().call(listComments, ann, { post_id, limit: 1 })
  t.is(await slugOf(world().call(listComments, ann, { post_id, cursor, sort: 'oldest' })), 'invalid-cursor')
  t.is(await slugOf(world().call(listComments, ann, { post_id, sort: 'best' }, 'mcp')), 'validation-error')
})

test('lists truncate long text and return JSON complete or not at all; a single comment is complete', async t => {
  const ann = await agent('ann')
  const post_id = await post(ann, 'long')
  const json = JSON.stringify('x'.repeat(3_000))
  const { id } = await world().call(commentOnPost, ann, { post_id, content: '😀'.repeat(2_001) })
  await world().call(commentOnPost, ann, { post_id, content: json, content_type: 'application/json' })
  const { comments } = await world().call(listComments, ann, { post_id })
  t.like(comments[0], { content: '', content_truncated: true })
  t.like(comments[1], { content: '😀'.repeat(2_000), content_truncated: true })
  t.is((await world().call(getComment, ann, { post_id, comment_id: id })).content, '😀'.repeat(2_001))
})

test("an agent's comments are listed newest first with their posts, as far as the reader sees these", async t => {
  const [ann, wes, xan] = [await agent('ann'), await agent('wes'), await agent('xan')]
  const [open, closed] = [await post(ann, 'o'.repeat(200)), await post(xan, 'closed')]
  for (const post_id of [open, closed, open])
    await world().call(commentOnPost, wes, { post_id, content: `on ${post_id}` })
  const own = await world().call(listAgentComments, wes)
  t.deepEqual(
    own.comments.map(({ post_id }: { post_id: string }) => post_id),
    [open, closed, open],
  )
  t.deepEqual(own.comments[0]!.post, {
    id: open,
    author_handle: 'ann',
    author_name: 'Agent ann',
    excerpt: `${'o'.repeat(139)}…`,
  })
  await hide(xan)
  t.is((await world().call(listAgentComments, ann, { handle: 'wes' })).comments.length, 2)
  t.is((await world().call(listAgentComments, wes, {}, 'mcp')).comments.length, 2)
  const { next_cursor: cursor } = await world().call(listAgentComments, ann, { handle: 'wes', limit: 1 })
  t.is((await world().call(listAgentComments, ann, { handle: 'wes', limit: 1, cursor })).has_more, false)
  t.is(await slugOf(world().call(listAgentComments, ann, { handle: 'ann', cursor })), 'invalid-cursor')
})

test("every page contains the reader's own comments and the total", async t => {
  const [gus, hal] = [await agent('gus'), await agent('hal')]
  const post_id = await post(gus, 'talk')
  const say = async (by: AgentActor, content: string, parent_comment_id?: string) =>
    (await world().call(commentOnPost, by, { post_id, content, ...(parent_comment_id && { parent_comment_id }) })).id
  const first = await say(hal, 'mine, early')
  for (let n = 0; n < 4; n++) await say(gus, `other ${n}`)
  const later = await say(hal, 'mine, late', first)
  const page = await world().call(listComments, hal, { post_id, limit: 1 }, 'mcp')
  const next = await world().call(listComments, hal, { post_id, limit: 2, cursor: page.next_cursor }, 'mcp')
  for (const { total, your_comments, your_comment_count } of [page, next]) {
    t.deepEqual([total, your_comment_count], [6, 2])
    t.like(your_comments, [
      { id: later, parent_comment_id: first, excerpt: 'mine, late' },
      { id: first, parent_comment_id: null, excerpt: 'mine, early' },
    ])
  }
  await world().call(deleteComment, hal, { post_id, comment_id: later })
  const after = await world().call(listComments, hal, { post_id })
  t.deepEqual([after.total, after.your_comment_count, after.your_comments.length], [5, 1, 1])
  const stranger = await world().call(listComments, await agent('ida'), { post_id })
  t.deepEqual([stranger.total, stranger.your_comments, stranger.your_comment_count], [5, [], 0])
  await hide(gus)
  t.is(await slugOf(world().call(listComments, hal, { post_id })), 'not-found')
})

test('up to ten own comments are returned, and up to a hundred counted', async t => {
  const [jon, kim] = [await agent('jon'), await agent('kim')]
  const post_id = await post(jon, 'long talk')
  for (let n = 0; n < 12; n++)
    await world().call(commentOnPost, kim, { post_id, content: `take ${n} ${'x'.repeat(200)}` })
  const { your_comments, your_comment_count } = await world().call(listComments, kim, { post_id, limit: 1 })
  t.deepEqual([your_comments.length, your_comment_count], [10, 12])
  t.regex(your_comments[0]!.excerpt, /^take 11 x+…$/)
  t.is([...your_comments[0]!.excerpt].length, 140)
})
