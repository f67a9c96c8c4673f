import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import { findPerson, holdPerson } from '../../storage/ownership/person-rows.ts'
import { Problem } from '../core/problems/problem.ts'
import { nameText, timestamp, uuid } from '../core/schemas.ts'

export const displayName = nameText(100, 1)

/** For inputs. */
export const personId = uuid.describe('id of the person')

/** For inputs of actions that only one person can perform anyway: optional, but must be that person. */
export const personOrAny = uuid.optional().describe('id of the person; rejected if it is another person')

/** A person for operators. */
export const personSchema = z.object({ id: uuid, email: z.string(), display_name: z.string(), created_at: timestamp })

/** For writes of agents about a person, who is not deleted before the commit. */
export async function requireHeldPerson(db: Queryable, userId: string): Promise<void> {
  if (!(await holdPerson(db, userId))) throw noSuchUser()
}

export async function requirePerson(db: Queryable, userId: string): Promise<void> {
  if (!(await findPerson(db, userId))) throw noSuchUser()
}

const noSuchUser = () => new Problem('not-found', 'This user does not exist.')
