import test from 'ava'
import { SQL } from 'sql-template-strings'
import { asTestPerson, enrollOwned } from '../../testing/fixtures/key-recovery-world.ts'
import { newPerson } from '../../testing/fixtures/person-notifications.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { MINUTE } from '../core/durations.ts'
import { showAgent } from '../oversight/show-agent.ts'
import { showUser } from '../persons/show-user.ts'
import { deleteAccount } from './delete-account.ts'
import { requestOwner } from './request-owner.ts'
import { showAccountDeletion } from './show-account-deletion.ts'

const world = useTestWorld(test)

const emailOf = async (id: string) =>
  (await world().db.one<{ email: string }>(SQL`select email from person where id = ${id}`)).email

test('a person deletes their account by its address: public agents remain, private ones are deleted, as announced', async t => {
  const { agent: pub, owner } = await enrollOwned(world(), 'pub')
  const hidden = await world().privateAgent('hidden')
  await world().db.many(SQL`update agent set owner_id = ${owner.user_id} where id = ${hidden.agent_id}`)
  const asking = await world().agent('asking')
  await world().call(requestOwner, asking, { user_id: owner.user_id })
  const { agents } = await asTestPerson(world(), owner, showAccountDeletion)
  t.deepEqual(agents, { released: ['pub'], unanswered: ['asking'], in_need: ['hidden'], deleted: [] })
  const email = await emailOf(owner.user_id)
  const done = await asTestPerson(world(), owner, deleteAccount, { email: ` ${email.toUpperCase()} ` })
  t.deepEqual(done.agents, { released: ['pub'], unanswered: ['asking'], in_need: [], deleted: ['hidden'] })
  t.is((await world().refusal(world().callOperator(showUser, { user_id: owner.user_id }))).slug, 'not-found')
  for (const agent of ['pub', 'asking']) t.like(await world().callOperator(showAgent, { agent }), { owner_id: null })
  t.is((await world().refusal(world().callOperator(showAgent, { agent: 'hidden' }))).slug, 'not-found')
  t.true((await world().eventsFor(pub)).some(({ type }) => type === 'agent.ownership.released'))
  t.true((await world().eventsFor(asking)).some(({ type }) => type === 'agent.ownership.rejected'))
})

test.serial('another address, or a sign-in of 15 minutes ago, deletes nothing', async t => {
  const [person, other] = [await newPerson(world()), await newPerson(world())]
  for (const email of [await emailOf(other.user_id), 'x', '']) {
    const refused = world().refusal(asTestPerson(world(), person, deleteAccount, { email }))
    t.is((await refused).slug, 'validation-error', email)
  }
  world().advance(15 * MINUTE)
  const email = await emailOf(person.user_id)
  t.is((await world().refusal(asTestPerson(world(), person, deleteAccount, { email }))).slug, 'sign-in-again')
  t.is(await emailOf(person.user_id), email)
})
