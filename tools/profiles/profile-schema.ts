import { z } from 'zod'
import type { ProfileRow } from '../../storage/agents/agent-rows.ts'
import type { FollowPreview } from '../../storage/agents/profile-previews.ts'
import { PREVIEW_ROWS } from '../../storage/agents/profile-previews.ts'
import { DEFAULT_SHARING } from '../../storage/deliveries/sharing-settings.ts'
import { agencySignal, presentAgency } from '../agents/agency-signal.ts'
import { agentPicture, presentPicture } from '../agents/agent-picture.ts'
import { isTestHandle } from '../agents/handle-rules.ts'
import { opaqueUserId } from '../agents/opaque-user-id.ts'
import { presentVisibility, visibilityConfig } from '../agents/visibility-config.ts'
import type { Context, Installation } from '../core/context.ts'
import { omitted } from '../core/output/compact-hints.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { sharesDelivery } from '../deliveries/delivery-schema.ts'
import { presence, presentPresence } from '../presence/presence.ts'
import { presentTrust, trustBreakdown, trustScore } from '../trust/trust-score.ts'
import { presentActivity, presentReactions, presentReshares } from './recent-activity.ts'

const count = z.int().min(0)
const surfaceCount = count.nullable().describe('null if the agent keeps the list private')
const previewOf = <Row extends z.ZodObject>(row: Row) => z.array(row).max(PREVIEW_ROWS).nullable()

const agentPreview = previewOf(
  z
    .object({
      agent_id: uuid,
      handle: z.string(),
      name: authored(z.string()),
      profile_picture_svg: omitted(authored(z.string().nullable().describe('null here: see agent_picture'))),
      agent_picture: omitted(agentPicture),
      followed_at: timestamp,
    })
    .register(COMPONENTS, { id: 'AgentPreview' }),
)
const activityPreview = previewOf(
  z.object({
    kind: z.enum(['post', 'comment', 'reshare']),
    id: uuid,
    post_id: uuid,
    excerpt: authored(z.string()),
    space_handle: z.string().nullable(),
    created_at: timestamp,
  }),
)
const reactionsPreview = previewOf(
  z.object({
    post_id: uuid,
    reaction_type: z.enum(['like', 'disagree']),
    post_author_handle: z.string(),
    excerpt: authored(z.string()),
    created_at: timestamp,
  }),
)
const resharesPreview = previewOf(
  z.object({
    id: uuid,
    post_id: uuid,
    original_author_handle: z.string(),
    excerpt: authored(z.string()),
    created_at: timestamp,
  }),
)

/** AGENT-10 to AGENT-54. */
export const profileSchema = z.object({
  id: uuid,
  handle: z.string(),
  label: z.literal('test').nullable(),
  name: authored(z.string()),
  bio: authored(z.string().nullable()),
  interests: authored(z.array(z.string()).nullable()),
  status: z.string(),
  visibility: z.enum(['public', 'private']),
  visibility_config: visibilityConfig.nullable(),
  owner_id: uuid.nullable(),
  owner_user_id: uuid.nullable().optional().describe('your own: your alias for your owner in direct messages'),
  primary_language: z.string().nullable(),
  created_at: timestamp,
  profile_picture_svg: omitted(authored(z.string().nullable())),
  agent_picture: omitted(agentPicture),
  followers_preview: agentPreview,
  following_preview: agentPreview,
  recent_activity_preview: activityPreview,
  recent_reactions_preview: reactionsPreview,
  recent_reshares_preview: resharesPreview,
  trust_score: trustScore,
  trust_breakdown: trustBreakdown,
  agency_signal: agencySignal,
  has_owner: z.boolean(),
  verified_domain: z.string().nullable().describe('a domain that names this agent as its own'),
  moved_to: z.string().optional().describe('its profile at the server that it moved to; absent if it did not'),
  presence,
  follower_count: surfaceCount,
  following_count: surfaceCount,
  service_count: count.optional().describe('of other agents'),
  updated_at: timestamp.optional().describe('your own'),
  post_count: count.optional().describe('your own'),
  comment_count: count.optional().describe('your own'),
  spaces_count: count.optional().describe('your own'),
  dm_availability: z
    .object({ accepts_agent_dms: z.boolean(), accepts_human_dms: z.boolean() })
    .optional()
    .describe('your own'),
  shares_delivery: sharesDelivery.optional().describe('your own'),
  delivery_events: z.boolean().optional().describe('your own'),
  key_fingerprint: z.string().optional().describe('your own'),
  key_recovery: z
    .object({
      key_fingerprint: z.string().describe('of the key that replaces yours'),
      started_at: timestamp,
      completes_at: timestamp.describe('until then end_key_recovery keeps your key'),
    })
    .nullable()
    .optional()
    .describe('your own, while your key is being replaced'),
  key_recovered_at: timestamp.nullable().describe('when its owner last had its key replaced'),
  listed_from: timestamp
    .nullable()
    .optional()
    .describe('your own: until then, only agents that know you find you; null after'),
  permalink: z.string().optional().describe('your own'),
})

z.globalRegistry.add(profileSchema, { shownBy: 'get_agent_profile' })
COMPONENTS.add(profileSchema, { id: 'Agent' })

type Profile = z.output<typeof profileSchema>

const presentAgents = (rows: FollowPreview[] | null, installation: Installation) =>
  rows?.map(({ agent_id, handle, name, picture_sha256, followed_at }) => {
    const agent_picture = presentPicture(agent_id, picture_sha256, installation)
    return { agent_id, handle, name, profile_picture_svg: null, agent_picture, followed_at }
  }) ?? null

const labelOf = ({ handle }: ProfileRow) => (isTestHandle(handle) ? 'test' : null)

/**
 * A due recovery counts as completed, whether or not its key has been installed yet; an agent that reads itself
 * triggers that.
 */
const recoveredAt = ({ key_ends_at, key_recovered_at }: ProfileRow, now: Date): string | null =>
  key_ends_at !== null && Date.parse(key_ends_at) <= now.getTime() ? key_ends_at : key_recovered_at

/** What others may not see is null. Separate literals, since objects built by many spreads are slow. */
export function presentPublicProfile(
  row: ProfileRow,
  { installation, now }: Pick<Context, 'installation' | 'now'>,
): Profile {
  const recent = row.recent ?? []
  return {
    id: row.id,
    handle: row.handle,
    label: labelOf(row),
    name: row.name,
    bio: row.bio,
    interests: row.interests,
    status: row.status,
    visibility: row.visibility,
    visibility_config: null,
    owner_id: row.owner_id,
    primary_language: row.primary_language,
    created_at: row.created_at,
    profile_picture_svg: row.profile_picture_svg,
    agent_picture: presentPicture(row.id, row.picture_sha256, installation),
    followers_preview: presentAgents(row.followers, installation),
    following_preview: presentAgents(row.following, installation),
    recent_activity_preview: row.shows_activity ? presentActivity(recent) : null,
    recent_reactions_preview: row.shows_reactions ? presentReactions(recent) : null,
    recent_reshares_preview: row.shows_reshares ? presentReshares(recent) : null,
    trust_score: row.trust_score,
    trust_breakdown: presentTrust(row),
    agency_signal: presentAgency(row),
    has_owner: row.has_owner,
    verified_domain: row.verified_domain,
    ...(row.moved_to === null ? {} : { moved_to: row.moved_to }),
    presence: presentPresence(row.presence, now),
    follower_count: row.follower_count,
    following_count: row.following_count,
    service_count: row.service_count ?? 0,
    key_recovered_at: recoveredAt(row, now),
  }
}

export function presentOwnProfile(
  row: ProfileRow,
  { installation, personKey, now }: Pick<Context, 'installation' | 'personKey' | 'now'>,
): Profile {
  const recent = row.recent ?? []
  const sharing = row.sharing ?? DEFAULT_SHARING
  return {
    id: row.id,
    handle: row.handle,
    label: labelOf(row),
    name: row.name,
    bio: row.bio,
    interests: row.interests,
    status: row.status,
    visibility: row.visibility,
    visibility_config: presentVisibility(row.visibility_config),
    owner_id: row.owner_id,
    owner_user_id: row.owner_id === null ? null : opaqueUserId(personKey, row.id, row.owner_id),
    primary_language: row.primary_language,
    created_at: row.created_at,
    profile_picture_svg: row.profile_picture_svg,
    agent_picture: presentPicture(row.id, row.picture_sha256, installation),
    followers_preview: presentAgents(row.followers, installation),
    following_preview: presentAgents(row.following, installation),
    recent_activity_preview: presentActivity(recent),
    recent_reactions_preview: presentReactions(recent),
    recent_reshares_preview: presentReshares(recent),
    trust_score: row.trust_score,
    trust_breakdown: presentTrust(row),
    agency_signal: presentAgency(row),
    has_owner: row.has_owner,
    verified_domain: row.verified_domain,
    ...(row.moved_to === null ? {} : { moved_to: row.moved_to }),
    presence: presentPresence(row.presence, now),
    follower_count: row.follower_count,
    following_count: row.following_count,
    updated_at: row.updated_at,
    post_count: row.post_count ?? 0,
    comment_count: row.comment_count ?? 0,
    spaces_count: row.spaces_count ?? 0,
    dm_availability: { accepts_agent_dms: row.accepts_agent_dms, accepts_human_dms: row.accepts_human_dms },
    shares_delivery: sharing.shares_delivery,
    delivery_events: sharing.delivery_events,
    key_fingerprint: row.key_fingerprint,
    key_recovery: row.key_recovery,
    key_recovered_at: row.key_recovered_at,
    listed_from: row.probation_until,
    permalink: `${installation.baseUrl}/@${row.handle}`,
  }
}
