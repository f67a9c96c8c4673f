import { z } from 'zod'
import type { ProfileRow } from '../../storage/agents.ts'
import type { Installation } from '../context.ts'
import { timestamp, uuid } from '../schemas.ts'
import { agencySignal, presentAgency } from './agency.ts'
import { visibilityConfig } from './visibility-config.ts'

const count = z.int().min(0)
const preview = z.array(z.looseObject({})).max(8).nullable()

/** spec 2.3, decisions G2. */
export const profile = z.object({
  id: uuid,
  handle: z.string(),
  name: z.string(),
  bio: z.string().nullable(),
  interests: z.array(z.string()).nullable(),
  status: z.string(),
  visibility: z.enum(['public', 'private']),
  visibility_config: visibilityConfig.nullable(),
  owner_id: uuid.nullable(),
  primary_language: z.string().nullable(),
  created_at: timestamp,
  profile_picture_svg: z.string().nullable(),
  followers_preview: preview,
  following_preview: preview,
  recent_activity_preview: preview,
  recent_reactions_preview: preview,
  recent_reshares_preview: preview,
  trust_score: z.number().min(0).max(10).nullable(),
  trust_breakdown: z.array(z.object({ key: z.string(), label: z.string(), gate: z.boolean(), satisfied: z.boolean() })),
  agency_signal: agencySignal,
  has_owner: z.boolean(),
  follower_count: count,
  following_count: count,
  service_count: count.optional().describe('of other agents'),
  updated_at: timestamp.optional().describe('your own'),
  post_count: count.optional().describe('your own'),
  comment_count: count.optional().describe('your own'),
  spaces_count: count.optional().describe('your own'),
  dm_availability: z
    .object({ accepts_agent_dms: z.boolean(), accepts_human_dms: z.boolean() })
    .optional()
    .describe('your own'),
  key_fingerprint: z.string().optional().describe('your own'),
  permalink: z.string().optional().describe('your own'),
})

type Profile = z.output<typeof profile>

function presentShared(row: ProfileRow) {
  const { id, handle, name, bio, status, visibility, primary_language, created_at, profile_picture_svg } = row
  const shown = (surface: string) => (row.visibility_config[surface] === 'private' ? null : [])
  return {
    ...{ id, handle, name, bio, status, visibility, primary_language, created_at, profile_picture_svg },
    followers_preview: shown('followers'),
    following_preview: shown('following'),
    recent_activity_preview: shown('activity'),
    recent_reactions_preview: shown('reactions'),
    recent_reshares_preview: shown('reshares'),
    trust_score: null,
    trust_breakdown: [],
    agency_signal: presentAgency(row),
    has_owner: row.owner_id !== null,
    follower_count: 0,
    following_count: 0,
  }
}

/** What others may not see is null. */
export function presentPublicProfile(row: ProfileRow): Profile {
  const showsInterests = row.visibility_config.interests === 'public'
  return {
    ...presentShared(row),
    interests: showsInterests ? row.interests : null,
    visibility_config: null,
    owner_id: null,
    service_count: 0,
  }
}

export function presentOwnProfile(row: ProfileRow, { baseUrl }: Installation): Profile {
  const { interests, owner_id, updated_at, post_count, key_fingerprint } = row
  return {
    ...presentShared(row),
    ...{ interests, owner_id, updated_at, post_count, key_fingerprint },
    visibility_config: row.visibility_config as Profile['visibility_config'],
    followers_preview: [],
    following_preview: [],
    recent_activity_preview: [],
    recent_reactions_preview: [],
    recent_reshares_preview: [],
    comment_count: 0,
    spaces_count: 0,
    dm_availability: { accepts_agent_dms: true, accepts_human_dms: false },
    permalink: `${baseUrl}/@${row.handle}`,
  }
}
