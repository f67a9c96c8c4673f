import test from 'ava'
import { SQL } from 'sql-template-strings'
import { lockStatus } from '../../storage/agents/status-changes.ts'
import { countWritten } from '../../storage/agents/tallies.ts'
import { deleteAgent } from '../../storage/content/agent-deletion.ts'
import { findLiveTokens } from '../../storage/tokens/tokens.ts'
import { approveClient } from '../../testing/approved-client.ts'
import { NO_AGENTS } from '../../testing/columns-of-no-agents.ts'
import { FAMILIES } from '../../testing/families/index.ts'
import { addPerson } from '../../testing/persons.ts'
import { useWorld } from '../../testing/world.ts'
import { admit, type Proof } from '../admission/admission.ts'
import { popularityJob } from '../agents/popularity.job.ts'
import { bookmarkPost } from '../bookmarks/bookmark-post.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import { reactToComment } from '../comments/react-to-comment.ts'
import { listDmConversations } from '../dms/list-dm-conversations.ts'
import { readDmThread } from '../dms/read-dm-thread.ts'
import { sendDm } from '../dms/send-dm.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { listFollowers } from '../graph/list-followers.ts'
import { inviteToSpace } from '../invitations/invite-to-space.ts'
import { listInvitations } from '../invitations/list-invitations.ts'
import type { AgentActor } from '../kernel/context.ts'
import { NEWEST } from '../kernel/cursor.ts'
import { invoke } from '../kernel/invoke.ts'
import { jobContext } from '../kernel/jobs.ts'
import { changeStatus } from '../moderation/change-status.ts'
import { removeContent } from '../moderation/remove-content.ts'
import { reportContent } from '../moderation/report-content.ts'
import { acknowledgeEvents } from '../notifications/acknowledge-events.ts'
import { listMentions } from '../notifications/list-mentions.ts'
import { getPost } from '../posts/get-post.ts'
import { postInSpace } from '../posts/post-in-space.ts'
import { postMessage } from '../posts/post-message.ts'
import { resharePost } from '../posts/reshare-post.ts'
import { reactToPost } from '../reactions/react-to-post.ts'
import { createSpace } from '../spaces/create-space.ts'
import { tokenDigest } from '../tokens/token-ring.ts'
import { tokenStatuses } from '../tokens/token-statuses.ts'
import { hashtagsJob } from '../trends/hashtags.job.ts'
import { rejectOwnership } from './reject-ownership.ts'

const world = useWorld(test)

/** All but keys named `id` and those that lead to other tables: only an agent's own is one of an agent. */
const columns = () =>
  world().db.many<{ relation: string; name: string; is_list: boolean }>(SQL`
    select c.relname::text as relation, a.attname::text as name, a.atttypid = 'uuid[]'::regtype as is_list
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype)
      and (c.relname = 'agent' or a.attname <> 'id')
      and not exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid
        and f.conkey = array[a.attnum] and f.confrelid <> 'agent'::regclass)
    order by 1, 2`)

/** Where one of the ids stands. */
async function placesOf(ids: string[]): Promise<string[]> {
  const places: string[] = []
  for (const { relation, name, is_list } of await columns()) {
    const holds = is_list ? `"${name}" && ` : `"${name}" = any(`
    const statement = SQL`select 1 from `.append(relation).append(` where ${holds}`).append(SQL`${ids}::uuid[]`)
    if (await world().db.maybeOne(is_list ? statement : statement.append(`) limit 1`))) {
      places.push(`${relation}.${name}`)
    }
  }
  return places
}

const insertToken = ({ agent_id }: AgentActor, token: string) =>
  world().db.many(SQL`
    insert into access_token (digest, agent_id, key_version, scopes, created_at, expires_at)
    values (${tokenDigest(token)}, ${agent_id}, 1, '{feed:read}', ${new Date(world().runtime.clock())},
      ${new Date(world().runtime.clock() + 3_600_000)})`)

/** What an agent does with posts, and others with its own. */
async function act(agent: AgentActor, friend: AgentActor, { own, theirs }: { own: string; theirs: string }) {
  const { call, callOperator, db } = world()
  const content = `hear, hear, @${agent.handle} and @${friend.handle}`
  for (const [actor, post_id] of [
    [agent, theirs],
    [friend, own],
  ] as const) {
    const { id: comment_id } = await call(commentOnPost, actor, { post_id, content })
    for (const one of [agent, friend]) await call(reactToComment, one, { post_id, comment_id, reaction_type: 'like' })
    await call(reactToPost, actor, { post_id, reaction_type: 'like' })
    await call(bookmarkPost, actor, { post_id })
    await call(resharePost, actor, { post_id })
    await call(reportContent, actor, { post_id, category: 'other', note: 'x' })
  }
  await call(reportContent, friend, { agent: agent.agent_id, category: 'other', note: 'x' })
  await db.many(SQL`
    insert into agent_popularity values (${agent.agent_id}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`)
  await db.many(SQL`insert into agent_trend values (${agent.agent_id}, 0, '2026-11-21')`)
  await db.many(SQL`insert into agent_touched values (${agent.agent_id})`)
  await world().agent('stranger')
  // Of two, the one with the lower id is the conversation's agent: ids rise.
  for (const recipient_handle of ['friend', 'stranger']) {
    await call(sendDm, agent, { recipient_handle, content: 'words that stay' })
  }
  await call(sendDm, friend, { recipient_handle: agent.handle, content: 'unread' })
  await call(blockAgent, agent, { target_handle: 'stranger' })
  await call(blockAgent, await world().agent('foe'), { target_handle: agent.handle })
  const { id: post_id } = await call(postMessage, agent, { content: 'to be removed' })
  await callOperator(removeContent, { post_id, category: 'other', note: 'x' })
}

/** An agent with a row wherever an agent can have one, and the ids of its posts. */
async function settle(
  handle: string,
  friend: AgentActor,
): Promise<{ agent: AgentActor; posts: string[]; theirs: string }> {
  const { db, call, eventsFor } = world()
  const agent = await world().agent(handle, { user_id: await addPerson(world(), handle), interests: ['gone'] })
  const { agent_id } = agent
  const content = `@${friend.handle} @${handle} #tagged`
  const { id } = await call(postMessage, agent, { content, idempotency_key: 'once' })
  await call(followAgent, agent, { target_handle: friend.handle })
  await call(followAgent, friend, { target_handle: handle })
  await world().eventsFor(agent)
  await call(acknowledgeEvents, agent, { up_to_seq: 1 })
  await call(createSpace, agent, { handle: `room-of-${handle}`, name: 'Room' })
  for (const whom of [{ invitee_handle: friend.handle }, { invitee_email: `${handle}@people.test` }]) {
    await call(inviteToSpace, agent, { space_handle: `room-of-${handle}`, ...whom })
  }
  await call(createSpace, friend, { handle: `hall-for-${handle}`, name: 'Hall' })
  await call(inviteToSpace, friend, { space_handle: `hall-for-${handle}`, invitee_handle: handle })
  for (const family of FAMILIES) await family.settle?.(world(), agent)
  await call(postInSpace, agent, { space_handle: `room-of-${handle}`, content: 'in a room' })
  await eventsFor(agent)
  const { id: theirs } = await call(postMessage, friend, { content: `hello @${handle}` })
  await call(listMentions, agent)
  await act(agent, friend, { own: id, theirs })
  await insertToken(agent, 'x'.repeat(43))
  await approveClient(world(), agent)
  await db.many(SQL`insert into rate_window values (${agent_id}, 1, 1, 1, 1)`)
  await db.many(SQL`insert into message_read_through values (${agent_id}, ${NEWEST})`)
  await db.many(SQL`insert into mention_read_through values (${agent_id}, ${NEWEST})`)
  await db.many(SQL`
    insert into oversight_look (id, agent_id, user_id, looked_at_what, created_at)
    values (${NEWEST}, ${agent_id}, ${NEWEST}, 'spaces', '2026-11-21')`)
  await db.many(SQL`
    insert into invitation_code (digest, note, created_at, expires_at, redeemed_at, redeemed_by)
    values ('\\x00', '', '2026-11-21', '2026-11-22', '2026-11-21', ${agent_id})`)
  const scope = { db, emit: () => {}, audit: () => {}, last: () => {} }
  const now = new Date(world().runtime.clock())
  const change = { agent_id, to: 'restricted', cause: 'operator', reason: 'x' } as const
  await changeStatus(scope, change, { now, newId: world().runtime.newId })
  await db.transaction(tx => countWritten(tx, NEWEST))
  return { agent, posts: [id], theirs }
}

test('a deleted agent leaves no row in any table that can hold an agent, nor do its posts', async t => {
  const friend = await world().agent('friend')
  const { agent, posts, theirs } = await settle('gone', friend)
  const all = (await columns()).map(({ relation, name }) => `${relation}.${name}`)
  t.deepEqual(
    all.filter(column => !NO_AGENTS.has(column)),
    await placesOf([agent.agent_id]),
    'each column that can hold an agent has a row of this one; those that cannot are named above',
  )
  const now = new Date(world().runtime.clock())
  await world().db.transaction(async db => {
    await lockStatus(db, agent.agent_id)
    await deleteAgent(db, agent.agent_id, now)
  })
  for (const job of [popularityJob, hashtagsJob]) {
    while ((await job.run(jobContext(world().runtime, job.name))).more);
  }
  const left = ['post.reshared_post_id', 'report.target_id']
  t.deepEqual(
    await placesOf([agent.agent_id, ...posts]),
    left,
    'stubs that say it is gone, and what operators were told',
  )
  t.like(await world().call(getPost, friend, { post_id: theirs }), {
    like_count: 0,
    comment_count: 0,
    reshare_count: 0,
  })
  const [left_behind] = (await world().call(listDmConversations, friend)).conversations
  t.like(left_behind, { agent_id: null, agent_handle: null, agent_name: 'Deleted Agent', is_deleted: true })
  t.like((await world().call(readDmThread, friend, { handle: left_behind.id })).messages, [
    { content: 'unread', recipient_id: null, recipient_name: 'Deleted Agent', recipient_is_deleted: true },
    { content: 'words that stay', sender_id: null, sender_handle: null, sender_is_deleted: true, sender_kind: 'agent' },
  ])
  t.like(await world().call(listFollowers, friend), { agents: [], total: 0 })
  t.like(await world().call(listInvitations, friend), { invitations: [] })
  const counts = await world().db.many(
    SQL`select followers, following from follow_count where agent_id = ${friend.agent_id}`,
  )
  t.deepEqual([...counts], [{ followers: 0, following: 0 }])
  t.is((await world().refusal(world().call(getPost, friend, { post_id: posts[0]! }))).slug, 'not-found')
  t.like(await world().db.one(SQL`select expires_at from retired_handle where handle = 'gone'`), {
    expires_at: '2027-02-19T12:00:00.000Z',
  })
})

test('what a deleted agent signed or held before is refused: its key, its tokens, its streams, its writes under way', async t => {
  const { runtime, call, refusal } = world()
  const user_id = await addPerson(world(), 'olga')
  const ghost = await world().agent('ghost', { user_id, visibility: 'private' })
  const token = 'y'.repeat(43)
  await insertToken(ghost, token)
  const [key, known] = [(await runtime.keys.find(ghost.agent_id))!, (await runtime.tokens.find(tokenDigest(token)))!]
  const terms = { door: 'rest', statuses: ['active', 'pending_ownership'] } as const
  const signed = (nonce: string): Proof => ({
    kind: 'signature',
    holder: key,
    nonce,
    timestamp_ms: runtime.clock(),
  })
  await admit(runtime, signed('before'), terms)
  await world().callOperator(rejectOwnership, { agent: 'ghost' })
  const { slug, status } = await refusal(admit(runtime, signed('after'), terms))
  t.deepEqual([slug, status], ['aui-signature-agent-not-found', 401])
  t.is((await refusal(admit(runtime, { kind: 'token', holder: known }, terms))).slug, 'invalid-token')
  const live = findLiveTokens(world().db, [tokenDigest(token)], tokenStatuses, new Date(runtime.clock()))
  t.deepEqual([...(await live)], [])
  t.is(await runtime.keys.find(ghost.agent_id, { fresh: true }), undefined)
  const input = { content: 'under way' }
  t.is((await refusal(call(postMessage, ghost, input))).slug, 'invalid-token')
  const envelope = { sig_version: 2, action: 'x', timestamp_ms: runtime.clock() }
  const written = invoke(runtime, postMessage, { actor: ghost, input, request_id: 'test', envelope })
  t.is((await refusal(written)).slug, 'aui-signature-agent-not-found')
})

test('agents that follow each other and are deleted meanwhile leave right counters and no deadlock', async t => {
  const hub = await world().agent('hub')
  const fans = await Promise.all(Array.from({ length: 6 }, (_, n) => world().agent(`fan-${n}`)))
  for (const fan of fans) await world().call(followAgent, hub, { target_handle: fan.handle })
  const now = new Date(world().runtime.clock())
  const remove = ({ agent_id }: AgentActor) =>
    world().db.transaction(async db => {
      await lockStatus(db, agent_id)
      await deleteAgent(db, agent_id, now)
    })
  const follow = (fan: AgentActor) =>
    world()
      .call(followAgent, fan, { target_handle: 'hub' })
      .catch(error => t.regex(error.slug ?? `${error}`, /^(invalid-token|not-found)$/))
  await Promise.all(fans.flatMap((fan, n) => (n < 3 ? [follow(fan), remove(fan)] : [follow(fan)])))
  const counts = await world().db.many(SQL`
    select c.followers, c.following from follow_count c where c.agent_id = ${hub.agent_id}`)
  t.deepEqual([...counts], [{ followers: 3, following: 3 }])
})
