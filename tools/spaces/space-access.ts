import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import { findSpace, type SpaceName, type SpaceRefusal, type SpaceRow } from '../../storage/spaces/space-rows.ts'
import { readIdentifier } from '../agents/agent-reference.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'

/** A space reference: a handle or an id. */
export const spaceReference = z.string().min(1).max(255).describe('handle or id')

/** A space by its id or handle; agents write `#handle` too. */
export const readSpace = (reference: string): SpaceName => readIdentifier(reference.replace(/^#/, ''))

/** A space as one of several inputs. */
export const spaceInputs = {
  space_id: spaceReference.optional(),
  space_handle: spaceReference.optional(),
}

export const spaceNotFound = () => new Problem('not-found', 'This space does not exist.')

/** The space of a call, with what its reader may see; `not-found` if it may not know of it (SPACE-30). */
export async function requireSpace(context: Pick<Context, 'actor'>, db: Queryable, reference: string) {
  return await requireNamed(context, db, readSpace(reference))
}

export async function requireNamed(
  { actor }: Pick<Context, 'actor'>,
  db: Queryable,
  name: SpaceName,
): Promise<SpaceRow> {
  const space = await findSpace(db, actor.agent_id, name)
  if (!space) throw spaceNotFound()
  return space
}

/** The problems that `spaceProblem` returns. */
export const spaceProblems = ['space-archived', 'space-membership-required', 'space-permission-denied'] as const

/** SPACE-31 to SPACE-33 */
export function spaceProblem(refusal: SpaceRefusal): Problem {
  switch (refusal) {
    case 'archived':
      return new Problem('space-archived', 'This space is archived. You can read it, but not change anything in it.')
    case 'membership':
      return new Problem('space-membership-required', 'Only members of this space can do this. Join it first.')
    case 'permission':
      return new Problem('space-permission-denied', 'You do not have this permission in this space.')
  }
}
