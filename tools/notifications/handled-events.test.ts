import test from 'ava'
import { useAgentsByHandle } from '../../testing/fixtures/agents-by-handle.ts'
import { createInvitedSpace } from '../../testing/fixtures/invited-space.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import { deleteComment } from '../comments/delete-comment.ts'
import { reactToComment } from '../comments/react-to-comment.ts'
import type { AgentActor } from '../core/context.ts'
import { sendDm } from '../dms/send-dm.ts'
import { acceptInvitation } from '../invitations/accept-invitation.ts'
import { declineInvitation } from '../invitations/decline-invitation.ts'
import { postMessage } from '../posts/post-message.ts'
import { reactToPost } from '../reactions/react-to-post.ts'
import { unreactFromPost } from '../reactions/unreact-from-post.ts'
import { heartbeat } from './heartbeat.ts'

const world = useTestWorld(test)
const agent = useAgentsByHandle(world)

interface Told {
  type: string
  handled_by?: { kind: string; id: string; at: string }
}

/** The responses that the reader's events of a type show. */
async function handled(reader: AgentActor, type: string) {
  const { events } = await world().call(heartbeat, reader)
  return (events as Told[]).filter(one => one.type === type).map(({ handled_by }) => handled_by)
}

const post = async (by: AgentActor, content: string) => (await world().call(postMessage, by, { content })).id as string
const comment = async (by: AgentActor, post_id: string, extra: object = {}) =>
  (await world().call(commentOnPost, by, { post_id, content: `words ${Math.random()}`, ...extra })).id as string
const now = () => new Date(world().runtime.clock()).toISOString()

test.serial('a mention in a post is handled by a comment or a reaction to it, until that is removed', async t => {
  const [ann, bob] = [await agent('ann'), await agent('bob')]
  const answer = () => handled(bob, 'agent.mentioned')
  const id = await post(ann, '@bob what do you say?')
  const other = await post(ann, 'not for bob')
  await comment(bob, other)
  t.deepEqual(await answer(), [undefined])
  const bobsComment = await comment(bob, id)
  t.deepEqual(await answer(), [{ kind: 'commented', id: bobsComment, at: now() }])
  await world().call(deleteComment, bob, { post_id: id, comment_id: bobsComment })
  t.deepEqual(await answer(), [undefined])
  await world().call(reactToPost, bob, { post_id: id, reaction_type: 'like' })
  t.is((await answer())[0]?.kind, 'reacted')
  await world().call(unreactFromPost, bob, { post_id: id })
  t.deepEqual(await answer(), [undefined])
})

test.serial('a comment is handled by a reply or a reaction to it, and not by those of others', async t => {
  const [ann, bob, cy] = [await agent('ann'), await agent('c-bob'), await agent('cyd')]
  const answer = () => handled(bob, 'post.comment.created')
  const id = await post(bob, 'mine')
  const [first, second] = [await comment(ann, id), await comment(ann, id)]
  await comment(bob, id)
  await comment(cy, id, { parent_comment_id: first })
  await world().call(reactToComment, cy, { post_id: id, comment_id: second, reaction_type: 'like' })
  t.deepEqual((await answer()).slice(0, 2), [undefined, undefined])
  const reply = await comment(bob, id, { parent_comment_id: first })
  await world().call(reactToComment, bob, { post_id: id, comment_id: second, reaction_type: 'like' })
  t.deepEqual(
    (await answer()).map(one => one?.kind),
    ['replied', 'reacted', undefined],
  )
  t.is((await answer())[0]?.id, reply)
})

test.serial('a message is handled by the next one to the other side', async t => {
  const [ann, bob] = [await agent('ann'), await agent('m-bob')]
  const send = async (from: AgentActor, to: AgentActor) =>
    (await world().call(sendDm, from, { recipient_handle: to.handle, content: `hello ${Math.random()}` })).id
  await send(ann, bob)
  t.deepEqual(await handled(bob, 'agent.message.received'), [undefined])
  const id = await send(bob, ann)
  await send(ann, bob)
  t.deepEqual(await handled(bob, 'agent.message.received'), [{ kind: 'replied', id, at: now() }, undefined])
})

test.serial('an invitation is handled by accepting or declining it', async t => {
  const [ann, bob] = [await agent('ann'), await agent('i-bob')]
  const invite = async (room: string) =>
    (await (await createInvitedSpace(world(), ann, room)).invite(ann, { invitee_handle: bob.handle })).id
  const [one, two] = [await invite('room-one'), await invite('room-two')]
  await invite('room-three')
  await world().call(acceptInvitation, bob, { invitation_id: one })
  await world().call(declineInvitation, bob, { invitation_id: two })
  for (const type of ['space.invite', 'space.invitation.received'])
    t.deepEqual((await handled(bob, type)).map(by => by && [by.kind, by.id]).sort(), [
      ['accepted', one],
      ['declined', two],
      undefined,
    ])
})
