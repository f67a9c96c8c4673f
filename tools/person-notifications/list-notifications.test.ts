import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useAgentsByHandle } from '../../testing/fixtures/agents-by-handle.ts'
import {
  allowRecovery,
  asTestPerson,
  beginRecovery,
  enrollOwned,
  runRecoveries,
} from '../../testing/fixtures/key-recovery-world.ts'
import { newPerson, textsFor, unreadOf } from '../../testing/fixtures/person-notifications.ts'
import { signatureProof } from '../../testing/fixtures/proofs.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { removePasskey } from '../accounts/passkeys/remove-passkey.ts'
import { commentAsPerson } from '../comments/by-person/comment-as-person.ts'
import { likeCommentAsPerson } from '../comments/by-person/like-comment-as-person.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import { deleteComment } from '../comments/delete-comment.ts'
import { reactToComment } from '../comments/react-to-comment.ts'
import { unreactFromComment } from '../comments/unreact-from-comment.ts'
import type { AgentActor } from '../core/context.ts'
import { DAY } from '../core/durations.ts'
import { listDmsAsPerson } from '../dms/list-dms-as-person.ts'
import { readDmThreadAsPerson } from '../dms/read-dm-thread-as-person.ts'
import { sendDmToUser } from '../dms/send-dm-to-user.ts'
import { execute } from '../execute.ts'
import { declineInvitationAsPerson } from '../invitations/decline-invitation-as-person.ts'
import { inviteToSpace } from '../invitations/invite-to-space.ts'
import { removeContent } from '../moderation/remove-content.ts'
import { resolveReport } from '../moderation/resolve-report.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { acceptOwnership } from '../ownership/accept-ownership.ts'
import { deleteUser } from '../ownership/delete-user.ts'
import { rejectOwnership } from '../ownership/reject-ownership.ts'
import { reportAsPerson } from '../ownership/report-as-person.ts'
import { requestOwner } from '../ownership/request-owner.ts'
import { stopAgent } from '../ownership/stop-agent.ts'
import { editUser } from '../persons/edit-user.ts'
import { postMessage } from '../posts/post-message.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { setSetting } from '../settings/set-setting.ts'
import { createSpace } from '../spaces/create-space.ts'
import { listNotifications } from './list-notifications.ts'
import { markNotificationsRead } from './mark-notifications-read.ts'
import { setNotificationDelivery } from './set-notification-delivery.ts'

const world = useTestWorld(test)
const agent = useAgentsByHandle(world)

const texts = (person: Parameters<typeof textsFor>[1]) => textsFor(world(), person)
const unread = (person: Parameters<typeof unreadOf>[1]) => unreadOf(world(), person)
const setStatus = ({ handle }: AgentActor, status: string) =>
  world().callOperator(setAgentStatus, { agent: handle, status, reason: 'to see' })
const hide = ({ agent_id }: AgentActor, visibility = 'private') =>
  world().db.many(SQL`update agent set visibility = ${visibility}, owner_id = null where id = ${agent_id}`)

/** A comment by a person on a post of ann. */
async function commented() {
  const ann = await agent('ann')
  const person = await newPerson(world())
  const { user_id } = person
  const { id: post_id } = await world().call(postMessage, ann, { content: `for ${user_id}` })
  const { id } = await world().callOperator(commentAsPerson, { user_id, post_id, content: 'mine' })
  return { ann, person, user_id, post_id, comment_id: id as string }
}

test('a request to own an agent is listed until it is answered, and again when it is repeated', async t => {
  const person = await newPerson(world())
  const { user_id } = person
  const asks = await agent('asks')
  await world().call(requestOwner, asks, { user_id })
  t.deepEqual(await texts(person), ['@asks asks you to become its owner.'])
  t.is(await unread(person), 1)
  await asTestPerson(world(), person, rejectOwnership, { agent: 'asks' })
  t.deepEqual([await texts(person), await unread(person)], [[], 0])
  await world().call(requestOwner, { ...asks, status: 'active' }, { user_id })
  t.deepEqual([await texts(person), await unread(person)], [['@asks asks you to become its owner.'], 1])
  await asTestPerson(world(), person, acceptOwnership, { agent: 'asks' })
  t.deepEqual(await texts(person), [])
})

test.serial('messages of an agent are one notification, which is read with the conversation', async t => {
  const { agent: mine, owner } = await enrollOwned(world(), 'writes')
  const { owner_user_id } = await world().call(getAgentProfile, mine)
  const write = (content: string) => world().call(sendDmToUser, mine, { user_id: owner_user_id, content })
  const isUnread = async () => (await asTestPerson(world(), owner, listDmsAsPerson)).conversations[0].has_unread
  await write('one')
  await write('two')
  t.deepEqual([await texts(owner), await unread(owner), await isUnread()], [['@writes sent you a message.'], 1, true])
  await asTestPerson(world(), owner, readDmThreadAsPerson, { agent: 'writes' })
  t.deepEqual([await unread(owner), await isUnread()], [0, false])
  world().advance(1)
  await write('three')
  t.deepEqual([await unread(owner), await isUnread()], [1, true])
})

test('replies and likes are listed until they are removed, and likes of a comment together', async t => {
  const { ann, person, user_id, post_id, comment_id } = await commented()
  const [bob, cid] = [await agent('bob'), await agent('cid')]
  const other = await newPerson(world())
  const reply = { post_id, content: 'a reply', parent_comment_id: comment_id }
  const { id } = await world().call(commentOnPost, bob, reply)
  await world().callOperator(commentAsPerson, { user_id, ...reply })
  await world().callOperator(likeCommentAsPerson, { user_id, post_id, comment_id })
  t.deepEqual(await texts(person), ['@bob replied to your comment.'])
  for (const one of [ann, bob]) await world().call(reactToComment, one, { post_id, comment_id })
  await world().call(reactToComment, cid, { post_id, comment_id, reaction_type: 'disagree' })
  t.deepEqual((await texts(person))[0], '@bob and @ann liked your comment.')
  await world().callOperator(likeCommentAsPerson, { user_id: other.user_id, post_id, comment_id })
  t.deepEqual((await texts(person))[0], 'A person and 2 others liked your comment.')
  t.is(await unread(person), 2)
  await world().call(unreactFromComment, bob, { post_id, comment_id })
  await world().call(deleteComment, bob, { post_id, comment_id: id })
  t.deepEqual(await texts(person), ['A person and @ann liked your comment.'])
  await world().callOperator(removeContent, { comment_id, category: 'spam', note: 'as said' })
  t.deepEqual([await texts(person), await unread(person)], [[], 0])
})

test('a like that is removed and repeated is not new again', async t => {
  const { ann, person, post_id, comment_id } = await commented()
  await world().call(reactToComment, ann, { post_id, comment_id })
  const { notifications } = await asTestPerson(world(), person, listNotifications)
  await asTestPerson(world(), person, markNotificationsRead, { through: notifications[0].id })
  await world().call(unreactFromComment, ann, { post_id, comment_id })
  await world().call(reactToComment, ann, { post_id, comment_id })
  t.deepEqual([await texts(person), await unread(person)], [['@ann liked your comment.'], 0])
})

test('actions of an agent leave no trace once it is private, and reappear when it is not', async t => {
  const { person, user_id, post_id, comment_id } = await commented()
  const fay = await agent('fay')
  await world().call(commentOnPost, fay, { post_id, content: 'a reply', parent_comment_id: comment_id })
  await world().call(reactToComment, fay, { post_id, comment_id })
  await world().call(createSpace, fay, { handle: 'fays', name: 'Fays' })
  const { email } = await world().db.one<{ email: string }>(SQL`select email from person where id = ${user_id}`)
  await world().call(inviteToSpace, fay, { space_handle: 'fays', invitee_email: email })
  const all = ['@fay invited you to the space fays.', '@fay liked your comment.', '@fay replied to your comment.']
  t.deepEqual([await texts(person), await unread(person)], [all, 3])
  await hide(fay)
  t.deepEqual([await texts(person), await unread(person)], [[], 0])
  await hide(fay, 'public')
  t.deepEqual([await texts(person), await unread(person)], [all, 3])
})

test('an invitation is listed while it is open, and a decision about a report remains', async t => {
  const ann = await agent('ann')
  const person = await newPerson(world())
  const { user_id } = person
  await world().call(createSpace, ann, { handle: 'nook', name: 'Nook' })
  const { email } = await world().db.one<{ email: string }>(SQL`select email from person where id = ${user_id}`)
  await world().call(inviteToSpace, ann, { space_handle: 'nook', invitee_email: email })
  t.deepEqual(await texts(person), ['@ann invited you to the space nook.'])
  const { id } = await world().db.one<{ id: string }>(
    SQL`select id from space_invitation where invitee_id = ${user_id}`,
  )
  await asTestPerson(world(), person, declineInvitationAsPerson, { invitation_id: id })
  t.deepEqual(await texts(person), [])
  for (const [outcome, text] of [
    ['acted', 'Moderators took action on the agent that you reported.'],
    ['dismissed', 'Moderators found no violation in the agent that you reported.'],
  ]) {
    const { report_id } = await world().callOperator(reportAsPerson, { user_id, agent: 'ann', category: 'spam' })
    await world().callOperator(resolveReport, { report_id, outcome, note: 'for operators' })
    t.is((await texts(person))[0], text)
  }
})

test("only its owner is notified of a problem of an agent, and not of the owner's own actions", async t => {
  const { agent: mine, owner } = await enrollOwned(world(), 'troubled')
  await asTestPerson(world(), owner, stopAgent, { agent: 'troubled', reason: 'a pause' })
  t.deepEqual(await texts(owner), [])
  for (const status of ['restricted', 'suspended', 'active']) await setStatus(mine, status)
  const troubles = [
    '@troubled was suspended: it can no longer use the network.',
    '@troubled was restricted: it can read, but not write.',
  ]
  t.deepEqual(await texts(owner), troubles)
  const heir = await newPerson(world())
  await world().db.many(SQL`update agent set owner_id = ${heir.user_id} where id = ${mine.agent_id}`)
  t.deepEqual([await texts(owner), await texts(heir)], [[], []])
})

test.serial('full storage is notified once a day', async t => {
  const { agent: mine, owner } = await enrollOwned(world(), 'full')
  await world().callOperator(setSetting, { name: 'storage.quota_megabytes', value: 1 })
  await world().db.many(SQL`
    insert into agent_writing (agent_id, bytes, offered) values (${mine.agent_id}, 1000000, '{}')
    on conflict (agent_id) do update set bytes = 1000000`)
  const post = async () => {
    const call = {
      transport: 'rest',
      input: { values: { content: 'more' } },
      request_id: 'test',
      strict: false,
    } as const
    const proof = await signatureProof(world().runtime, mine.agent_id)
    const { error } = await execute(world().runtime, postMessage, proof, call)
    t.like(error, { slug: 'storage-quota-exceeded' })
  }
  await post()
  await post()
  t.is((await texts(owner)).length, 1)
  world().advance(DAY)
  await post()
  const text = '@full has used up its storage, and what it wrote was refused.'
  t.deepEqual(await texts(owner), [text, text])
})

test.serial('a key recovery is one notification, with its outcome', async t => {
  await allowRecovery(world())
  const owned = await enrollOwned(world(), 'keyless')
  await beginRecovery(world(), owned)
  const [running] = await texts(owned.owner)
  t.regex(running!, /^A key recovery of @keyless is running: its key will be replaced on .+ UTC\.$/)
  await asTestPerson(world(), owned.owner, markNotificationsRead, { through: 'ffffffff-ffff-7fff-bfff-ffffffffffff' })
  world().advance(30 * DAY)
  await runRecoveries(world())
  t.deepEqual([await texts(owned.owner), await unread(owned.owner)], [['The key of @keyless was replaced.'], 1])
})

test('changes of an account are notified, and no setting disables that', async t => {
  const person = await newPerson(world())
  const { user_id } = person
  await world().callOperator(editUser, { user_id, email: `${user_id}@elsewhere.test` })
  const key = { id: `key-${user_id}`, created_at: new Date(world().runtime.clock()) }
  await world().db.many(SQL`
    insert into passkey (id, person_id, public_key, counter, transports, name, created_at)
    values (${key.id}, ${user_id}, '\\x00', 0, '{}', 'a phone', ${key.created_at})`)
  await world().callOperator(removePasskey, { user_id, passkey_id: key.id })
  const again = { kind: 'person', user_id, session_id: person.session_id } as const
  t.deepEqual(await texts(again), [
    'A passkey was removed from your account.',
    'The email address of your account was changed.',
  ])
  const off = { topics: [{ topic: 'security', delivery: 'off' }] }
  const refused = await world().refusal(asTestPerson(world(), again, setNotificationDelivery, off))
  t.is(refused.slug, 'validation-error')
})

test('a disabled topic is neither listed nor counted', async t => {
  const { ann, person, post_id, comment_id } = await commented()
  await world().call(reactToComment, ann, { post_id, comment_id })
  const set = (delivery: string) =>
    asTestPerson(world(), person, setNotificationDelivery, { topics: [{ topic: 'comments', delivery }] })
  await set('off')
  t.deepEqual([await texts(person), await unread(person)], [[], 0])
  await set('in_app')
  t.deepEqual([(await texts(person)).length, await unread(person)], [1, 1])
})

test('pages continue where the previous one ended, shown items are read, and others have their own', async t => {
  const { ann, person, post_id, comment_id } = await commented()
  const stranger = await newPerson(world())
  for (let n = 0; n < 5; n++)
    await world().call(commentOnPost, ann, { post_id, content: `reply ${n}`, parent_comment_id: comment_id })
  const first = await asTestPerson(world(), person, listNotifications, { limit: 3 })
  const second = await asTestPerson(world(), person, listNotifications, { limit: 3, cursor: first.next_cursor })
  const ids = [...first.notifications, ...second.notifications].map(({ id }) => id)
  t.is(new Set(ids).size, 5)
  t.is(second.next_cursor, null)
  await asTestPerson(world(), stranger, markNotificationsRead, { through: ids[0] })
  t.is(await unread(person), 5)
  await asTestPerson(world(), person, markNotificationsRead, { through: ids[2] })
  t.is(await unread(person), 2)
  const foreign = asTestPerson(world(), stranger, listNotifications, { cursor: first.next_cursor })
  t.is((await world().refusal(foreign)).slug, 'invalid-cursor')
  t.deepEqual(await texts(stranger), [])
})

test('a deleted person leaves no notifications', async t => {
  const { ann, person, user_id, post_id, comment_id } = await commented()
  await world().call(reactToComment, ann, { post_id, comment_id })
  const topics = [{ topic: 'messages', delivery: 'off' }]
  await asTestPerson(world(), person, setNotificationDelivery, { topics })
  await world().callOperator(deleteUser, { user_id })
  const left = await world().db.many(SQL`
    select 1 from person_notification where person_id = ${user_id}
    union all select 1 from person_notification_setting where person_id = ${user_id}`)
  t.is(left.length, 0)
})

test.serial('the count reads at most 500 unread notifications, however many of them are hidden', async t => {
  const person = await newPerson(world())
  const { newId, clock } = world().runtime
  await world().call(requestOwner, await agent('seen'), { user_id: person.user_id })
  const hide = async (count: number) => {
    const ids = Array.from({ length: count }, newId)
    await world().db.many(SQL`
      insert into person_notification
        (id, person_id, kind, topic, subject_id, actor_id, created_at, expires_at, unread)
      select id, ${person.user_id}, 'message_received', 'messages', id, id, ${new Date(clock())}::timestamptz,
        ${new Date(clock() + DAY)}::timestamptz, true
      from unnest(${ids}::uuid[]) as id`)
  }
  await hide(499)
  t.is(await unread(person), 1)
  await hide(1)
  t.is(await unread(person), 0)
})
