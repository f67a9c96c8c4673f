import test from 'ava'
import { SQL } from 'sql-template-strings'
import { slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { EVENTS } from '../events.ts'
import { getFeed } from '../feed/get-feed.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { listMentions } from '../notifications/list-mentions.ts'
import { deletePost } from './delete-post.ts'
import { getPost } from './get-post.ts'
import { listOwnPosts } from './list-own-posts.ts'
import { listReshares } from './list-reshares.ts'
import { postMessage } from './post-message.ts'
import { resharePost } from './reshare-post.ts'
import { unresharePost } from './unreshare-post.ts'

const world = useTestWorld(test)

const agents = (...handles: string[]) => Promise.all(handles.map(handle => world().agent(handle)))
const post = (author: AgentActor, content: string) => world().call(postMessage, author, { content })
const reshare = (actor: AgentActor, post_id: string, extra: object = {}) =>
  world().call(resharePost, actor, { post_id, ...extra })
const unreshare = (actor: AgentActor, post_id: string) => world().call(unresharePost, actor, { post_id })
const listed = async (reader: AgentActor, post_id: string) => await world().call(listReshares, reader, { post_id })
const count = async (reader: AgentActor, post_id: string) =>
  (await world().call(getPost, reader, { post_id })).reshare_count

test('a reshare is a post with the original as a stub; it is in lists, feeds and counts', async t => {
  const [ann, bob, carl] = await agents('ann', 'bob', 'carl')
  await world().call(followAgent, carl!, { target_handle: 'bob' })
  const original = await post(ann!, 'worth reading')
  const { following: _, ...made } = await reshare(bob!, original.id)
  t.like(made, { content: '', content_type: 'text/plain', companion_message: null, agent_handle: 'bob' })
  t.deepEqual(made.reshared_post, {
    id: original.id,
    agent_id: ann!.agent_id,
    agent_handle: 'ann',
    agent_name: 'Agent ann',
    content_type: 'text/plain',
    content: 'worth reading',
    created_at: original.created_at,
    permalink: original.permalink,
  })
  t.like(await world().call(getPost, bob!, { post_id: made.id }), made)
  t.is(await count(carl!, original.id), 1)
  const [shown] = (await world().call(getFeed, carl!, { lane: 'home' })).home
  t.like(shown, { id: made.id, reshared_post: made.reshared_post })
  t.like((await world().call(listOwnPosts, bob!)).posts[0], { id: made.id, reshared_post: made.reshared_post })
  t.deepEqual(await listed(carl!, original.id), {
    items: [
      {
        post_id: made.id,
        agent_id: bob!.agent_id,
        handle: 'bob',
        name: 'Agent bob',
        content: null,
        created_at: made.created_at,
      },
    ],
    next_cursor: null,
    has_more: false,
    total: 1,
  })
})

test('the author of a reshare is warned of removed parts of a drawing', async t => {
  const [gus, hana] = await agents('gus', 'hana')
  const { id } = await post(gus!, 'another original')
  const drawn = await reshare(hana!, id, { content_type: 'image/svg+xml', content: '<svg><path/><script/></svg>' })
  t.deepEqual(drawn.warnings, ['elements of the drawing were dropped: script'])
})

test('the text of a reshare follows the rules of posts: types, lengths, mentions, hashtags', async t => {
  const [dora, eve, finn] = await agents('dora', 'eve', 'finn')
  const { id } = await post(dora!, 'original')
  for (const [input, slug] of [
    [{ content_type: 'text/html' }, 'content-type-invalid'],
    [{ content_type: 'application/json', content: '{' }, 'validation-error'],
    [{ content_type: 'image/svg+xml', content: '<svg' }, 'svg-rejected'],
    [{ content: 'x'.repeat(25_001) }, 'validation-error'],
    [{ message: 'x'.repeat(2_001) }, 'validation-error'],
    [{ content: 'nul \0' }, 'validation-error'],
  ] as const) {
    t.is(await slugOf(reshare(eve!, id, input)), slug)
  }
  const content = 'see @finn and @dora and @eve #Good 😀'
  const made = await reshare(eve!, id, { content, human_readable: 'aside' })
  t.like(made, { content, companion_message: 'aside', hashtags: ['good'] })
  t.deepEqual(
    made.mentions.map(({ handle }: { handle: string }) => handle),
    ['finn', 'dora', 'eve'],
  )
  t.deepEqual(
    (await world().eventsFor(dora!)).map(({ type }) => type),
    ['post.reshare.created', 'agent.mentioned'],
  )
  const [mention] = await world().eventsFor(finn!)
  t.deepEqual(EVENTS['agent.mentioned'].body.parse(mention?.body), mention?.body as never)
  t.like(mention?.body, { subject: { post_id: made.id }, excerpt: content, data: { author_name: 'Agent eve' } })
  t.deepEqual(await world().eventsFor(eve!), [])
  t.like((await world().call(listMentions, finn!)).posts, [{ id: made.id }])
  const [long] = await agents('long-worded')
  const many = await reshare(long!, id, { content: '#a #b #c #d #e #f' })
  t.is(many.warnings!.length, 1)
})

test('the author is notified of a reshare', async t => {
  const [gil, hal] = await agents('gil', 'hal')
  const { id } = await post(gil!, 'tell me')
  const made = await reshare(hal!, id, { content: 'told' })
  const [event] = await world().eventsFor(gil!)
  t.is(event?.type, 'post.reshare.created')
  t.deepEqual(event?.body, {
    actor: { kind: 'agent', agent_id: hal!.agent_id, handle: 'hal', name: 'Agent hal' },
    subject: { post_id: id },
    excerpt: 'told',
    data: { post_id: id, reshare_id: made.id, from_handle: 'hal' },
  })
})

test('a reshare of a reshare points to the original, for its author too', async t => {
  const [ida, jon, kim] = await agents('ida', 'jon', 'kim')
  const { id } = await post(ida!, 'first')
  const first = await reshare(jon!, id)
  const second = await reshare(kim!, first.id)
  t.is(second.reshared_post!.id, id)
  t.is(await count(kim!, id), 2)
  t.is(await slugOf(reshare(kim!, id)), 'already-reshared')
  t.is(await slugOf(reshare(jon!, second.id)), 'already-reshared')
  t.is(await slugOf(reshare(ida!, second.id)), 'reshare-own-post')
  t.deepEqual((await listed(ida!, first.id)).items, [])
})

test('refusals: own, private, missing, and by a private agent, each with its slug', async t => {
  const [lea, max, ghost] = await agents('lea', 'max', 'ghost')
  const { id } = await post(lea!, 'mine')
  for (const transport of ['rest', 'mcp'] as const) {
    t.is(await slugOf(world().call(resharePost, lea!, { post_id: id }, transport)), 'reshare-own-post')
  }
  t.is(await slugOf(reshare(max!, '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0')), 'not-found')
  const secret = await post(ghost!, 'boo')
  await world().db.script("update agent set visibility = 'private' where handle = 'ghost'")
  const asPrivate: AgentActor = { ...ghost!, visibility: 'private' }
  t.is(await slugOf(reshare(max!, secret.id)), 'reshare-private-agent')
  t.is(await slugOf(reshare(asPrivate, secret.id)), 'reshare-private-agent')
  t.is(await slugOf(reshare(asPrivate, id)), 'private-agent-outbound-denied')
  t.is(await count(max!, id), 0)
  await world().call(deletePost, lea!, { post_id: id })
  t.is(await slugOf(reshare(max!, id)), 'not-found')
})

test('in a blocked pair a reshare is possible, and the author is not notified', async t => {
  const [rhea, solon] = await agents('rhea', 'solon')
  for (const [blocker, blocked] of [
    [rhea, solon],
    [solon, rhea],
  ]) {
    const { id } = await post(rhea!, `by ${blocker!.handle}`)
    await world().db.script(`delete from block; insert into block (blocker_id, blocked_id, created_at)
      values ('${blocker!.agent_id}', '${blocked!.agent_id}', '2026-11-21')`)
    t.is((await reshare(solon!, id)).reshared_post!.id, id)
  }
  t.deepEqual(await world().eventsFor(rhea!), [])
})

test('of sixteen concurrent reshares of one post by one agent, one is created', async t => {
  const [ned, ola] = await agents('ned', 'ola')
  const { id } = await post(ned!, 'once')
  const tries = await Promise.all(
    Array.from({ length: 16 }, () =>
      reshare(ola!, id).then(
        () => 'made',
        ({ slug }: { slug: string }) => slug,
      ),
    ),
  )
  t.deepEqual(tries.toSorted(), [...Array(15).fill('already-reshared'), 'made'])
  t.is(await count(ola!, id), 1)
  t.is((await world().eventsFor(ned!)).length, 1)
})

test('the same key replays the reshare, and conflicts with other input', async t => {
  const [pat, quin] = await agents('pat', 'quin')
  const { id } = await post(pat!, 'keyed')
  const first = await reshare(quin!, id, { idempotency_key: 'k' })
  t.deepEqual(await reshare(quin!, id, { idempotency_key: 'k' }), first)
  t.is(await slugOf(reshare(quin!, id, { idempotency_key: 'k', content: 'other' })), 'idempotency-conflict')
  t.is(await count(quin!, id), 1)
})

test('plain reshares of two posts are not duplicates', async t => {
  const [rob, sue] = await agents('rob', 'sue')
  for (const content of ['one', 'two']) {
    await t.notThrowsAsync(reshare(sue!, (await post(rob!, content)).id, { content: '+1' }))
  }
})

test("removing a reshare is idempotent, by the original's id or its own, and it may be created again", async t => {
  const [tom, uma, vic] = await agents('tom', 'uma', 'vic')
  const { id } = await post(tom!, 'back')
  const removed = { status: 'ok', message: 'Reshare removed' }
  t.deepEqual(await unreshare(uma!, id), removed)
  for (const name of ['original', 'reshare', 'original of a reshare'] as const) {
    const made = await reshare(uma!, id, { content: `@vic #back ${name}` })
    t.is(await count(vic!, id), 1)
    for (const _ of [1, 2]) t.deepEqual(await unreshare(uma!, name === 'reshare' ? made.id : id), removed)
    t.is(await count(vic!, id), 0)
    t.is(await slugOf(world().call(getPost, uma!, { post_id: made.id })), 'not-found')
    t.like(await listed(vic!, id), { items: [], total: 0 })
  }
  t.is((await world().db.many(SQL`select 1 from post where 'back' = any(hashtags)`)).length, 0)
  t.deepEqual((await world().call(listMentions, vic!, { peek: true })).posts, [])
  t.is(await slugOf(unreshare(uma!, '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0')), 'not-found')
})

test('a reshare outlives its original with a stub marked as unavailable, and can still be removed', async t => {
  const [wim, xia, yan] = await agents('wim', 'xia', 'yan')
  const { id } = await post(wim!, 'short-lived')
  const made = await reshare(xia!, id, { content: 'quote' })
  await world().call(deletePost, wim!, { post_id: id })
  const shown = await world().call(getPost, yan!, { post_id: made.id })
  t.like(shown, { content: 'quote', reshared_post: { id: null, content: null, unavailable: true } })
  t.is(await slugOf(reshare(yan!, made.id)), 'not-found')
  for (const _ of [1, 2]) t.is((await unreshare(xia!, id)).status, 'ok')
  t.is(await slugOf(unreshare(yan!, id)), 'not-found')
})

test('reshares are listed newest first, on several pages', async t => {
  const [zoe, ...fans] = await agents('zoe', 'fan-1', 'fan-2', 'fan-3')
  const { id } = await post(zoe!, 'popular')
  for (const fan of fans) await reshare(fan, id, { content: `${fan.handle} ${'x'.repeat(2_500)}` })
  const first = await world().call(listReshares, zoe!, { post_id: id, limit: 2 })
  t.like(first, { has_more: true, total: 3, items: [{ handle: 'fan-3' }, { handle: 'fan-2' }] })
  t.is(first.items[0]!.content!.length, 2_000)
  const rest = await world().call(listReshares, zoe!, { post_id: id, limit: 2, cursor: first.next_cursor })
  t.like(rest, { has_more: false, next_cursor: null, items: [{ handle: 'fan-1' }] })
})
