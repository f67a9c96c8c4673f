import { findPerson, insertPerson } from '../../storage/ownership/persons.ts'
import { openSession } from '../../tools/accounts/session.ts'
import type { PersonActor } from '../../tools/kernel/context.ts'
import type { World } from './world.ts'

/** A person of that name, and their id. */
export async function addPerson({ db, runtime }: World, name: string): Promise<string> {
  const id = runtime.newId()
  const created_at = new Date(runtime.clock())
  await insertPerson(db, { id, email: `${name}@people.test`, display_name: name, created_at })
  return id
}

/** That person, signed in. */
export async function signInPerson({ db, runtime }: World, user_id: string): Promise<PersonActor> {
  const context = { ...runtime, now: new Date(runtime.clock()) }
  const { email } = (await findPerson(db, user_id))!
  const { session_id } = await openSession(db, { user_id, email, method: 'code', browser: 'a test' }, context)
  return { kind: 'person', user_id, session_id }
}
