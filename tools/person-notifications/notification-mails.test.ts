import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useAgentsByHandle } from '../../testing/fixtures/agents-by-handle.ts'
import { isTrue } from '../../testing/fixtures/is-true.ts'
import { allowRecovery, asTestPerson, beginRecovery, enrollOwned } from '../../testing/fixtures/key-recovery-world.ts'
import { newPerson, unreadOf } from '../../testing/fixtures/person-notifications.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { poison } from '../../testing/values/poison.ts'
import type { PersonActor } from '../core/context.ts'
import { DAY, HOUR, MINUTE } from '../core/durations.ts'
import { type Job, jobContext } from '../core/jobs/job-runner.ts'
import { readDmThreadAsPerson } from '../dms/read-dm-thread-as-person.ts'
import { sendDmToUser } from '../dms/send-dm-to-user.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { deleteUser } from '../ownership/delete-user.ts'
import { rejectOwnership } from '../ownership/reject-ownership.ts'
import { requestOwner } from '../ownership/request-owner.ts'
import { editUser } from '../persons/edit-user.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { mailDigestsJob } from './mail-digests.job.ts'
import { mailNotificationsJob } from './mail-notifications.job.ts'
import { setNotificationDelivery } from './set-notification-delivery.ts'

const world = useTestWorld(test)
const agent = useAgentsByHandle(world)

const run = async (job: Job) => {
  const context = jobContext(world().runtime, job.name)
  if (!job.isDue || (await isTrue(context.db, job.isDue(context.now)))) await job.run(context)
}
const mailNow = () => run(mailNotificationsJob)
/** Runs the job at two servers. */
const mailDigests = async () => {
  await mailNow()
  await Promise.all([run(mailDigestsJob), run(mailDigestsJob)])
}

interface Mail {
  subject: string
  content: string
  unsubscribe: string | null
}

const mailTo = ({ user_id }: PersonActor) =>
  world().db.many<Mail>(SQL`select subject, content, unsubscribe from mail where person_id = ${user_id} order by id`)
const subjectsTo = async (person: PersonActor) => (await mailTo(person)).map(({ subject }) => subject)
const set = (person: PersonActor, topic: string, delivery: string) =>
  asTestPerson(world(), person, setNotificationDelivery, { topics: [{ topic, delivery }] })

/** A person and their agent, which writes to them. */
async function written(handle: string) {
  const { agent: mine, owner } = await enrollOwned(world(), handle)
  await mailNow()
  await world().db.many(SQL`delete from mail where person_id = ${owner.user_id}`)
  const { owner_user_id } = await world().call(getAgentProfile, mine)
  const write = (content = 'SECRET WORDS') => world().call(sendDmToUser, mine, { user_id: owner_user_id, content })
  return { mine, owner, write }
}

test.serial('a request to own an agent is mailed immediately, once, with an unsubscribe link', async t => {
  const person = await newPerson(world())
  await world().call(requestOwner, await agent('asks'), { user_id: person.user_id })
  for (const _ of [1, 2]) await Promise.all([mailNow(), mailNow()])
  const [mail, ...others] = await mailTo(person)
  t.deepEqual(others, [])
  t.is(mail!.subject, 'Colloquy: @asks asks you to become its owner')
  t.true(mail!.content.includes('https://colloquy.test/internal/agents\n'))
  t.regex(mail!.unsubscribe!, /^https:\/\/colloquy\.test\/internal\/unsubscribe\?token=/)
  t.true(mail!.content.includes(mail!.unsubscribe!))
})

test.serial('notifications that were answered or read before they are mailed are not mailed', async t => {
  const person = await newPerson(world())
  await world().call(requestOwner, await agent('hasty'), { user_id: person.user_id })
  await asTestPerson(world(), person, rejectOwnership, { agent: 'hasty' })
  await mailNow()
  t.deepEqual(await subjectsTo(person), [])
})

test.serial('security notifications are mailed immediately, without an unsubscribe link', async t => {
  const person = await newPerson(world())
  await world().callOperator(editUser, { user_id: person.user_id, email: `${person.user_id}@new.test` })
  await mailNow()
  const [mail] = await mailTo(person)
  t.like(mail, { subject: 'Colloquy: The email address of your account was changed', unsubscribe: null })
  t.true(mail!.content.includes('If this was not you'))
})

test.serial(
  'a change of address is mailed to the previous one, with how to object, and is deleted with the account',
  async t => {
    const { user_id } = await newPerson(world())
    const toFormer = () =>
      world().db.many<Mail & { email: string }>(SQL`select email, content from mail where about = ${user_id}`)
    const { email: former } = await world().db.one<{ email: string }>(
      SQL`select email from person where id = ${user_id}`,
    )
    await world().callOperator(editUser, { user_id, email: 'moved@elsewhere.test' })
    const [mail, ...others] = await toFormer()
    t.deepEqual([mail!.email, others], [former, []])
    t.regex(mail!.content, /changed the email address of your account to m…@elsewhere\.test\./)
    t.true(mail!.content.includes('Write to the operator of the server: https://colloquy.test/about'))
    t.false(mail!.content.includes('moved@'))
    await world().callOperator(deleteUser, { user_id })
    t.is((await toFormer()).length, 0)
  },
)

test.serial('a key recovery is mailed once, and not again by the digest', async t => {
  await allowRecovery(world())
  const owned = await enrollOwned(world(), 'keyless')
  await beginRecovery(world(), owned)
  world().advance(DAY)
  await mailDigests()
  const subjects = await subjectsTo(owned.owner)
  t.deepEqual(
    subjects.filter(subject => subject.includes('keyless') && subject.includes('key')),
    ['Colloquy: @keyless: key replacement started'],
  )
})

test.serial('all others are in one daily mail of unread notifications, without text of others', async t => {
  const { mine, owner, write } = await written('daily')
  await write()
  await world().callOperator(setAgentStatus, { agent: mine.handle, status: 'restricted', reason: 'to see' })
  await mailDigests()
  t.deepEqual(await subjectsTo(owner), [], 'not before the hour')
  world().advance(DAY)
  await mailDigests()
  await mailDigests()
  const [mail, ...others] = await mailTo(owner)
  t.deepEqual(others, [])
  t.is(mail!.subject, 'Colloquy: 2 new notifications')
  t.true(mail!.content.includes('- @daily sent you a message.\n  https://colloquy.test/internal/messages/daily\n'))
  t.true(mail!.content.includes('- @daily was restricted'))
  t.false(mail!.content.includes('SECRET'))
  t.is(await unreadOf(world(), owner), 2)
  world().advance(DAY)
  await mailDigests()
  t.is((await mailTo(owner)).length, 1, 'nothing new')
  await world().callOperator(setAgentStatus, { agent: mine.handle, status: 'active', reason: 'enough' })
  await write()
  await mailDigests()
  t.is((await mailTo(owner)).length, 1, 'not twice a day')
  world().advance(DAY)
  await mailDigests()
  t.deepEqual(await subjectsTo(owner), ['Colloquy: 2 new notifications', 'Colloquy: 1 new notification'])
})

test.serial('a decision after a digest was mailed is in the next one', async t => {
  const { mine, owner, write } = await written('late')
  await write()
  await mailNow()
  await world().callOperator(setAgentStatus, { agent: mine.handle, status: 'restricted', reason: 'to see' })
  world().advance(DAY)
  await run(mailDigestsJob)
  t.deepEqual(await subjectsTo(owner), ['Colloquy: 1 new notification'])
  await mailDigests()
  t.is((await mailTo(owner)).length, 1)
  world().advance(DAY)
  await mailDigests()
  const [, next, ...others] = await mailTo(owner)
  t.deepEqual(others, [])
  t.true(next?.content.includes('- @late was restricted'))
})

test.serial('a topic whose mail was disabled is not in the next digest', async t => {
  const { owner, write } = await written('ended')
  await write()
  await mailNow()
  await set(owner, 'messages', 'in_app')
  world().advance(DAY)
  await mailDigests()
  t.deepEqual(await subjectsTo(owner), [])
  t.is(await unreadOf(world(), owner), 1)
})

test.serial('notifications that were read before the digest are not in it', async t => {
  const { owner, write } = await written('prompt')
  await write()
  await mailNow()
  await asTestPerson(world(), owner, readDmThreadAsPerson, { agent: 'prompt' })
  world().advance(DAY)
  await mailDigests()
  t.deepEqual(await subjectsTo(owner), [])
})

test.serial('messages are mailed immediately on request, once until they are read', async t => {
  const { owner, write } = await written('prompting')
  await set(owner, 'messages', 'at_once')
  for (const _ of [1, 2, 3]) {
    await write()
    await mailNow()
    world().advance(MINUTE)
  }
  t.deepEqual(await subjectsTo(owner), ['Colloquy: @prompting sent you a message'])
  await asTestPerson(world(), owner, readDmThreadAsPerson, { agent: 'prompting' })
  await write()
  await mailNow()
  t.is((await mailTo(owner)).length, 2)
})

test.serial('topics that are off, or shown on pages only, are never mailed', async t => {
  for (const delivery of ['off', 'in_app']) {
    const { owner, write } = await written(`quiet-${delivery.replace('_', '-')}`)
    await set(owner, 'messages', delivery)
    await write()
    await mailNow()
    world().advance(DAY)
    await mailDigests()
    t.deepEqual(await subjectsTo(owner), [], delivery)
    t.is(await unreadOf(world(), owner), delivery === 'off' ? 0 : 1)
  }
})

test.serial('a row that cannot be mailed delays no other, immediate or daily', async t => {
  const people = [await newPerson(world()), await newPerson(world())] as const
  for (const [n, { user_id }] of people.entries())
    await world().call(requestOwner, await agent(`asking-${n}`), { user_id })
  const cured = await poison(world().db, 'mail', `new.person_id = '${people[0].user_id}'`)
  await mailNow()
  t.deepEqual([(await mailTo(people[0])).length, (await mailTo(people[1])).length], [0, 1])
  const { owner, write } = await written('healthy')
  const other = await written('ill')
  for (const one of [owner, other.owner]) await set(one, 'messages', 'daily')
  await other.write()
  await write()
  await cured()
  const curedToo = await poison(world().db, 'mail', `new.person_id = '${other.owner.user_id}'`)
  world().advance(DAY + HOUR)
  await mailDigests()
  t.deepEqual([(await mailTo(other.owner)).length, (await mailTo(owner)).length], [0, 1])
  await curedToo()
  world().advance(DAY)
  await mailDigests()
  t.is((await mailTo(other.owner)).length, 1, 'tried again')
})
