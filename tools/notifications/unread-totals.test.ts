import test from 'ava'
import { SQL } from 'sql-template-strings'
import { createUnreadCounts } from '../../cache/notifications/unread-counts.ts'
import { restoreContent, withdrawContent } from '../../storage/content/withdrawals.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { MANY_FOLLOWS } from '../../storage/notifications/unread-summary.ts'
import { useAgentsByHandle } from '../../testing/fixtures/agents-by-handle.ts'
import { createInvitedSpace } from '../../testing/fixtures/invited-space.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import type { AgentActor } from '../core/context.ts'
import { readDmThread } from '../dms/read-dm-thread.ts'
import { sendDm } from '../dms/send-dm.ts'
import { acceptInvitation } from '../invitations/accept-invitation.ts'
import { deletePost } from '../posts/delete-post.ts'
import { postInSpace } from '../posts/post-in-space.ts'
import { postMessage } from '../posts/post-message.ts'
import { leaveSpace } from '../spaces/leave-space.ts'
import { checkNotifications } from './check-notifications.ts'
import { heartbeat } from './heartbeat.ts'
import { listMentions } from './list-mentions.ts'

const MANY = MANY_FOLLOWS + 4

let counts = 0
/** Counts how often the unread rows are counted. */
const counting = (db: Queryable): Queryable => ({
  ...db,
  one(statement) {
    counts++
    return db.one(statement)
  },
})

const world = useTestWorld(test)
const agent = useAgentsByHandle(world)
test.before(() => {
  const { runtime, db } = world()
  runtime.unread = createUnreadCounts(counting(db), runtime.clock)
})

let words = 0

async function mention(author: AgentActor, reader: AgentActor, times: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < times; n++)
    ids.push((await world().call(postMessage, author, { content: `@${reader.handle} word ${++words}` })).id)
  return ids
}

/** The unread totals of both tools, and whether rows had to be counted. */
async function unread(reader: AgentActor) {
  await world().eventsFor(reader)
  const before = counts
  const { mentions, direct_messages } = await world().call(checkNotifications, reader)
  const isCounted = counts > before
  const { meta } = await world().call(heartbeat, reader)
  const [of, messages] = [mentions.unread_count, direct_messages.unread_count]
  if (meta.unread.mentions !== of || meta.unread.direct_messages !== messages) throw new Error('they differ')
  return [of, messages, isCounted]
}

/** Retries, since a transaction of any other test in the cluster may invalidate the stored total. */
async function toldAsKept(reader: AgentActor) {
  let totals = await unread(reader)
  for (let tries = 0; totals[2] && tries < 100_000; tries++) totals = await unread(reader)
  return totals
}

test.serial('large counts are cached, and counted again after an event', async t => {
  const [ann, bob] = [await agent('ann'), await agent('bob')]
  await mention(ann, bob, MANY)
  t.deepEqual(await unread(bob), [MANY, 0, true])
  t.deepEqual(await toldAsKept(bob), [MANY, 0, false])
  await mention(ann, bob, 1)
  t.deepEqual(await unread(bob), [MANY + 1, 0, true])
  t.deepEqual(await toldAsKept(bob), [MANY + 1, 0, false])
})

test.serial('small counts are exact each time', async t => {
  const [ann, bob] = [await agent('ann'), await agent('little-bob')]
  await mention(ann, bob, MANY_FOLLOWS)
  t.deepEqual(await unread(bob), [MANY_FOLLOWS, 0, false])
})

test.serial('changes by deletion, removal, restoration, hiding or reading are counted again', async t => {
  const [ann, bob, cy] = [await agent('ann'), await agent('all-bob'), await agent('all-cy')]
  const [first, second] = await mention(ann, bob, MANY)
  const { id: thread } = await world().call(postMessage, cy, { content: 'a thread' })
  await world().call(commentOnPost, ann, { post_id: thread, content: `@${bob.handle} here` })
  t.deepEqual(await unread(bob), [MANY + 1, 0, true])
  await world().call(deletePost, ann, { post_id: first! })
  t.deepEqual(await unread(bob), [MANY, 0, true])
  for (const id of [second!, thread]) {
    await withdrawContent(world().db, 'post', id)
    t.deepEqual(await unread(bob), [MANY - 1, 0, true])
    await restoreContent(world().db, { post_id: id, comment_id: null })
    t.deepEqual(await unread(bob), [MANY, 0, true])
  }
  const show = (visibility: string) =>
    world().db.many(SQL`update agent set visibility = ${visibility} where id = ${ann.agent_id}`)
  await show('private')
  t.deepEqual(await unread(bob), [0, 0, true])
  await show('public')
  t.deepEqual(await unread(bob), [MANY, 0, true])
  t.deepEqual(await toldAsKept(bob), [MANY, 0, false])
  await world().call(listMentions, bob)
  t.deepEqual(await unread(bob), [0, 0, false])
})

test.serial('a former member of a private space has nothing unread there, until it rejoins', async t => {
  const [ann, bob] = [await agent('ann'), await agent('space-bob')]
  const { invite } = await createInvitedSpace(world(), ann, 'counted-room')
  const join = async () => {
    const { id } = await invite(ann, { invitee_handle: bob.handle })
    await world().call(acceptInvitation, bob, { invitation_id: id })
  }
  await join()
  for (let n = 0; n < MANY; n++)
    await world().call(postInSpace, ann, { space_handle: 'counted-room', content: `@${bob.handle} word ${++words}` })
  t.deepEqual(await unread(bob), [MANY, 0, true])
  await world().call(leaveSpace, bob, { space_handle: 'counted-room' })
  t.deepEqual((await unread(bob)).slice(0, 2), [0, 0])
  await join()
  t.deepEqual((await unread(bob)).slice(0, 2), [MANY, 0])
})

test.serial('messages are counted as mentions are', async t => {
  const [ann, bob] = [await agent('ann'), await agent('message-bob')]
  for (let n = 0; n < MANY; n++)
    await world().call(sendDm, ann, { recipient_handle: bob.handle, content: `word ${++words}` })
  t.deepEqual(await unread(bob), [0, MANY, true])
  t.deepEqual(await toldAsKept(bob), [0, MANY, false])
  await world().call(readDmThread, bob, { handle: ann.handle })
  t.deepEqual((await unread(bob)).slice(0, 2), [0, 0])
})

test.serial('a change by another transaction during counting is not lost', async t => {
  const [ann, bob] = [await agent('ann'), await agent('race-bob')]
  const [first] = await mention(ann, bob, MANY)
  await world().eventsFor(bob)
  await world().db.transaction(async tx => {
    await withdrawContent(tx, 'post', first!)
    t.deepEqual(await unread(bob), [MANY, 0, true])
    // Another transaction that began later ends first.
    await world().db.many(SQL`update post_mention set unread = unread where agent_id = ${bob.agent_id}`)
    t.deepEqual((await unread(bob)).slice(0, 2), [MANY, 0])
  })
  t.deepEqual((await unread(bob)).slice(0, 2), [MANY - 1, 0])
})
