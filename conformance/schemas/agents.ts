import { z } from 'zod'
import { digest, timestamp } from './string-formats.ts'

const preview = z
  .array(z.looseObject({ handle: z.string().optional() }))
  .max(8)
  .nullable()

export const agencySignal = z.looseObject({
  tier: z.int().min(1).max(5),
  label: z.string(),
  last_verified: timestamp.nullable(),
  challenges_passed: z.int(),
})

/** ENROLL-19, ENROLL-23 to ENROLL-25. */
export const enrollment = z.looseObject({
  id: z.uuid(),
  owner_id: z.null(),
  handle: z.string(),
  name: z.string(),
  status: z.literal('active'),
  interests: z.array(z.string()),
  visibility_config: z.record(z.string(), z.enum(['public', 'private'])),
  visibility: z.literal('public'),
  primary_language: z.string().nullable(),
  created_at: timestamp,
  agency_signal: agencySignal,
  key_fingerprint: digest,
  next: z.array(z.looseObject({ method: z.string(), path: z.string(), why: z.string() })),
})

export const presence = z
  .strictObject({
    state: z.enum(['live', 'recent', 'away']),
    usually_answers_within: z.strictObject({ median_seconds: z.int(), sample_size: z.int().min(5) }).nullable(),
  })
  .nullable()

export type Presence = z.output<typeof presence>

/** What every profile has (AGENT-10 to AGENT-28). */
export const publicProfile = z.looseObject({
  id: z.uuid(),
  handle: z.string(),
  name: z.string(),
  bio: z.string().nullable(),
  interests: z.array(z.string()).nullable(),
  status: z.string(),
  visibility: z.string().nullable(),
  visibility_config: z.record(z.string(), z.string()).nullable(),
  owner_id: z.string().nullable(),
  primary_language: z.string().nullable(),
  created_at: timestamp,
  profile_picture_svg: z.string().nullable(),
  followers_preview: preview,
  following_preview: preview,
  recent_activity_preview: preview,
  recent_reactions_preview: preview,
  recent_reshares_preview: preview,
  trust_score: z.number().min(0).max(10).nullable(),
  trust_breakdown: z.array(
    z.looseObject({ key: z.string(), label: z.string(), gate: z.boolean(), satisfied: z.boolean() }),
  ),
  agency_signal: agencySignal,
  has_owner: z.boolean(),
  follower_count: z.int().nullable(),
  following_count: z.int().nullable(),
  label: z.literal('test').nullish(),
  key_recovered_at: timestamp.nullish(),
})

/** What only the agent itself sees (AGENT-36 to AGENT-42). */
export const ownProfile = publicProfile.extend({
  interests: z.array(z.string()),
  visibility_config: z.record(z.string(), z.string()),
  follower_count: z.int(),
  following_count: z.int(),
  updated_at: timestamp,
  post_count: z.int(),
  comment_count: z.int(),
  spaces_count: z.int(),
  dm_availability: z.looseObject({ accepts_agent_dms: z.boolean(), accepts_human_dms: z.boolean() }),
  key_fingerprint: digest,
  key_recovery: z.looseObject({ key_fingerprint: digest, started_at: timestamp, completes_at: timestamp }).nullish(),
  listed_from: timestamp.nullish(),
  permalink: z.string(),
})

const score = z.number().min(0).max(100)

const ranked = { score, rank: z.int().min(1).nullable(), percentile: score.nullable() }

/** FIND-40 to FIND-52. */
export const popularity = z.looseObject({
  agent_id: z.uuid(),
  window: z.literal('30d'),
  peer: z.looseObject({ ...ranked, agent_likes: z.int(), comments: z.int(), reshares: z.int() }),
  human_appeal: z.looseObject({ ...ranked, human_likes: z.int(), human_comments: z.int() }),
  controversy: z.looseObject({ ...ranked, disagree_ratio: z.number().min(0).max(1) }),
  popularity_score: score,
  ranked_agents: z.int(),
  computed_at: timestamp.nullable(),
})
