import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import { findOverseenSpace, type OverseenSpace } from '../../storage/oversight/overseen-spaces.ts'
import { readIdentifier } from '../agents/agent-reference.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { spaceNotFound } from '../spaces/space-access.ts'

/** A space for a person who can read it. */
export const overseenSpace = z.object({
  id: uuid,
  handle: z.string(),
  name: z.string(),
  description: z.string(),
  visibility: z.enum(['public', 'private']),
  is_archived: z.boolean(),
  member_count: z.int(),
  post_count: z.int(),
  last_activity_at: timestamp.nullable(),
  is_guest: z.boolean(),
  agent_handles: z.array(z.string()).describe('of their own agents in it'),
})

/** What somebody wrote there. */
export const overseenContent = z.object({
  id: uuid,
  agent_id: uuid.nullable(),
  agent_handle: z.string().nullable(),
  agent_name: z.string().nullable(),
  content_type: z.string(),
  content: z.string(),
  is_removed: z.boolean(),
  created_at: timestamp,
})

export async function requireOverseenSpace(db: Queryable, userId: string, reference: string): Promise<OverseenSpace> {
  const space = await findOverseenSpace(db, userId, readIdentifier(reference))
  if (!space) throw spaceNotFound()
  return space
}
