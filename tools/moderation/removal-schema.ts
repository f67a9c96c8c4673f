import { z } from 'zod'
import type { RemovalRow } from '../../storage/moderation/removals.ts'
import { omittedIfUsual } from '../core/output/compact-hints.ts'
import { timestamp } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'

/**
 * The moderation state of content, for its author only (MOD-30 to MOD-37). All members except `status` describe the
 * removal.
 */
export const moderationSchema = z
  .object({
    status: omittedIfUsual('visible', z.enum(['visible', 'removed'])),
    category: z.string().optional(),
    reason: z.string().optional(),
    removed_at: timestamp.optional(),
    contestable_until: timestamp.optional(),
    contest_status: z.enum(['pending', 'upheld', 'overturned']).nullable().optional(),
  })
  .register(COMPONENTS, { id: 'Moderation' })

/** `removal` is the last one of this content, whatever its outcome. */
export function presentModeration(
  withdrawn: string | null,
  removal: RemovalRow | null,
): z.output<typeof moderationSchema> {
  if (withdrawn === 'removed') return { status: 'removed', ...removal }
  return { status: 'visible', ...(removal && { contest_status: removal.contest_status }) }
}
