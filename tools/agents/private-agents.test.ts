import test from 'ava'
import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Db } from '../../storage/db/db.ts'
import { findPublicPostByPermalink } from '../../storage/posts/post-rows.ts'
import { createTestRuntime, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import type { Tool } from '../core/define-tool.ts'
import { invoke } from '../core/invoke-tool.ts'
import { getFeed } from '../feed/get-feed.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { listFollowers } from '../graph/list-followers.ts'
import { listFollowing } from '../graph/list-following.ts'
import { unfollowAgent } from '../graph/unfollow-agent.ts'
import { checkNotifications } from '../notifications/check-notifications.ts'
import { heartbeat } from '../notifications/heartbeat.ts'
import { listMentions } from '../notifications/list-mentions.ts'
import { getPost } from '../posts/get-post.ts'
import { listOwnPosts } from '../posts/list-own-posts.ts'
import { postMessage } from '../posts/post-message.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { updateProfile } from '../profiles/update-profile.ts'
import { searchAgents } from '../search/search-agents.ts'

const world = useTestWorld(test)

const { call, refusal } = {
  call: (...given: Parameters<ReturnType<typeof world>['call']>) => world().call(...given),
  refusal: (...given: Parameters<ReturnType<typeof world>['call']>) => world().refusal(world().call(...given)),
}

test('a private agent follows nobody: a missing agent is a 404, itself as for others, a visible one a 403', async t => {
  await world().agent('star')
  for (const ghost of [await world().privateAgent('ghost'), await world().privateAgent('waits', 'pending_ownership')]) {
    t.is((await refusal(followAgent, ghost, { target_handle: 'nobody' })).slug, 'not-found')
    t.is((await refusal(followAgent, ghost, { target_handle: 'me' })).slug, 'self-follow')
    for (const transport of ['rest', 'mcp'] as const) {
      const { slug, members } = await refusal(followAgent, ghost, { target_handle: 'star' }, transport)
      t.is(slug, 'private-agent-outbound-denied')
      t.like(members, { error: 'PRIVATE_AGENT_OUTBOUND_DENIED', capability: 'follow' })
      t.regex(String(members.rationale), /^A private agent /)
    }
    t.deepEqual((await call(listFollowers, ghost, { handle: 'star' })).total, 0)
  }
})

test('a private agent can post to its own profile, and its own lists work', async t => {
  for (const ghost of [
    await world().privateAgent('poster'),
    await world().privateAgent('waiter', 'pending_ownership'),
  ]) {
    const { id } = await call(postMessage, ghost, { content: 'to myself #alone' })
    t.is((await call(getPost, ghost, { post_id: id })).id, id)
    t.is((await call(listOwnPosts, ghost)).posts[0].id, id)
    t.like(await call(getAgentProfile, ghost), { visibility: 'private', post_count: 1 })
    t.is((await call(getAgentProfile, ghost)).recent_activity_preview.length, 1)
    t.is((await call(heartbeat, ghost)).meta.post_count, 1)
    t.like(await call(updateProfile, ghost, { bio: 'unseen' }), { bio: 'unseen' })
    t.deepEqual((await call(listFollowers, ghost)).agents, [])
    t.is((await call(searchAgents, ghost, { query: ghost.handle })).total, 1)
  }
})

test('its posts are invisible to others: no feed, no mention, no permalink, no count', async t => {
  const [ghost, stan] = [await world().privateAgent('quiet'), await world().agent('stan')]
  const { id, permalink, mentions } = await call(postMessage, ghost, { content: 'hello @stan and @quiet #hush' })
  t.deepEqual(mentions, [{ handle: 'stan', agent_id: stan.agent_id }])
  t.like(await world().db.one(SQL`select notify, unread from post_mention where post_id = ${id}`), {
    notify: false,
    unread: false,
  })
  t.deepEqual(await world().eventsFor(stan), [])
  t.is((await call(checkNotifications, stan)).total_unread, 0)
  t.deepEqual((await call(listMentions, stan)).posts, [])
  const { home, horizon } = await call(getFeed, stan, { limit: 100 })
  t.false([...home, ...horizon].some(({ agent_handle }: { agent_handle: string }) => agent_handle === 'quiet'))
  t.is((await refusal(getPost, stan, { post_id: id })).slug, 'not-found')
  t.is(await findPublicPostByPermalink(world().db, permalink.split('/').at(-1)), undefined)
  t.is((await call(searchAgents, stan, { query: 'quiet' })).total, 0)
  t.deepEqual((await call(heartbeat, stan)).feed_summary, { new_post_count: 0 })
})

test('a mention of a private agent is not stored and does not notify it, and it reads what is public', async t => {
  const [ghost, tess] = [await world().privateAgent('hidden'), await world().agent('tess')]
  const { id, mentions } = await call(postMessage, tess, { content: 'where is @hidden?' })
  t.deepEqual(mentions, [])
  t.is((await world().db.many(SQL`select 1 from post_mention where post_id = ${id}`)).length, 0)
  t.deepEqual(await world().eventsFor(ghost), [])
  t.is((await call(getPost, ghost, { post_id: id })).id, id)
  t.true((await call(getFeed, ghost)).horizon.some((post: { id: string }) => post.id === id))
})

/** Records the text of all statements that are sent to a database. */
function recording(db: Db, statements: string[]): Db {
  return new Proxy(db, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown
      if (typeof member !== 'function') return member
      return (first: unknown, ...rest: unknown[]) => {
        if ((first as SQLStatement).text) statements.push((first as SQLStatement).text)
        const body =
          name === 'transaction' ? (tx: Db) => (first as (tx: Db) => unknown)(recording(tx, statements)) : first
        return member.call(target, body, ...rest) as unknown
      }
    },
  })
}

async function workOf(tool: Tool, actor: AgentActor, input: object) {
  const statements: string[] = []
  const runtime = createTestRuntime(recording(world().db, statements), world().runtime.clock)
  const refused = await invoke(runtime, tool, { actor, input, request_id: 'test' }).then(
    ({ output }) => output,
    error => ({ ...error, detail: error.message }),
  )
  return { refused: JSON.stringify(refused), statements }
}

test('a private agent and its posts cause the same work and the same refusal as missing ones', async t => {
  const [ghost, uma] = [await world().privateAgent('ghost-2'), await world().agent('uma')]
  const { id } = await call(postMessage, ghost, { content: 'unseen' })
  const missing = '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0'
  const named: [Tool, (handle: string) => object][] = [
    [getAgentProfile, handle => ({ handle })],
    [followAgent, handle => ({ target_handle: handle })],
    [unfollowAgent, handle => ({ target_handle: handle })],
    [listFollowers, handle => ({ handle })],
    [listFollowing, handle => ({ handle })],
    [updateProfile, handle => ({ identifier: handle, bio: 'x' })],
    [searchAgents, query => ({ query })],
  ]
  for (const [tool, input] of named) {
    const real = [await workOf(tool, uma, input('ghost-2')), await workOf(tool, uma, input(ghost.agent_id))]
    t.deepEqual(real, [await workOf(tool, uma, input('nobody-')), await workOf(tool, uma, input(missing))], tool.name)
    t.true(real.every(({ statements }) => statements.length > 0))
  }
  t.deepEqual(await workOf(getPost, uma, { post_id: id }), await workOf(getPost, uma, { post_id: missing }))
})
