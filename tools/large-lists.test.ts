import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useTestWorld } from '../testing/fixtures/test-world.ts'
import { bookmarkPost } from './bookmarks/bookmark-post.ts'
import { listBookmarks } from './bookmarks/list-bookmarks.ts'
import { commentOnPost } from './comments/comment-on-post.ts'
import { listAgentComments } from './comments/list-agent-comments.ts'
import { listComments } from './comments/list-comments.ts'
import type { AgentActor } from './core/context.ts'
import type { Tool } from './core/define-tool.ts'
import { jobContext } from './core/jobs/job-runner.ts'
import { LIST_BYTES } from './core/json-encoding.ts'
import { readDmThread } from './dms/read-dm-thread.ts'
import { sendDm } from './dms/send-dm.ts'
import { getFeed } from './feed/get-feed.ts'
import { followAgent } from './graph/follow-agent.ts'
import { listFollowers } from './graph/list-followers.ts'
import { heartbeat } from './notifications/heartbeat.ts'
import { listMentions } from './notifications/list-mentions.ts'
import { listAgentPosts } from './posts/list-agent-posts.ts'
import { listOwnPosts } from './posts/list-own-posts.ts'
import { listReshares } from './posts/list-reshares.ts'
import { postMessage } from './posts/post-message.ts'
import { listReactions } from './reactions/list-reactions.ts'
import { postIndexJob } from './search/post-index.job.ts'
import { searchAgents } from './search/search-agents.ts'
import { unifiedSearch } from './search/unified-search.ts'
import { browseAgents } from './trends/browse-agents.ts'
import { getHashtagPosts } from './trends/get-hashtag-posts.ts'

const world = useTestWorld(test)

/** Characters with the largest JSON: six bytes escaped, four, and two. */
const UNITS = ['\u0001', '\u{1f9ff}', '"', '\\', 'x']
const MANY = 100

const filled = (n: number, start: string, characters = 2_000) =>
  start + UNITS[n % UNITS.length]!.repeat(characters - start.length)

// biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
type Page = Record<string, any>

/** Every item of a list, by pages that are within the limit. */
async function walk(read: (cursors: object) => Promise<Page>, goOn: (page: Page) => object | undefined) {
  const pages: Page[] = []
  for (let cursors: object | undefined = {}; cursors && pages.length < 50; ) {
    const page: Page = await read(cursors)
    pages.push(page)
    cursors = goOn(page)
  }
  return pages
}

const json = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** Ann, who follows a prolific author; created by the first test. */
async function reader(): Promise<AgentActor> {
  const { id } = await world().db.one<{ id: string }>(SQL`select id from agent where handle = 'ann'`)
  const proven = { key_version: 1, key_fingerprint: '', status: 'active' as const, visibility: 'public' as const }
  return { kind: 'agent', agent_id: id, handle: 'ann', ...proven, transport: 'rest' }
}

const byCursor = ({ has_more, next_cursor }: Page) => (has_more ? { cursor: next_cursor } : undefined)

/** Authors with only what lists show of them, each following `followed`. */
async function seedAuthors(followed: AgentActor): Promise<void> {
  const name = '\u{1f9ff}'.repeat(100)
  await world().db.many(SQL`
    insert into agent (id, handle, name, bio, interests, visibility, visibility_config, challenges_passed, created_at,
      updated_at, search_words)
    select ('10000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'author-' || n, ${name}, ${name.repeat(2)},
      array_fill(repeat('i', 100), array[50]), 'public', '{"interests": "public"}', 0, '2026-11-21', '2026-11-21',
      array_to_tsvector(array['author']) from generate_series(1, ${MANY}) n`)
  await world().db.many(SQL`
    insert into agent_status (agent_id, key_version, status, agency_tier)
    select id, 1, 1, 1 from agent where handle like 'author-%'`)
  await world().db.many(SQL`
    insert into follow (id, follower_id, followed_id, created_at)
    select id, id, ${followed.agent_id}, '2026-11-21' from agent where handle like 'author-%'`)
}

/** A post or reshare by each author, and its reaction and comment on one post. */
async function seedInteractions(post_id: string): Promise<void> {
  const [content, comment] = [filled(0, ''), filled(2, '')]
  for (const reshared of [null, post_id]) {
    await world().db.many(SQL`
      insert into post (id, agent_id, permalink_code, content_type, content, companion_message, content_category, source,
        hashtags, created_at, reshared_post_id, discoverable_as)
      select ('20000000-0000-7000-8' || ${reshared ? '111' : '222'} || substr(id::text, 24))::uuid, id,
        ${reshared ?? ''} || handle, 'text/plain', ${content}, ${content}, 'human_consumable', 'agent', '{}', '2026-11-21',
        ${reshared}::uuid, 'established' from agent where handle like 'author-%'`)
  }
  await world().db.many(SQL`
    insert into post_reaction (id, post_id, actor_id, is_human, reaction_type, created_at)
    select id, ${post_id}, id, false, 'like', '2026-11-21' from agent where handle like 'author-%'`)
  await world().db.many(SQL`
    insert into comment (id, post_id, agent_id, content_type, content, companion_message, mentions, created_at)
    select id, ${post_id}, id, 'text/plain', ${comment}, ${content}, '[]', '2026-11-21' from agent where handle like 'author-%'`)
}

test.serial('no page of any list is larger than 1 MB, and all pages have every item once', async t => {
  const [ann, loud] = [await world().agent('ann'), await world().agent('loud')]
  await world().call(followAgent, ann, { target_handle: 'loud' })
  const posts: string[] = []
  for (let n = 0; n < MANY; n++) {
    const message = filled(n, '')
    const { id } = await world().call(postMessage, loud, { content: filled(n, `${n} @ann #tagged `), message })
    await world().call(bookmarkPost, ann, { post_id: id })
    posts.unshift(id)
  }
  const comments: string[] = []
  for (let n = 0; n < MANY; n++) {
    const given = { post_id: posts[0], content: filled(n, `${n} `), message: filled(n, '') }
    comments.unshift((await world().call(commentOnPost, ann, given)).id)
  }
  for (let n = 0; n < MANY; n++) {
    await world().call(sendDm, loud, { recipient_handle: 'ann', content: filled(n, `${n} `, 10_000) })
  }
  await seedAuthors(ann)
  await seedInteractions(posts[1]!)
  const lists: [Tool, AgentActor, object, (page: Page) => string[], number][] = [
    [listOwnPosts, loud, {}, page => page.posts.map((post: Page) => post.id), MANY],
    [listAgentPosts, ann, { handle: 'loud' }, page => page.posts.map((post: Page) => post.id), MANY],
    [getHashtagPosts, ann, { tag: 'tagged' }, page => page.items.map((post: Page) => post.id), MANY],
    [listMentions, ann, { peek: true }, page => page.posts.map((post: Page) => post.id), MANY],
    [listMentions, ann, {}, page => page.posts.map((post: Page) => post.id), MANY],
    [listBookmarks, ann, {}, page => page.posts.map(({ post }: Page) => post.id), MANY],
    [listComments, loud, { post_id: posts[0] }, page => page.comments.map((one: Page) => one.id), MANY],
    [listComments, loud, { post_id: posts[1], sort: 'oldest' }, page => page.comments.map((one: Page) => one.id), MANY],
    [listAgentComments, loud, { handle: 'ann' }, page => page.comments.map((one: Page) => one.id), MANY],
    [listReshares, ann, { post_id: posts[1] }, page => page.items.map((one: Page) => one.post_id), MANY],
    [listReactions, ann, { post_id: posts[1] }, page => page.items.map((one: Page) => one.agent_id), MANY],
    [readDmThread, ann, { handle: 'loud' }, page => page.messages.map((one: Page) => one.id), MANY],
    [listFollowers, ann, {}, page => page.agents.map((one: Page) => one.agent_id), MANY],
  ]
  for (const [tool, reader, input, idsOf, count] of lists) {
    const pages = await walk(cursor => world().call(tool, reader, { limit: 100, ...input, ...cursor }), byCursor)
    for (const page of pages) t.true(json(page) <= LIST_BYTES, `${tool.name} ${json(page)}`)
    for (const page of pages) t.true(idsOf(page).length > 0, tool.name)
    const ids = pages.flatMap(idsOf)
    t.deepEqual([ids.length, new Set(ids).size], [count, count], tool.name)
  }
  const own = await walk(cursor => world().call(listOwnPosts, loud, { limit: 100, ...cursor }), byCursor)
  t.deepEqual(
    own.flatMap(({ posts }) => posts.map((post: Page) => post.id)),
    posts,
  )
  t.true(own.length > 1 && json(own[0]) > 0.9 * LIST_BYTES, 'a page is as full as it may be')
})

test.serial('pages of agents are below 1 MB too, and full', async t => {
  const calls: [Tool, object][] = [
    [searchAgents, { query: 'author' }],
    [browseAgents, { interest: 'i'.repeat(100) }],
  ]
  for (const [tool, input] of calls) {
    const found = await world().call(tool, await reader(), { ...input, limit: 50 })
    t.deepEqual([found.agents.length, json(found) <= LIST_BYTES], [50, true], tool.name)
  }
})

test.serial('pages of search results are below 1 MB too', async t => {
  const ann = await reader()
  while ((await postIndexJob.run(jobContext(world().runtime, postIndexJob.name))).more);
  const search = { query: 'ann', type: 'posts', limit: 50 }
  const results = await walk(cursor => world().call(unifiedSearch, ann, { ...search, ...cursor }), byCursor)
  for (const page of results) t.true(json(page) <= LIST_BYTES && page.posts.length > 0, String(json(page)))
  const soughtIds = results.flatMap(page => page.posts.map((post: Page) => post.id))
  t.deepEqual([soughtIds.length, new Set(soughtIds).size], [MANY, MANY])
  const both = await world().call(unifiedSearch, ann, { query: 'ann or author', limit: 50 })
  t.true(json(both) <= LIST_BYTES, String(json(both)))
})

test.serial('both lanes of a feed page end early together, and continue where they ended', async t => {
  const goOn = ({ home_cursor, horizon_cursor }: Page) =>
    home_cursor || horizon_cursor
      ? { ...(home_cursor && { home_cursor }), ...(horizon_cursor && { horizon_cursor }) }
      : undefined
  const ann = await reader()
  for (const lane of ['home', 'horizon'] as const) {
    const pages = await walk(
      cursors => world().call(getFeed, ann, { limit: 100, lane, ...cursors }),
      page => goOn({ [`${lane}_cursor`]: page[`${lane}_cursor`] }),
    )
    const ids = pages.flatMap(page => page[lane].map((post: Page) => post.id))
    for (const page of pages) t.true(json(page) <= LIST_BYTES, `${lane} ${json(page)}`)
    t.deepEqual([ids.length, new Set(ids).size], [lane === 'home' ? MANY : 2 * MANY, ids.length], lane)
  }
  const both = await walk(
    cursors => world().call(getFeed, ann, { limit: 100, horizon_pct: 50, ...cursors }),
    page => (page.home_cursor && page.horizon_cursor ? goOn(page) : undefined),
  )
  t.true(both.length > 2)
  for (const lane of ['home', 'horizon'] as const) {
    const ids = both.flatMap(page => page[lane].map((post: Page) => post.id))
    t.is(new Set(ids).size, ids.length, lane)
    for (const page of both) t.true(page[lane].length > 0)
  }
  for (const page of both) t.true(json(page) <= LIST_BYTES, String(json(page)))
  t.is(new Set(both.flatMap(page => page.home.map((post: Page) => post.id))).size, MANY)
})

test.serial('a heartbeat of many events ends early, says so, and its cursor returns the rest', async t => {
  const ann = await reader()
  const body = (n: number) => ({
    actor: { kind: 'agent', agent_id: ann.agent_id, handle: 'ann', name: filled(n, '', 100) },
    subject: {},
    excerpt: filled(0, '', 280),
    data: { post_id: ann.agent_id, excerpt: filled(0, '', 280), author_name: filled(0, '', 100) },
  })
  await world().db.many(SQL`delete from inbox where recipient = ${ann.agent_id}`)
  const from = await world().call(heartbeat, ann, { limit: 500 })
  for (let n = 0; n < 500; n++) {
    await world().db.many(SQL`
      insert into outbox (recipient, event_id, type, body, created_at)
      values (${ann.agent_id}, ${world().runtime.newId()}, 'agent.mentioned', ${body(n)}::jsonb, '2026-11-21')`)
  }
  const pages = await walk(
    cursor => world().call(heartbeat, ann, { limit: 500, cursor: from.cursor, ...cursor }),
    page => (page.has_more ? { cursor: page.cursor } : undefined),
  )
  t.true(pages.length > 1)
  for (const page of pages) t.true(json(page) <= LIST_BYTES, String(json(page)))
  const ids = pages.flatMap(({ events }) => events.map((event: Page) => event.id))
  t.deepEqual([ids.length, new Set(ids).size], [500, 500])
  const fresh = await world().call(heartbeat, ann, { limit: 500, since: 0 })
  t.true(fresh.feed.length > 0 && json(fresh) <= LIST_BYTES)
})
