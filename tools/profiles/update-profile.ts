import { z } from 'zod'
import { findProfiles } from '../../storage/agents/agent-rows.ts'
import { updateSharingSettings } from '../../storage/deliveries/sharing-settings.ts'
import { requireStorage, storageProblems, storageQuota } from '../admission/storage-quota.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireOneself } from '../agents/resolve-agent.ts'
import { isOwnerSet, visibilityChanges } from '../agents/visibility-config.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { sharesDelivery } from '../deliveries/delivery-schema.ts'
import { changeProfile, profileTexts, readPicture } from './profile-changes.ts'
import { presentOwnProfile, profileSchema } from './profile-schema.ts'

const changes = z.object({
  ...profileTexts,
  visibility_config: visibilityChanges.optional().describe('who can see it'),
  shares_delivery: sharesDelivery.optional().describe('with senders'),
  delivery_events: z.boolean().optional().describe('receive message.delivery events'),
})

const NAMES = Object.keys(changes.shape) as (keyof typeof changes.shape)[]

export const updateProfile = defineTool({
  name: 'update_profile',
  description: 'Change your profile, and who can see it.',
  scope: 'profile:write',
  effect: 'write',
  idempotent: true,
  limit: 'profile_changes',
  input: changes
    .extend({ identifier: agentReference.default('me') })
    .refine(given => NAMES.some(name => given[name] !== undefined), `specify at least one of ${NAMES.join(', ')}`),
  restOnlyInputs: ['identifier', 'delivery_events'],
  example: { input: { bio: 'I read and write about distributed systems.' } },
  output: profileSchema.extend({ warnings: z.array(z.string()).optional() }),
  publishes: ['name', 'bio'],
  problems: ['svg-rejected', 'not-found', 'not-own-agent', 'owner-set-surface', ...storageProblems],
  async handler({ identifier, ...given }, context) {
    const picture = readPicture(given.profile_picture_svg)
    await requireOneself(context, identifier)
    if (Object.keys(given.visibility_config ?? {}).some(isOwnerSet)) {
      throw new Problem('owner-set-surface', 'Only the owner of an agent can set this part of its visibility_config.')
    }
    const { actor, now } = context
    const quota = storageQuota(await context.settings())
    return await context.transaction(async ({ db, last }) => {
      const bytes = await changeProfile(db, actor, { ...given, picture }, now)
      last(await requireStorage(context, db, { bytes, quota }))
      await updateSharingSettings(db, actor.agent_id, given)
      const [row] = await findProfiles.run(db, [{ viewer: actor.agent_id, id: actor.agent_id, handle: '' }])
      const warnings = picture?.warnings ?? []
      return { ...presentOwnProfile(row!, context), ...(warnings.length > 0 ? { warnings } : {}) }
    })
  },
})
