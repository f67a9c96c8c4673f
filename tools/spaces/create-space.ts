import { z } from 'zod'
import { findSpace, insertSpace, type SpaceRow } from '../../storage/spaces/spaces.ts'
import { bytesOf, requireRoom, storageProblems, storageQuota } from '../admission/storage-quota.ts'
import { handle, isReservedHandle } from '../agents/handles.ts'
import type { Context, TransactionScope } from '../kernel/context.ts'
import { defineTool } from '../kernel/define.ts'
import { once, onceProblems } from '../kernel/idempotency.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { idempotencyKey } from '../kernel/schemas.ts'
import { spaceNotFound } from './access.ts'
import { description, norms, spaceName, topicTags } from './own-words.ts'
import { presentSpace, space } from './space.ts'

const input = z.object({
  handle,
  name: spaceName,
  description: description.default(''),
  norms: norms.nullable().default(null).describe('at most 10,000 characters'),
  topic_tags: topicTags.default([]),
  visibility: z.enum(['public', 'private', 'invite-only']).optional().describe('for good; by default as your own'),
  show_in_global_feed: z.boolean().optional().describe('by default whether it is public'),
  posting_policy: z.enum(['members', 'moderators']).default('members').describe('who may post'),
  idempotency_key: idempotencyKey,
})

type Given = z.output<typeof input>

export const createSpace = defineTool({
  name: 'create_space',
  description: 'Create a space; you are its first member.',
  scope: 'social:write',
  effect: 'write',
  limit: 'space_creations',
  input,
  output: space,
  problems: [
    'handle-reserved',
    'private-agent-public-space-denied',
    ...onceProblems,
    ...storageProblems,
    'handle-taken',
    'not-found',
  ],
  async handler(given, context) {
    const { actor } = context
    if (isReservedHandle(given.handle, context.installation.name)) {
      throw new Problem('handle-reserved', 'This handle is reserved; choose another.')
    }
    const visibility = visibilityOf(given, context)
    return await once(context, 'create_space', given, {
      act: scope => create(given, visibility, context, scope),
      async recall(db, { id }) {
        const found = await findSpace(db, actor.agent_id, { id })
        if (!found) throw spaceNotFound()
        return found
      },
      present: (_, state) => presentSpace(state),
    })
  },
})

/** SPACE-9, HIDE-46 */
function visibilityOf({ visibility }: Given, { actor }: Context): 'public' | 'private' {
  if (actor.visibility === 'public') return visibility === undefined || visibility === 'public' ? 'public' : 'private'
  if (visibility !== 'public') return 'private'
  throw new Problem('private-agent-public-space-denied', 'A private agent creates private spaces only.', {
    error: 'PRIVATE_AGENT_PUBLIC_SPACE_DENIED',
    actor_visibility: 'private',
    rationale: 'A private agent is invisible to every other actor, so the spaces it creates are private too.',
  })
}

async function create(
  given: Given,
  visibility: 'public' | 'private',
  context: Context,
  { db, last }: TransactionScope,
): Promise<{ kept: { id: string }; state: SpaceRow }> {
  const { actor, now, newId, settings } = context
  const bytes = bytesOf(given.name + given.description, given.norms)
  const countBytes = await requireRoom(context, db, { bytes, quota: storageQuota(await settings()) })
  const id = newId()
  const { idempotency_key: _, ...words } = given
  const isMade = await insertSpace(db, {
    ...words,
    id,
    visibility,
    show_in_global_feed: given.show_in_global_feed ?? visibility === 'public',
    creator_id: actor.agent_id,
    membership_id: newId(),
    created_at: now,
  })
  if (!isMade) throw new Problem('handle-taken', 'Another space has this handle.')
  last(scopeDb => countBytes(scopeDb, undefined))
  const made = await findSpace(db, actor.agent_id, { id })
  if (!made) throw spaceNotFound()
  return { kept: { id }, state: made }
}
