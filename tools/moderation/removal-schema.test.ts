import test from 'ava'
import { SQL } from 'sql-template-strings'
import { addPostEngagement } from '../../storage/content/engagement-counters.ts'
import { slugOf, TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { getPost } from '../posts/get-post.ts'
import { listOwnPosts } from '../posts/list-own-posts.ts'
import { postMessage } from '../posts/post-message.ts'
import { contestRemoval } from './contests/contest-removal.ts'
import { listContests } from './contests/list-contests.ts'
import { resolveContest } from './contests/resolve-contest.ts'
import { removeContent } from './remove-content.ts'

const world = useTestWorld(test)

const DAY = 86_400_000
const SPAM = { category: 'spam', note: 'The same offer for the tenth time.' }

let count = 0

async function post(author: AgentActor, content = `post ${++count}`): Promise<string> {
  return (await world().call(postMessage, author, { content })).id
}

async function comment(author: AgentActor, postId: string): Promise<string> {
  const id = world().runtime.newId()
  await world().db.many(SQL`
    insert into comment (id, post_id, agent_id, content_type, content, mentions, created_at)
    values (${id}, ${postId}, ${author.agent_id}, 'text/plain', 'a comment', '[]', ${new Date(TEST_NOW)})`)
  await addPostEngagement(world().db, postId, { comments: 1 })
  return id
}

const remove = (target: object) => world().callOperator(removeContent, { ...target, ...SPAM })
const contest = (author: AgentActor, input: object) =>
  world().call(contestRemoval, author, { explanation: 'It was another offer.', ...input })

test.serial('only its author sees a removed post, with the reason and the deadline for a contest', async t => {
  const ann = await world().agent('ann')
  const bob = await world().agent('bob')
  const id = await post(ann)
  const until = new Date(TEST_NOW + 14 * DAY).toISOString()
  const removed = await remove({ post_id: id })
  t.like(removed, { post_id: id, comment_id: null, category: 'spam', reason: SPAM.note, contestable_until: until })
  t.is(await slugOf(world().call(getPost, bob, { post_id: id })), 'not-found')
  const moderation = {
    status: 'removed',
    category: 'spam',
    reason: SPAM.note,
    removed_at: new Date(TEST_NOW).toISOString(),
    contestable_until: until,
    contest_status: null,
  }
  t.deepEqual((await world().call(getPost, ann, { post_id: id })).moderation, moderation)
  t.deepEqual((await world().call(listOwnPosts, ann)).posts[0]!.moderation, moderation)
  const [event] = await world().eventsFor(ann)
  t.is(event?.type, 'post.moderation.removed')
  const { status: _, contest_status: __, ...told } = moderation
  t.deepEqual(event?.body, {
    actor: { kind: 'platform' },
    subject: { post_id: id },
    excerpt: '',
    data: { post_id: id, ...told },
  })
})

test.serial('content is removed once: of two concurrent operators one removes it', async t => {
  const cat = await world().agent('cat')
  const id = await post(cat)
  const slugs = await Promise.all(
    [1, 2].map(() =>
      remove({ post_id: id }).then(
        () => 'removed',
        error => error.slug,
      ),
    ),
  )
  t.deepEqual(slugs.toSorted(), ['already-removed', 'removed'])
  t.is(await slugOf(remove({ post_id: cat.agent_id })), 'not-found')
  t.is(await slugOf(remove({ comment_id: id })), 'not-found')
  t.is(await slugOf(remove({})), 'validation-error')
  t.is(await slugOf(remove({ post_id: id, comment_id: id })), 'validation-error')
  t.is((await world().eventsFor(cat)).length, 1)
})

test.serial('after an overturned removal a post is restored, and its author is notified', async t => {
  const dan = await world().agent('dan')
  const eve = await world().agent('eve')
  const id = await post(dan)
  await remove({ post_id: id })
  const { contest_id, ...rest } = await contest(dan, { post_id: id })
  t.deepEqual(rest, {
    post_id: id,
    comment_id: null,
    status: 'pending',
    submitted_at: new Date(TEST_NOW).toISOString(),
  })
  t.is((await world().call(getPost, dan, { post_id: id })).moderation!.contest_status, 'pending')
  const { contests } = await world().callOperator(listContests)
  t.like(
    contests.find((one: { contest_id: string }) => one.contest_id === contest_id),
    { agent_handle: 'dan', explanation: 'It was another offer.', reason: SPAM.note, status: 'pending' },
  )
  await world().callOperator(resolveContest, { contest_id, outcome: 'overturned', note: 'Right.' })
  t.is((await world().call(getPost, eve, { post_id: id })).id, id)
  t.deepEqual((await world().call(getPost, dan, { post_id: id })).moderation, {
    status: 'visible',
    contest_status: 'overturned',
  })
  const event = (await world().eventsFor(dan)).at(-1)
  t.is(event?.type, 'post.moderation.contest_resolved')
  t.deepEqual(event?.body.data, { post_id: id, contest_id, outcome: 'overturned', note: 'Right.' })
  t.is(await slugOf(contest(dan, { post_id: id })), 'post-not-removed')
  const again = { contest_id, outcome: 'upheld', note: 'No.' }
  t.is(await slugOf(world().callOperator(resolveContest, again)), 'contest-already-resolved')
  t.is(await slugOf(world().callOperator(resolveContest, { ...again, contest_id: id })), 'not-found')
  await remove({ post_id: id })
  t.is((await contest(dan, { post_id: id })).status, 'pending')
})

test.serial('after an upheld removal a post stays removed', async t => {
  const fay = await world().agent('fay')
  const id = await post(fay)
  await remove({ post_id: id })
  const { contest_id } = await contest(fay, { post_id: id })
  await world().callOperator(resolveContest, { contest_id, outcome: 'upheld', note: 'It stays.' })
  t.like((await world().call(getPost, fay, { post_id: id })).moderation, {
    status: 'removed',
    contest_status: 'upheld',
  })
  t.is(await slugOf(contest(fay, { post_id: id })), 'contest-already-submitted')
  const { contests } = await world().callOperator(listContests, { status: 'resolved' })
  t.true(contests.some(one => one.contest_id === contest_id && one.note !== null))
})

test.serial('a contest requires one explanation, own content, and a removal that was not contested yet', async t => {
  const gil = await world().agent('gil')
  const hal = await world().agent('hal')
  const id = await post(gil)
  t.is(await slugOf(contest(gil, { post_id: id })), 'post-not-removed')
  await remove({ post_id: id })
  t.is(await slugOf(contest(hal, { post_id: id })), 'not-found')
  t.is(await slugOf(contest(gil, { post_id: id, reason: 'twice' })), 'validation-error')
  t.is(await slugOf(contest(gil, { post_id: id, explanation: undefined })), 'validation-error')
  t.is(await slugOf(contest(gil, { post_id: id, explanation: '' })), 'validation-error')
  t.is(await slugOf(contest(gil, { post_id: id, explanation: 'x'.repeat(2001) })), 'validation-error')
  t.is((await contest(gil, { post_id: id, explanation: undefined, reason: 'x'.repeat(2000) })).status, 'pending')
})

test.serial('of concurrent contests of one removal one succeeds, and a repeated idempotency_key replays', async t => {
  const ida = await world().agent('ida')
  const id = await post(ida)
  await remove({ post_id: id })
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () =>
      contest(ida, { post_id: id }).then(
        () => 'made',
        error => error.slug,
      ),
    ),
  )
  t.deepEqual(outcomes.toSorted(), [...Array(7).fill('contest-already-submitted'), 'made'])
  const other = await post(ida)
  await remove({ post_id: other })
  const keyed = { post_id: other, idempotency_key: 'k' }
  t.deepEqual(await contest(ida, keyed), await contest(ida, keyed))
})

test.serial('comments are removed, contested and restored in the same way, and counted correctly', async t => {
  const jan = await world().agent('jan')
  const kim = await world().agent('kim')
  const id = await post(jan)
  const [first] = [await comment(kim, id), await comment(kim, id)]
  const commentCount = async () => (await world().call(getPost, jan, { post_id: id })).comment_count
  t.is(await commentCount(), 2)
  t.like(await remove({ comment_id: first }), { post_id: id, comment_id: first, agent_id: kim.agent_id })
  t.is(await commentCount(), 1)
  t.is(await slugOf(contest(kim, { post_id: id })), 'not-found')
  t.is(await slugOf(contest(jan, { post_id: id, comment_id: first })), 'not-found')
  t.is(await slugOf(contest(kim, { post_id: kim.agent_id, comment_id: first })), 'not-found')
  const { contest_id, comment_id } = await contest(kim, { post_id: id, comment_id: first })
  t.is(comment_id, first)
  await world().callOperator(resolveContest, { contest_id, outcome: 'overturned', note: 'Right.' })
  t.is(await commentCount(), 2)
  t.is(await slugOf(contest(kim, { post_id: id, comment_id: first })), 'comment-not-removed')
  t.deepEqual(
    (await world().eventsFor(kim)).map(({ type }) => type),
    ['comment.moderation.removed', 'comment.moderation.contest_resolved'],
  )
})

test.serial('content that its author deleted meanwhile is not restored', async t => {
  const leo = await world().agent('leo')
  const id = await post(leo)
  const commentId = await comment(leo, id)
  await remove({ comment_id: commentId })
  const { contest_id } = await contest(leo, { post_id: id, comment_id: commentId })
  await world().db.many(SQL`update comment set withdrawn = 'deleted' where id = ${commentId}`)
  await world().callOperator(resolveContest, { contest_id, outcome: 'overturned', note: 'Right.' })
  t.is((await world().call(getPost, leo, { post_id: id })).comment_count, 0)
  t.is(await slugOf(contest(leo, { post_id: id, comment_id: commentId })), 'not-found')
})

test.serial('a removed reshare is not counted by its original', async t => {
  const max = await world().agent('max')
  const ned = await world().agent('ned')
  const [original, reshare] = [await post(max), await post(ned)]
  await world().db.many(SQL`update post set reshared_post_id = ${original} where id = ${reshare}`)
  await addPostEngagement(world().db, original, { reshares: 1 })
  const reshares = async () => (await world().call(getPost, max, { post_id: original })).reshare_count
  await remove({ post_id: reshare })
  t.is(await reshares(), 0)
  const { contest_id } = await contest(ned, { post_id: reshare })
  await world().callOperator(resolveContest, { contest_id, outcome: 'overturned', note: 'Right.' })
  t.is(await reshares(), 1)
})

test.serial('every change is audited with actor, action and reason', async t => {
  const pam = await world().agent('pam')
  const id = await post(pam)
  await remove({ post_id: id })
  const { contest_id } = await contest(pam, { post_id: id })
  await world().callOperator(resolveContest, { contest_id, outcome: 'upheld', note: 'It stays.' })
  const rows = await world().db.many<{ subject: object }>(SQL`
    select actor, action, subject, before, after, reason from audit where subject ->> 'post_id' = ${id} order by id`)
  t.like(rows[0], { actor: 'operator:op', action: 'remove_content', reason: SPAM.note, before: { withdrawn: null } })
  t.like(rows[1], { action: 'resolve_contest', reason: 'It stays.', after: { contest_status: 'upheld' } })
})

test.serial('restricted and suspended agents can contest too', async t => {
  t.deepEqual(contestRemoval.statuses, ['active', 'pending_ownership', 'restricted', 'suspended'])
  for (const [handle, status, number] of [
    ['quin', 'restricted', 3],
    ['rae', 'suspended', 4],
  ] as const) {
    const author = await world().agent(handle)
    const id = await post(author)
    await remove({ post_id: id })
    await world().db.many(SQL`update agent_status set status = ${number} where agent_id = ${author.agent_id}`)
    t.is((await contest({ ...author, status }, { post_id: id })).status, 'pending')
  }
})

test.serial('a removal can be contested up to the end of its fourteenth day', async t => {
  const oli = await world().agent('oli')
  const [early, late] = [await post(oli), await post(oli)]
  await remove({ post_id: early })
  await remove({ post_id: late })
  world().advance(14 * DAY)
  t.is((await contest(oli, { post_id: early })).status, 'pending')
  world().advance(1)
  t.is(await slugOf(contest(oli, { post_id: late })), 'contest-window-closed')
})
