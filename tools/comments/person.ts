import type { Queryable } from '../../storage/db.ts'
import { findPerson } from '../../storage/persons.ts'
import { Problem } from '../problems.ts'

export async function requirePerson(db: Queryable, userId: string): Promise<void> {
  if (!(await findPerson(db, userId))) throw new Problem('not-found', 'There is no such person.')
}
