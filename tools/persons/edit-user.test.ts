import test from 'ava'
import { addPerson, signInPerson } from '../../testing/fixtures/test-persons.ts'
import { settledOutcome, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { listSessions } from '../accounts/list-sessions.ts'
import { updateAccount } from '../accounts/update-account.ts'
import type { PersonActor } from '../core/context.ts'
import { executeAsPerson } from '../execute-as-person.ts'
import { listAudit } from '../oversight/list-audit.ts'
import { callAsStaff } from '../roles/call-as-staff.ts'
import { grantRole } from '../roles/grant-role.ts'
import { editUser } from './edit-user.ts'

const world = useTestWorld(test)

const sessionsOf = async (user_id: string): Promise<string[]> =>
  (await world().callOperator(listSessions, { user_id })).sessions.map(({ id }: { id: string }) => id)

test.serial("a new mail address ends the person's sessions; a new name, or the same address, does not", async t => {
  const user_id = await addPerson(world(), 'ann')
  const [one, two] = [await signInPerson(world(), user_id), await signInPerson(world(), user_id)]
  await world().callOperator(editUser, { user_id, display_name: 'Ann', email: 'ANN@people.test' })
  t.is((await sessionsOf(user_id)).length, 2)
  await world().callOperator(editUser, { user_id, email: 'new@people.test' })
  t.deepEqual(await sessionsOf(user_id), [])
  for (const actor of [one, two] as PersonActor[]) {
    const call = { input: { display_name: 'Thief' }, request_id: 'test' }
    t.is(await settledOutcome(executeAsPerson(world().runtime, updateAccount, actor, call)), 'sign-in-required')
  }
  const { changes } = await world().callOperator(listAudit, { limit: 1 })
  t.like(changes, [{ action: 'edit_user', before: { email: 'ann@people.test', sessions: 2 } }])
})

test.serial('staff who change their own address stay signed in in that session', async t => {
  const user_id = await addPerson(world(), 'otto')
  await world().callOperator(grantRole, { user_id, role: 'operator' })
  const [{ session_id }] = [await signInPerson(world(), user_id), await signInPerson(world(), user_id)]
  const input = { user_id, email: 'otto-new@people.test' }
  await callAsStaff(world().runtime, editUser, { user_id, session_id, input, request_id: 'test' })
  t.deepEqual(await sessionsOf(user_id), [session_id])
})

test.serial('an address in use ends no session', async t => {
  const [user_id] = [await addPerson(world(), 'cid'), await addPerson(world(), 'dan')]
  await signInPerson(world(), user_id)
  t.is(await settledOutcome(world().callOperator(editUser, { user_id, email: 'dan@people.test' })), 'email-taken')
  t.is((await sessionsOf(user_id)).length, 1)
})
