import { insertPerson } from '../storage/ownership/persons.ts'
import type { World } from './world.ts'

/** A person of that name, and their id. */
export async function addPerson({ db, runtime }: World, name: string): Promise<string> {
  const id = runtime.newId()
  const created_at = new Date(runtime.clock())
  await insertPerson(db, { id, email: `${name}@people.test`, display_name: name, created_at })
  return id
}
