import type { Queryable } from '../../storage/db/db.ts'
import { lockPersons } from '../../storage/ownership/person-locks.ts'
import { findPersonByEmail, insertPerson } from '../../storage/ownership/person-rows.ts'
import type { Context } from '../core/context.ts'

/** The initial name of a person. */
const UNNAMED = 'Person'

/** Locks the account of an address, if there is one: before codes and links, in the order of deletions of people. */
export async function lockAccount(db: Queryable, email: string): Promise<void> {
  const person = await findPersonByEmail(db, email)
  if (person) await lockPersons(db, { shared: [], exclusive: [person.id] })
}

/** The account of an address, created if there is none; `undefined` if it is deleted meanwhile. */
export async function findOrCreateAccount(
  db: Queryable,
  email: string,
  { newId, now }: Pick<Context, 'newId' | 'now'>,
): Promise<{ user_id: string; is_new: boolean } | undefined> {
  const id = newId()
  const is_new = await insertPerson(db, { id, email, display_name: UNNAMED, created_at: now })
  if (is_new) return { user_id: id, is_new }
  const found = await findPersonByEmail(db, email)
  return found && { user_id: found.id, is_new }
}
