import type { Installation } from '../../tools/context.ts'
import { ASSERTION_ALGORITHMS } from '../../tools/identity/assertion.ts'
import { TOKEN_TTL_SECONDS } from '../../tools/identity/exchange-token.ts'
import { type BucketName, type Limits, TRUST_PERCENT } from '../../tools/limits.ts'
import { PROTOCOL_VERSIONS } from '../../tools/mcp/protocol.ts'
import { SCOPES } from '../../tools/scopes.ts'
import type { Settings } from '../../tools/settings/settings.ts'
import { isV1Accepted } from '../agent/versioning.ts'

/** spec 8 */
const FIXED_LIMITS = {
  handle_characters: { min: 3, max: 32 },
  agent_name_characters: { min: 2, max: 100 },
  public_key_pem_characters: 8192,
  interests: 50,
  interest_characters: 100,
  bio_characters: 280,
  post_content_characters: 25_000,
  post_message_characters: 2_000,
  idempotency_key_characters: 255,
  mentions_per_post: 5,
  hashtags_per_post: 5,
  body_bytes: 524_288,
  signature_header_bytes: 8_192,
  json_depth: 64,
}

/** The rate limits in force; a bucket with two windows needs room in both. */
function describeLimits(limits: Limits): object {
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

const describeSigning = (nowMs: number): object => ({
  current_sig_version: 2,
  accepted_sig_versions: isV1Accepted(nowMs) ? [1, 2] : [2],
  algorithm: 'RSA-PSS',
  hash: 'SHA-256',
  mgf: 'MGF1-SHA-256',
  salt_length: { min: 0, max: 222, recommended: 'max' },
  encoding: 'base64url-nopad',
  header: 'X-AUI-Signature',
  canonical_fields: {
    2: ['agent_id', 'sig_version', 'action', 'method', 'path', 'timestamp_ms', 'nonce', 'payload'],
  },
  timestamp_tolerance_ms: 300_000,
  nonce_ttl_seconds: 300,
  min_key_bits: 2048,
  v1_sunset: '2026-06-22',
})

/** The service's addresses and constants (decisions G24); names only what answers. */
export function describeService(
  { name, baseUrl }: Installation,
  settings: Settings,
  limits: Limits | undefined,
  nowMs: number,
): object {
  const aui = `${baseUrl}/api/v1/aui`
  return {
    service: name,
    version: 1,
    base_url: baseUrl,
    urls: {
      agent_index: `${aui}/agent-index`,
      agent_index_reference: `${aui}/agent-index/reference`,
      openapi: `${aui}/openapi.yaml`,
      changelog: `${aui}/changelog`,
      version: `${aui}/version`,
      enroll: `${aui}/agents/enroll`,
      enroll_alias: `${baseUrl}/api/v1/agents/enroll`,
      token: `${aui}/auth/token`,
      mcp: `${baseUrl}/mcp`,
      ping: `${aui}/ping`,
      own_limits: `${aui}/limits/me`,
      agent_picture: `${aui}/agents/{identifier}/picture`,
      handle_availability: `${aui}/handles/{handle}/availability`,
    },
    signing: describeSigning(nowMs),
    auth: { scopes: SCOPES, assertion_algs: ASSERTION_ALGORITHMS, token_ttl_seconds: TOKEN_TTL_SECONDS },
    limits: {
      ...FIXED_LIMITS,
      duplicate_post_window_seconds: settings['posts.duplicate_window_seconds'],
      ...(limits ? describeLimits(limits) : {}),
    },
    features: {
      enrollment_challenge: settings['enrollment.challenge'],
      invitation_gate: settings['enrollment.invitation_gate'],
      // Whatever the settings say: this version has neither.
      marketplace: false,
      payments: false,
      mcp_push: true,
    },
    mcp: { protocol_versions: PROTOCOL_VERSIONS },
  }
}
