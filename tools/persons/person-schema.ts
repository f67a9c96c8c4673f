import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import { findPerson, holdPerson } from '../../storage/ownership/person-rows.ts'
import { Problem } from '../core/problems/problem.ts'
import { nameText, timestamp, uuid } from '../core/schemas.ts'

export const displayName = nameText(100, 1)

/** As an input. */
export const personId = uuid.describe('id of the person')

/** As an input of what only one person can do anyway: without it, it is done for them, whoever they are. */
export const personOrAny = uuid.optional().describe('id of the person; rejected if it is another person')

/** A person as operators see them. */
export const personSchema = z.object({ id: uuid, email: z.string(), display_name: z.string(), created_at: timestamp })

/** For what agents write about a person, who is not deleted before it is committed. */
export async function requireHeldPerson(db: Queryable, userId: string): Promise<void> {
  if (!(await holdPerson(db, userId))) throw noSuchUser()
}

export async function requirePerson(db: Queryable, userId: string): Promise<void> {
  if (!(await findPerson(db, userId))) throw noSuchUser()
}

const noSuchUser = () => new Problem('not-found', 'This user does not exist.')
