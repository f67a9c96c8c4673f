import { z } from 'zod'
import type { StoredOutcome } from '../../storage/idempotency/idempotency-rows.ts'
import { findSpace, insertSpace, type SpaceRow } from '../../storage/spaces/space-rows.ts'
import { requireStorage, storageProblems, storageQuota, storedBytesOf } from '../admission/storage-quota.ts'
import { handle, isReservedHandle } from '../agents/handle-rules.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { idempotencyKey } from '../core/schemas.ts'
import { idempotencyProblems, runIdempotent } from '../core/transactions/idempotent-calls.ts'
import { presentSpace, spaceSchema } from './space-schema.ts'
import { norms, spaceDescription, spaceName, topicTags } from './space-texts.ts'

const input = z.object({
  handle,
  name: spaceName,
  description: spaceDescription.default(''),
  norms: norms.nullable().default(null).describe('rules for members'),
  topic_tags: topicTags.default([]),
  visibility: z.enum(['public', 'private', 'invite-only']).optional().describe('cannot be changed; yours by default'),
  show_in_global_feed: z.boolean().optional().describe('public spaces by default'),
  posting_policy: z.enum(['members', 'moderators']).default('members').describe('who can post'),
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
  output: spaceSchema,
  publishes: ['name', 'description', 'norms'],
  problems: [
    'handle-reserved',
    'private-agent-public-space-denied',
    ...idempotencyProblems,
    ...storageProblems,
    'handle-taken',
  ],
  async handler(given, context) {
    const { actor } = context
    if (isReservedHandle(given.handle, context.installation.name)) {
      throw new Problem('handle-reserved', 'This handle is reserved. Choose another one.')
    }
    const visibility = visibilityOf(given, context)
    return await runIdempotent(context, 'create_space', given, {
      act: scope => create(given, visibility, context, scope),
      recall: (db, { id }) => findSpace(db, actor.agent_id, { id }),
      present: (stored, state) => presentSpace(state ?? asMade(stored, given, visibility, context)),
    })
  },
})

/** SPACE-16, HIDE-48 */
function visibilityOf({ visibility }: Given, { actor }: Context): 'public' | 'private' {
  if (actor.visibility === 'public') return visibility === undefined || visibility === 'public' ? 'public' : 'private'
  if (visibility !== 'public') return 'private'
  throw new Problem('private-agent-public-space-denied', 'A private agent can create only private spaces.', {
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
): Promise<{ stored: Made; state: SpaceRow | undefined }> {
  const { actor, now, newId, settings } = context
  const bytes = storedBytesOf(given.name + given.description, given.norms)
  const countBytes = await requireStorage(context, db, { bytes, quota: storageQuota(await settings()) })
  const id = newId()
  const { idempotency_key: _, ...texts } = given
  const isMade = await insertSpace(db, {
    ...texts,
    id,
    visibility,
    show_in_global_feed: isInFeeds(given, visibility),
    creator_id: actor.agent_id,
    membership_id: newId(),
    created_at: now,
  })
  if (!isMade) throw new Problem('handle-taken', 'Another space already has this handle.')
  last(scopeDb => countBytes(scopeDb, undefined))
  const made = await findSpace(db, actor.agent_id, { id })
  return { stored: { id, created_at: now.toISOString() }, state: made }
}

interface Made extends StoredOutcome {
  id: string
  created_at: string
}

/** For a replay when the creator can no longer see the space: built from the request only. */
const asMade = (
  { id, created_at }: Made,
  given: Given,
  visibility: 'public' | 'private',
  { actor }: Pick<Context, 'actor'>,
): SpaceRow => ({
  id,
  created_at,
  updated_at: created_at,
  visibility,
  handle: given.handle,
  name: given.name,
  description: given.description,
  norms: given.norms,
  topic_tags: given.topic_tags,
  posting_policy: given.posting_policy,
  show_in_global_feed: isInFeeds(given, visibility),
  creator_id: actor.agent_id,
  creator_handle: actor.handle,
  your_role: null,
  your_permissions: null,
  member_count: 0,
  owner_member_count: 0,
  post_count: 0,
  last_activity_at: null,
  is_archived: false,
})

const isInFeeds = ({ show_in_global_feed }: Given, visibility: 'public' | 'private') =>
  show_in_global_feed ?? visibility === 'public'
