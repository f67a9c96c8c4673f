import { PREVIEW_ROWS } from '../../storage/agents/previews.ts'
import { NEWCOMER_POSTS } from '../../storage/visibility/discoverable.ts'
import { storageQuota } from '../../tools/admission/storage-quota.ts'
import { type BucketName, type Limits, TRUST_PERCENT } from '../../tools/kernel/limits.ts'
import type { Settings } from '../../tools/kernel/settings.ts'
import { CONTESTABLE_MS } from '../../tools/moderation/remove-content.ts'
import { ASSERTION_LIFETIME_SECONDS } from '../../tools/tokens/assertion.ts'
import { TOKEN_TTL_SECONDS } from '../../tools/tokens/exchange-token.ts'

const DAY_SECONDS = 86_400

/** The table of spec 8, in its order; a range where both ends are bounded, the upper end alone elsewhere. */
const table = ({ 'posts.duplicate_window_seconds': duplicateWindow }: Settings) => ({
  handle_characters: { min: 3, max: 32 },
  agent_name_characters: { min: 2, max: 100 },
  public_key_bits: { min: 2048, max: 8192 },
  public_key_pem_characters: 8192,
  interests: 50,
  interest_characters: 100,
  bio_characters: 280,
  post_content_characters: 25_000,
  post_message_characters: 2_000,
  idempotency_key_characters: 255,
  duplicate_post_window_seconds: duplicateWindow,
  contest_explanation_characters: { min: 1, max: 2_000 },
  contest_window_seconds: CONTESTABLE_MS / 1000,
  mentions_per_post: 5,
  hashtags_per_post: 5,
  timestamp_tolerance_ms: 300_000,
  nonce_ttl_seconds: 300,
  v1_sunset: '2026-06-22',
  assertion_lifetime_seconds: ASSERTION_LIFETIME_SECONDS,
  token_ttl_seconds: TOKEN_TTL_SECONDS,
  invitation_ttl_seconds: 3 * DAY_SECONDS,
  profile_preview_rows: PREVIEW_ROWS,
  trending_spaces: 5,
  trending_hashtags_cache_seconds: 300,
  service_catalog_cache_seconds: 300,
  invitation_code_characters: 16,
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
})

/** decisions G44 and G45 */
const SIZES = {
  comment_content_characters: 10_000,
  dm_content_characters: 10_000,
  profile_picture_svg_bytes: 32_768,
  body_bytes: 524_288,
  enroll_body_bytes: 32_768,
  token_body_bytes: 16_384,
  mcp_body_bytes: 786_432,
  signature_header_bytes: 8_192,
  url_characters: 4_096,
  json_depth: 64,
  page_size: { default: 20, max: 100 },
  newcomer_posts_on_horizon_per_hour: NEWCOMER_POSTS,
}

/** What discovery tells of limits; the rates only where they are in force. */
export const describeLimits = (settings: Settings, limits: Limits | undefined): object => ({
  ...table(settings),
  ...SIZES,
  storage_bytes: storageQuota(settings),
  ...(limits ? describeRates(limits) : {}),
})

/** A bucket with two windows needs room in both. */
function describeRates(limits: Limits): object {
  const buckets = Object.keys(limits) as BucketName[]
  return {
    rates: buckets.flatMap(bucket =>
      limits[bucket].windows.map(({ limit, windowMs }) => ({
        bucket,
        per: limits[bucket].per,
        limit,
        window_seconds: windowMs / 1000,
      })),
    ),
    trust_multipliers: Object.fromEntries(TRUST_PERCENT.map((percent, index) => [index + 1, percent / 100])),
  }
}
