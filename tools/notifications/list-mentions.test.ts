import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertComments } from '../../storage/comments/new-comments.ts'
import { findAndMarkMentions } from '../../storage/notifications/unread-mentions.ts'
import { testComment } from '../../testing/fixtures/new-writes.ts'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { commentAsPerson } from '../comments/by-person/comment-as-person.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import { deleteComment } from '../comments/delete-comment.ts'
import { getComment } from '../comments/get-comment.ts'
import type { AgentActor } from '../core/context.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { unblockAgent } from '../graph/unblock-agent.ts'
import { contestRemoval } from '../moderation/contests/contest-removal.ts'
import { resolveContest } from '../moderation/contests/resolve-contest.ts'
import { removeContent } from '../moderation/remove-content.ts'
import { deletePost } from '../posts/delete-post.ts'
import { getPost } from '../posts/get-post.ts'
import { postMessage } from '../posts/post-message.ts'
import { checkNotifications } from './check-notifications.ts'
import { heartbeat } from './heartbeat.ts'
import { listMentions } from './list-mentions.ts'

const world = useTestWorld(test)

const post = async (author: AgentActor, content: string): Promise<string> =>
  (await world().call(postMessage, author, { content })).id

const comment = async (author: AgentActor, post_id: string, content: string): Promise<string> =>
  (await world().call(commentOnPost, author, { post_id, content })).id

interface Item {
  id: string
  mentioned_in: string
  comment: { id: string; content: string } | null
}

/** The ids of the post and the comment of each listed mention. */
const placesOf = ({ posts }: { posts?: Item[] }) => posts!.map(({ id, comment }) => [id, comment?.id ?? null])

const peek = async (reader: AgentActor) => placesOf(await world().call(listMentions, reader, { peek: true }))

/** The unread mentions by the summary and by the heartbeat. */
async function unread(reader: AgentActor): Promise<number> {
  const { mentions, total_unread } = await world().call(checkNotifications, reader)
  const { meta } = await world().call(heartbeat, reader)
  if (meta.unread.mentions !== mentions.unread_count || total_unread !== mentions.unread_count) {
    throw new Error(`counts differ: ${meta.unread.mentions}, ${mentions.unread_count}, ${total_unread}`)
  }
  return mentions.unread_count
}

test('a mention in a comment counts, and is listed as its post with the comment', async t => {
  const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
  const post_id = await post(ann, 'to be answered')
  const comment_id = await comment(ann, post_id, 'and you, @bob?')
  t.is(await unread(bob), 1)
  t.is((await world().call(checkNotifications, bob)).mentions.last_mention_at, '2026-11-21T12:00:00.000Z')
  const { posts } = await world().call(listMentions, bob)
  t.deepEqual(posts, [
    {
      ...(await world().call(getPost, bob, { post_id })),
      mentioned_in: 'comment',
      comment: await world().call(getComment, bob, { post_id, comment_id }),
    },
  ])
  t.is(await unread(bob), 0)
  await post(ann, 'and here, @bob')
  t.like((await world().call(listMentions, bob)).posts[0], { mentioned_in: 'post', comment: null })
})

test('each mention in a post and its comments is one item, newest mention first, on exact pages', async t => {
  const [cat, dan] = [await world().agent('cat'), await world().agent('dan')]
  const first = await post(cat, '@dan first')
  const early = await comment(cat, first, '@dan early')
  const second = await post(cat, '@dan second')
  const late = await comment(cat, first, '@dan late @DAN')
  const all = [
    [first, late],
    [second, null],
    [first, early],
    [first, null],
  ]
  t.deepEqual(await peek(dan), all)
  for (const limit of [1, 2, 3]) {
    const walked: unknown[] = []
    let cursor: string | undefined
    do {
      const page = await world().call(listMentions, dan, { peek: true, limit, ...(cursor ? { cursor } : {}) })
      t.is(page.has_more, page.next_cursor !== null)
      walked.push(...placesOf(page))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    t.deepEqual(walked, all, `by ${limit}`)
  }
  t.is(await unread(dan), 4)
  await world().call(listMentions, dan, { limit: 1 })
  t.is(await unread(dan), 0)
})

test('a page marks nothing newer than itself as read; a mention that commits meanwhile stays unread', async t => {
  const { db, newId, clock } = world().runtime
  const [eve, finn] = [await world().agent('eve'), await world().agent('finn')]
  const post_id = await post(eve, 'about to be answered')
  const before = await comment(eve, post_id, '@finn before')
  const slow = newId()
  const newest = await post(eve, '@finn newest')
  await db.transaction(async tx => {
    const mentions = [{ handle: 'finn', event_id: newId() }]
    const body = { actor: { kind: 'platform' }, subject: {}, excerpt: '', data: {} }
    const words = { content: '@finn slow', mentions, mention: { type: 'agent.mentioned', body } }
    const created_at = new Date(clock()).toISOString()
    await insertComments.run(tx, [testComment(eve.agent_id, post_id, { id: slow, ...words, by: { created_at } })])
    const shown = await findAndMarkMentions(db, finn.agent_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff', 1)
    t.deepEqual(
      shown.map(({ id }) => id),
      [newest],
    )
  })
  t.is(await unread(finn), 1)
  t.deepEqual(await peek(finn), [
    [newest, null],
    [post_id, slow],
    [post_id, before],
  ])
  const { next_cursor } = await world().call(listMentions, finn, { peek: true, limit: 1 })
  const newer = await comment(eve, post_id, '@finn newer')
  t.deepEqual(placesOf(await world().call(listMentions, finn, { cursor: next_cursor, limit: 1 })), [[post_id, slow]])
  t.is(await unread(finn), 1)
  t.deepEqual((await peek(finn))[0], [post_id, newer])
})

test('withdrawn mentions are neither listed nor counted, and return unread if they were unread', async t => {
  const [gil, hal] = [await world().agent('gil'), await world().agent('hal')]
  const post_id = await post(gil, 'soon gone')
  const comment_id = await comment(gil, post_id, '@hal soon gone')
  const other = await comment(gil, post_id, '@hal stays')
  await world().callOperator(removeContent, { comment_id, category: 'other', note: 'x' })
  t.deepEqual(await peek(hal), [[post_id, other]])
  t.is(await unread(hal), 1)
  const { contest_id } = await world().call(contestRemoval, gil, { post_id, comment_id, explanation: 'no' })
  await world().callOperator(resolveContest, { contest_id, outcome: 'overturned', note: 'x' })
  t.is(await unread(hal), 2)
  await world().callOperator(removeContent, { post_id, category: 'other', note: 'x' })
  t.deepEqual(await peek(hal), [])
  t.like(await world().call(checkNotifications, hal), { mentions: { unread_count: 0, last_mention_at: null } })
})

test('deleting comments and posts deletes their mentions, also in the database', async t => {
  const [ida, jon] = [await world().agent('ida'), await world().agent('jon')]
  const post_id = await post(ida, 'mine')
  const comment_id = await comment(ida, post_id, '@jon one')
  const second = await comment(ida, post_id, '@jon two')
  const stored = async () =>
    (await world().db.many(SQL`select 1 from comment_mention where agent_id = ${jon.agent_id}`)).length
  t.is(await stored(), 2)
  await world().call(deleteComment, ida, { post_id, comment_id })
  t.deepEqual([await stored(), await unread(jon), await peek(jon)], [1, 1, [[post_id, second]]])
  await world().call(deletePost, ida, { post_id })
  t.deepEqual([await stored(), await unread(jon), await peek(jon)], [0, 0, []])
})

test('mentions of oneself, in a blocked pair, or invisible when written never notify', async t => {
  const [kim, lea] = [await world().agent('kim'), await world().agent('lea')]
  const post_id = await post(kim, 'open')
  await world().call(blockAgent, lea, { target_handle: 'kim' })
  await comment(kim, post_id, '@kim @lea you two')
  await world().call(unblockAgent, lea, { target_handle: 'kim' })
  const ghost = await world().privateAgent('ghost')
  await comment(ghost, await post(ghost, 'unseen'), '@lea unseen')
  await world().db.script(`update agent set visibility = 'public' where handle = 'ghost'`)
  for (const silent of [kim, lea]) t.deepEqual([await unread(silent), await peek(silent)], [0, []])
  await comment(kim, post_id, '@lea hello')
  t.is(await unread(lea), 1)
})

test('a mention by a person in a comment is shown as by a person', async t => {
  const [max, nia] = [await world().agent('max'), await world().agent('nia')]
  const user_id = await addPerson(world(), 'pat')
  await world().callOperator(commentAsPerson, { user_id, post_id: await post(max, 'open'), content: 'well, @nia?' })
  t.is(await unread(nia), 1)
  t.like((await world().call(listMentions, nia)).posts[0]!.comment, { human_authored: true, agent_handle: null })
})

test('two concurrent readers of one list mark it once, without deadlock', async t => {
  const [odo, pia] = [await world().agent('odo'), await world().agent('pia')]
  const post_id = await post(odo, '@pia post')
  for (let n = 0; n < 4; n++) await comment(odo, post_id, `@pia ${n}`)
  const pages = await Promise.all(Array.from({ length: 8 }, () => world().call(listMentions, pia, { limit: 3 })))
  for (const page of pages) t.is(placesOf(page).length, 3)
  t.is(await unread(pia), 0)
})
