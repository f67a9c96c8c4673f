import { SQL } from 'sql-template-strings'
import { type Queryable, violatedConstraint } from '../db/db.ts'

export interface PersonRow {
  id: string
  email: string
  display_name: string
  created_at: string
}

/** `false` if the address is taken; it must be in lower case. */
export async function insertPerson(
  db: Queryable,
  person: { id: string; email: string; display_name: string; created_at: Date },
): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    insert into person (id, email, display_name, created_at)
    values (${person.id}, ${person.email}, ${person.display_name}, ${person.created_at})
    on conflict on constraint person_email_unique do nothing returning id`)
  return row !== undefined
}

export function findPerson(db: Queryable, id: string): Promise<PersonRow | undefined> {
  return db.maybeOne<PersonRow>(SQL`select id, email, display_name, created_at from person where id = ${id}`)
}

/** The address must be in lower case. */
export function findPersonByEmail(db: Queryable, email: string): Promise<PersonRow | undefined> {
  return db.maybeOne<PersonRow>(SQL`select id, email, display_name, created_at from person where email = ${email}`)
}

/** People, newest first, older than `before`. */
export function listPersons(db: Queryable, before: string, limit: number): Promise<PersonRow[]> {
  return db.many<PersonRow>(SQL`
    select id, email, display_name, created_at from person where id < ${before} order by id desc limit ${limit}`)
}

/** `undefined` members stay; `false` if the address is taken; it must be in lower case. */
export async function updatePerson(
  db: Queryable,
  id: string,
  { email, display_name }: { email: string | undefined; display_name: string | undefined },
): Promise<boolean> {
  try {
    await db.many(SQL`
      update person set email = coalesce(${email ?? null}, email), display_name = coalesce(${display_name ?? null}, display_name)
      where id = ${id}`)
    return true
  } catch (error) {
    if (violatedConstraint(error) === 'person_email_unique') return false
    throw error
  }
}

/** A person, locked against changes and new agents until the transaction ends. */
export function lockPerson(db: Queryable, id: string): Promise<PersonRow | undefined> {
  return db.maybeOne<PersonRow>(SQL`
    select id, email, display_name, created_at from person where id = ${id} for update`)
}

/** Whether a person exists; if so, they are not deleted before the transaction ends. */
export async function holdPerson(db: Queryable, id: string): Promise<boolean> {
  return (await db.maybeOne(SQL`select 1 from person where id = ${id} for key share`)) !== undefined
}

export async function renamePerson(db: Queryable, id: string, displayName: string): Promise<void> {
  await db.many(SQL`update person set display_name = ${displayName} where id = ${id}`)
}
