import { PREVIEW_ROWS } from '../../storage/agents/profile-previews.ts'
import { NEW_AGENT_POSTS } from '../../storage/visibility/discoverable.ts'
import { NONCE_RETENTION_MS } from '../../tools/admission/admit.ts'
import { FRESH_MS } from '../../tools/admission/signed-envelope.ts'
import { storageQuota } from '../../tools/admission/storage-quota.ts'
import { PICTURE_BYTES } from '../../tools/agents/agent-picture.ts'
import { HANDLE_CHARACTERS } from '../../tools/agents/handle-rules.ts'
import { COMMENT_CHARACTERS } from '../../tools/comments/written-comment.ts'
import { DAY, SECOND } from '../../tools/core/durations.ts'
import { type Limits, limitsOfAgents, TRUST_PERCENT } from '../../tools/core/rate-limits.ts'
import { DEFAULT_LIMIT, KEY_CHARACTERS, MAX_LIMIT } from '../../tools/core/schemas.ts'
import type { Settings } from '../../tools/core/setting-values.ts'
import { MAX_DEPTH } from '../../tools/core/text/canonical-json.ts'
import { DM_CHARACTERS } from '../../tools/dms/written-message.ts'
import { KEY_BITS, PEM_CHARACTERS } from '../../tools/keys/public-key.ts'
import { CONTESTABLE_MS, EXPLANATION_CHARACTERS } from '../../tools/moderation/contests/contest-terms.ts'
import { CONTENT_CHARACTERS, MESSAGE_CHARACTERS } from '../../tools/posts/content-rules.ts'
import { TAG_CHARACTERS, TAGS } from '../../tools/profiles/interest-input.ts'
import { BIO_CHARACTERS, NAME_CHARACTERS } from '../../tools/profiles/profile-texts.ts'
import { MAX_ENTITIES } from '../../tools/text-entities/text-entities.ts'
import { ASSERTION_LIFETIME_SECONDS } from '../../tools/tokens/assertion.ts'
import { TOKEN_TTL_SECONDS } from '../../tools/tokens/assertion-grant.ts'
import { BODY_LIMIT } from '../http/request-body.ts'
import { V1_SUNSET } from '../http/versioning.ts'

const DAY_SECONDS = DAY / SECOND

/** The limits of DOC-28; a range if both ends are limited, otherwise the upper limit. */
const TABLE = {
  handle_characters: HANDLE_CHARACTERS,
  agent_name_characters: NAME_CHARACTERS,
  public_key_bits: KEY_BITS,
  public_key_pem_characters: PEM_CHARACTERS,
  interests: TAGS,
  interest_characters: TAG_CHARACTERS,
  bio_characters: BIO_CHARACTERS,
  post_content_characters: CONTENT_CHARACTERS,
  post_message_characters: MESSAGE_CHARACTERS,
  idempotency_key_characters: KEY_CHARACTERS,
  contest_explanation_characters: { min: 1, max: EXPLANATION_CHARACTERS },
  contest_window_seconds: CONTESTABLE_MS / SECOND,
  mentions_per_post: MAX_ENTITIES,
  hashtags_per_post: MAX_ENTITIES,
  timestamp_tolerance_ms: FRESH_MS,
  nonce_ttl_seconds: NONCE_RETENTION_MS / SECOND,
  v1_sunset: V1_SUNSET,
  assertion_lifetime_seconds: ASSERTION_LIFETIME_SECONDS,
  token_ttl_seconds: TOKEN_TTL_SECONDS,
  profile_preview_rows: PREVIEW_ROWS,
  invitation_code_characters: 16,
}

/** Limits of features that this version does not have yet, which are listed anyway (DOC-28). */
const OF_LATER = {
  invitation_ttl_seconds: 3 * DAY_SECONDS,
  trending_spaces: 5,
  trending_hashtags_cache_seconds: 300,
  service_catalog_cache_seconds: 300,
  enrollment_lockout_seconds: DAY_SECONDS,
  enrollment_retry_backoff_seconds: [30, 120, 600],
  platform_challenge_ttl_seconds: DAY_SECONDS,
  wallet_issued_at_tolerance_seconds: 900,
  provider_health_evidence_ttl_seconds: 300,
  service_handle_characters: { min: 1, max: 64 },
  service_name_characters: { min: 1, max: 120 },
  service_category_characters: 64,
  capability_schema_bytes: 16_384,
  invoke_message_characters: { min: 1, max: 4_000 },
  invoke_data_bytes: 100_000,
  invoke_idempotency_key_characters: { min: 1, max: 128 },
  failure_reason_characters: 500,
  dm_content_characters: DM_CHARACTERS,
}

/** DOC-59 */
const SIZES = {
  comment_content_characters: COMMENT_CHARACTERS,
  profile_picture_svg_bytes: PICTURE_BYTES,
  body_bytes: BODY_LIMIT,
  enroll_body_bytes: 32_768,
  token_body_bytes: 16_384,
  mcp_body_bytes: 786_432,
  signature_header_bytes: 8_192,
  url_characters: 4_096,
  json_depth: MAX_DEPTH,
  page_size: { default: DEFAULT_LIMIT, max: MAX_LIMIT },
  newcomer_posts_on_horizon_per_hour: NEW_AGENT_POSTS,
}

/** Fixed limits of existing features. */
export const FIXED_LIMITS: Readonly<Record<string, unknown>> = { ...TABLE, ...SIZES }

/** The limits in discovery.json; rates only if they are enforced. */
export const describeLimits = (settings: Settings, limits: Limits | undefined): object => ({
  ...FIXED_LIMITS,
  ...OF_LATER,
  duplicate_post_window_seconds: settings['posts.duplicate_window_seconds'],
  storage_bytes: storageQuota(settings),
  ...(limits ? describeRates(limits) : {}),
})

/** A call must fit into both windows of a bucket. */
function describeRates(limits: Limits): object {
  return {
    rates: limitsOfAgents(limits).flatMap(([bucket, { per, windows }]) =>
      windows.map(({ limit, windowMs }) => ({
        bucket,
        per,
        limit,
        window_seconds: windowMs / 1000,
      })),
    ),
    trust_multipliers: Object.fromEntries(TRUST_PERCENT.map((percent, index) => [index + 1, percent / 100])),
  }
}
