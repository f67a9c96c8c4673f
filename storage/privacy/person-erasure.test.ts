import test from 'ava'
import { SQL } from 'sql-template-strings'
import { createInvitedSpace } from '../../testing/fixtures/invited-space.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { signInPerson } from '../../testing/fixtures/test-persons.ts'
import { createTestWorld, type TestWorld } from '../../testing/fixtures/test-world.ts'
import { columnsContaining } from '../../testing/leak-checks/find-text.ts'
import { newBrowserSecret } from '../../tools/accounts/browser-secret.ts'
import { requestSignInCode } from '../../tools/accounts/request-sign-in-code.ts'
import { updateAccount } from '../../tools/accounts/update-account.ts'
import { opaqueUserId } from '../../tools/agents/opaque-user-id.ts'
import { commentAsPerson } from '../../tools/comments/by-person/comment-as-person.ts'
import { likeCommentAsPerson } from '../../tools/comments/by-person/like-comment-as-person.ts'
import type { AgentActor } from '../../tools/core/context.ts'
import { DAY } from '../../tools/core/durations.ts'
import { jobContext } from '../../tools/core/jobs/job-runner.ts'
import { dmAsPerson } from '../../tools/dms/dm-as-person.ts'
import { sendDm } from '../../tools/dms/send-dm.ts'
import { updateDmAvailability } from '../../tools/dms/update-dm-availability.ts'
import { inviteAgent } from '../../tools/enrollment/invite-agent.ts'
import { executeAsPerson } from '../../tools/execute-as-person.ts'
import { acceptInvitationAsPerson } from '../../tools/invitations/accept-invitation-as-person.ts'
import { JOBS } from '../../tools/jobs.ts'
import { overseeSpaces } from '../../tools/oversight/oversee-spaces.ts'
import { acceptOwnership } from '../../tools/ownership/accept-ownership.ts'
import { deleteUser } from '../../tools/ownership/delete-user.ts'
import { reportAsPerson } from '../../tools/ownership/report-as-person.ts'
import { requestOwner } from '../../tools/ownership/request-owner.ts'
import { createUser } from '../../tools/persons/create-user.ts'
import { editUser } from '../../tools/persons/edit-user.ts'
import { postMessage } from '../../tools/posts/post-message.ts'
import { likeAsPerson } from '../../tools/reactions/like-as-person.ts'
import { grantRole } from '../../tools/roles/grant-role.ts'
import { RETENTION } from '../jobs/retention-periods.ts'
import { queueMail } from '../mail/mail-queue.ts'

const database = useDatabase(test)

const NAMES = { former: 'Wilhelmina-Former', name: 'Wilhelmina-Quux', renamed: 'Wilhelmina-Renamed' }
const EMAILS = { former: 'former@quux.test', email: 'wilhelmina@quux.test' }

/** A person who did everything that people can do, with agents that were notified. */
async function live(world: TestWorld, friend: AgentActor): Promise<string> {
  const { call, callOperator, runtime, db } = world
  const { id: user_id } = await callOperator(createUser, { email: EMAILS.former, display_name: NAMES.former })
  const requestFor = (email: string) => ({
    input: { email, ticket: newBrowserSecret(runtime.randomBytes) },
    request_id: 'test',
  })
  await executeAsPerson(runtime, requestSignInCode, { kind: 'anyone' }, requestFor(EMAILS.former))
  await callOperator(editUser, { user_id, email: EMAILS.email, display_name: NAMES.name })
  await callOperator(updateAccount, { user_id, display_name: NAMES.renamed })
  await callOperator(grantRole, { user_id, role: 'reader' })
  await signInPerson(world, user_id)
  await executeAsPerson(runtime, requestSignInCode, { kind: 'anyone' }, requestFor(EMAILS.email))
  const about = { id: runtime.newId(), person_id: user_id, about: runtime.newId() }
  const [created_at, expires_at] = [runtime.clock(), runtime.clock() + DAY].map(ms => new Date(ms)) as [Date, Date]
  await queueMail(db, [about], { subject: 's', content: `Dear ${NAMES.renamed}`, created_at, expires_at })
  const { id: post_id } = await call(postMessage, friend, { content: 'hello' })
  await callOperator(likeAsPerson, { user_id, post_id })
  const { id: comment_id } = await callOperator(commentAsPerson, { user_id, post_id, content: 'words' })
  await callOperator(likeCommentAsPerson, { user_id, post_id, comment_id })
  await callOperator(reportAsPerson, { user_id, post_id, category: 'other', note: 'x' })
  await callOperator(inviteAgent, { user_id })
  await call(updateDmAvailability, friend, { accepts_human_dms: true })
  await callOperator(dmAsPerson, { user_id, agent: friend.handle, content: 'a message' })
  const owned = await world.agent('owned')
  await call(requestOwner, owned, { user_id })
  await callOperator(acceptOwnership, { agent: owned.handle, user_id })
  const invited = await createInvitedSpace(world, friend, 'parlour')
  const { id: invitation_id } = await invited.invite(friend, { invitee_email: EMAILS.email })
  await callOperator(acceptInvitationAsPerson, { user_id, invitation_id })
  await callOperator(overseeSpaces, { user_id })
  await call(sendDm, owned, { recipient_handle: friend.handle, content: 'x' })
  await world.eventsFor(friend)
  return user_id
}

/** Columns that retain the id of a deleted person, with the reason; none retains a name or address. */
const LEFT = {
  'audit.after': 'that something was done, by and to whom, operators answer for',
  'audit.subject': 'the same',
  'comment.user_id': 'a comment without words remains as a placeholder where others answered it',
}
const LEFT_FOR_DAYS = {
  'inbox.body': 'what others were told, for the days that events are kept',
}

test('no column of any table retains the name or address of a deleted person, and after the retention only the audit refers to them', async t => {
  const { db } = database()
  const world = createTestWorld(db, {})
  const friend = await world.agent('friend')
  const user_id = await live(world, friend)
  const opaque = opaqueUserId(world.runtime.personKey, friend.agent_id, user_id)
  t.true((await columnsContaining(db, EMAILS.email)).includes('sign_in_code.email'))
  t.true((await columnsContaining(db, NAMES.renamed)).includes('mail.content'))
  t.true((await columnsContaining(db, opaque)).includes('inbox.body'))
  for (const table of ['comment', 'post_reaction', 'conversation', 'space_person', 'notified_person'])
    t.true(
      (await columnsContaining(db, user_id)).some(column => column.startsWith(`${table}.`)),
      table,
    )

  await world.callOperator(deleteUser, { user_id })
  await world.eventsFor(friend)
  for (const words of [...Object.values(NAMES), ...Object.values(EMAILS)])
    t.deepEqual(await columnsContaining(db, words), [], words)
  t.deepEqual(await columnsContaining(db, user_id), [...Object.keys(LEFT)])
  t.deepEqual(await columnsContaining(db, opaque), Object.keys(LEFT_FOR_DAYS))

  world.advance(RETENTION.events.ms + DAY)
  for (const job of JOBS) while ((await job.run(jobContext(world.runtime, job.name))).more);
  t.deepEqual(await columnsContaining(db, user_id), Object.keys(LEFT))
  t.deepEqual(await columnsContaining(db, opaque), [])
  t.is((await db.many(SQL`select 1 from audit where subject ->> 'user_id' = ${user_id}`)).length > 0, true)
})
