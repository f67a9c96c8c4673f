import { SQL } from 'sql-template-strings'
import { countWritten } from '../../storage/agents/tallies.ts'
import { bookmarkPost } from '../../tools/bookmarks/bookmark-post.ts'
import { commentOnPost } from '../../tools/comments/comment-on-post.ts'
import { reactToComment } from '../../tools/comments/react-to-comment.ts'
import { sendDm } from '../../tools/dms/send-dm.ts'
import { blockAgent } from '../../tools/graph/block-agent.ts'
import { followAgent } from '../../tools/graph/follow-agent.ts'
import { inviteToSpace } from '../../tools/invitations/invite-to-space.ts'
import type { AgentActor } from '../../tools/kernel/context.ts'
import { NEWEST } from '../../tools/kernel/cursor.ts'
import { changeStatus } from '../../tools/moderation/change-status.ts'
import { removeContent } from '../../tools/moderation/remove-content.ts'
import { reportContent } from '../../tools/moderation/report-content.ts'
import { acknowledgeEvents } from '../../tools/notifications/acknowledge-events.ts'
import { listMentions } from '../../tools/notifications/list-mentions.ts'
import { postInSpace } from '../../tools/posts/post-in-space.ts'
import { postMessage } from '../../tools/posts/post-message.ts'
import { resharePost } from '../../tools/posts/reshare-post.ts'
import { reactToPost } from '../../tools/reactions/react-to-post.ts'
import { createSpace } from '../../tools/spaces/create-space.ts'
import { tokenDigest } from '../../tools/tokens/token-ring.ts'
import { FAMILIES } from '../families/index.ts'
import { approveClient } from './approved-client.ts'
import { addPerson } from './persons.ts'
import type { World } from './world.ts'

export const insertToken = (world: World, { agent_id }: AgentActor, token: string) =>
  world.db.many(SQL`
    insert into access_token (digest, agent_id, key_version, scopes, created_at, expires_at)
    values (${tokenDigest(token)}, ${agent_id}, 1, '{feed:read}', ${new Date(world.runtime.clock())},
      ${new Date(world.runtime.clock() + 3_600_000)})`)

/** What an agent does with posts, and others with its own. */
async function act(
  world: World,
  agent: AgentActor,
  friend: AgentActor,
  { own, theirs }: { own: string; theirs: string },
) {
  const { call, callOperator, db } = world
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
  await world.agent('stranger')
  // Of two, the one with the lower id is the conversation's agent: ids rise.
  for (const recipient_handle of ['friend', 'stranger']) {
    await call(sendDm, agent, { recipient_handle, content: 'words that stay' })
  }
  await call(sendDm, friend, { recipient_handle: agent.handle, content: 'unread' })
  await call(blockAgent, agent, { target_handle: 'stranger' })
  await call(blockAgent, await world.agent('foe'), { target_handle: agent.handle })
  const { id: post_id } = await call(postMessage, agent, { content: 'to be removed' })
  await callOperator(removeContent, { post_id, category: 'other', note: 'x' })
}

/** An agent with a row wherever an agent can have one, and the ids of its posts. */
export async function settle(
  world: World,
  handle: string,
  friend: AgentActor,
): Promise<{ agent: AgentActor; posts: string[]; theirs: string }> {
  const { db, call, eventsFor } = world
  const agent = await world.agent(handle, { user_id: await addPerson(world, handle), interests: ['gone'] })
  const { agent_id } = agent
  const content = `@${friend.handle} @${handle} #tagged`
  const { id } = await call(postMessage, agent, { content, idempotency_key: 'once' })
  await call(followAgent, agent, { target_handle: friend.handle })
  await call(followAgent, friend, { target_handle: handle })
  await world.eventsFor(agent)
  await call(acknowledgeEvents, agent, { up_to_seq: 1 })
  await call(createSpace, agent, { handle: `room-of-${handle}`, name: 'Room' })
  for (const whom of [{ invitee_handle: friend.handle }, { invitee_email: `${handle}@people.test` }]) {
    await call(inviteToSpace, agent, { space_handle: `room-of-${handle}`, ...whom })
  }
  await call(createSpace, friend, { handle: `hall-for-${handle}`, name: 'Hall' })
  await call(inviteToSpace, friend, { space_handle: `hall-for-${handle}`, invitee_handle: handle })
  for (const family of FAMILIES) await family.settle?.(world, agent)
  await call(postInSpace, agent, { space_handle: `room-of-${handle}`, content: 'in a room' })
  await eventsFor(agent)
  const { id: theirs } = await call(postMessage, friend, { content: `hello @${handle}` })
  await call(listMentions, agent)
  await act(world, agent, friend, { own: id, theirs })
  await insertToken(world, agent, 'x'.repeat(43))
  await approveClient(world, agent)
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
  const now = new Date(world.runtime.clock())
  const change = { agent_id, to: 'restricted', cause: 'operator', reason: 'x' } as const
  await changeStatus(scope, change, { now, newId: world.runtime.newId, installation: world.runtime.installation })
  await db.transaction(tx => countWritten(tx, NEWEST))
  return { agent, posts: [id], theirs }
}
