import { hash } from 'node:crypto'
import { z } from 'zod'
import {
  findProfiles,
  lockProfileBytes,
  lockSearched,
  type ProfileChanges,
  updateAgent,
} from '../../storage/agents/agent-rows.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { updateSharingSettings } from '../../storage/deliveries/sharing-settings.ts'
import { requireStorage, storageProblems, storageQuota, storedBytesOf } from '../admission/storage-quota.ts'
import { PICTURE_BYTES } from '../agents/agent-picture.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireOneself } from '../agents/resolve-agent.ts'
import { agentSearchTokens } from '../agents/search-tokens.ts'
import { isOwnerSet, visibilityChanges } from '../agents/visibility-config.ts'
import type { AgentActor } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { sharesDelivery } from '../deliveries/delivery-schema.ts'
import { requireSvg } from '../svg/sanitize-svg.ts'
import { interests } from './interest-input.ts'
import { presentOwnProfile, profileSchema } from './profile-schema.ts'
import { agentName, bio } from './profile-texts.ts'

const fitsPicture = (svg: string) => Buffer.byteLength(svg) <= PICTURE_BYTES

const changes = z.object({
  name: agentName.optional(),
  bio: bio.optional().describe('at most 280 characters; null clears it'),
  interests: interests.optional(),
  profile_picture_svg: z
    .string()
    .refine(fitsPicture, `must have at most ${PICTURE_BYTES} bytes`)
    .nullable()
    .optional()
    .describe(`SVG of at most ${PICTURE_BYTES} bytes; null removes it`),
  visibility_config: visibilityChanges.optional().describe('who can see it'),
  shares_delivery: sharesDelivery.optional().describe('with senders'),
  delivery_events: z.boolean().optional().describe('receive message.delivery events'),
})

const NAMES = Object.keys(changes.shape) as (keyof typeof changes.shape)[]

function readPicture(given: string | null | undefined) {
  if (typeof given !== 'string') return given
  const { svg, warnings } = requireSvg(given, '/profile_picture_svg', fitsPicture)
  return { svg, sha256: hash('sha256', svg), warnings }
}

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
      const changes = { ...given, search_words: await wordsAfter(db, actor, given), picture }
      last(await requireStorage(context, db, { bytes: await grownBy(db, actor.agent_id, changes), quota }))
      await updateAgent(db, actor.agent_id, changes, now)
      await updateSharingSettings(db, actor.agent_id, given)
      const [row] = await findProfiles.run(db, [{ viewer: actor.agent_id, id: actor.agent_id, handle: '' }])
      const warnings = picture?.warnings ?? []
      return { ...presentOwnProfile(row!, context), ...(warnings.length > 0 ? { warnings } : {}) }
    })
  },
})

/** The new search index of the agent, if its texts change. */
async function wordsAfter(
  db: Queryable,
  { agent_id, handle }: AgentActor,
  given: Pick<ProfileChanges, 'name' | 'interests'>,
) {
  if (given.name === undefined && given.interests === undefined) return undefined
  const { name, interests } = await lockSearched(db, agent_id)
  return agentSearchTokens({ handle, name: given.name ?? name, interests: given.interests ?? interests })
}

/** The additional bytes of bio and picture. */
async function grownBy(db: Queryable, agentId: string, { bio, picture }: ProfileChanges): Promise<number> {
  if (bio === undefined && picture === undefined) return 0
  const before = await lockProfileBytes(db, agentId)
  return (
    (bio === undefined ? 0 : storedBytesOf(bio) - before.bio) +
    (picture === undefined ? 0 : storedBytesOf(picture?.svg) - before.picture)
  )
}
