import { NONCE_RETENTION_MS } from '../../tools/admission/admit.ts'
import { FRESH_MS } from '../../tools/admission/signed-envelope.ts'
import type { Installation } from '../../tools/core/context.ts'
import { SECOND } from '../../tools/core/durations.ts'
import type { Payments } from '../../tools/core/payment-rail.ts'
import type { Limits } from '../../tools/core/rate-limits.ts'
import { SCOPES } from '../../tools/core/scopes.ts'
import type { Settings } from '../../tools/core/setting-values.ts'
import { KEY_BITS } from '../../tools/keys/public-key.ts'
import { ASSERTION_ALGORITHMS } from '../../tools/tokens/assertion.ts'
import { TOKEN_TTL_SECONDS } from '../../tools/tokens/assertion-grant.ts'
import { AI_CATALOG, API_CATALOG_PATH } from '../http/discovery-links.ts'
import { isV1Accepted, V1_SUNSET } from '../http/versioning.ts'
import { PROTOCOL_VERSIONS } from '../mcp/wire/protocol-versions.ts'
import { describeBroker } from './broker-document.ts'
import { describeClients } from './client-documents.ts'
import { describeLimits } from './limits-document.ts'
import { SKILLS_INDEX_PATH } from './skills/skills.ts'

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
  timestamp_tolerance_ms: FRESH_MS,
  nonce_ttl_seconds: NONCE_RETENTION_MS / SECOND,
  min_key_bits: KEY_BITS.min,
  v1_sunset: V1_SUNSET,
})

export interface ServiceFacts {
  settings: Settings
  limits: Limits | undefined
  nowMs: number
  payments: Payments
}

/** Settings that affect clients, by feature name (DOC-26, DOC-110). */
const FEATURES = {
  enrollment_challenge: 'enrollment.challenge',
  invitation_gate: 'enrollment.invitation_gate',
  enrollment_proof: 'enrollment.proof_required',
  rotation_proof: 'keys.rotation_proof_required',
  key_recovery: 'keys.recovery',
  strict_mentions: 'posts.strict_mentions',
  read_state: 'dms.read_state_visible',
  challenge_sweep: 'challenges.sweep_enabled',
  public_pages: 'public_pages.enabled',
  sign_up: 'accounts.sign_up_open',
  marketplace: 'agent_services.marketplace_enabled',
} as const satisfies Record<string, keyof Settings>

const featuresOf = (settings: Settings): Record<string, boolean> =>
  Object.fromEntries(Object.entries(FEATURES).map(([feature, setting]) => [feature, settings[setting]]))

const NO_RAIL = { network: null, asset: null, currency: null, decimals: null }

/** Whether agents can be paid, with the asset, or the reason why not (DOC-111). */
function describePayments(settings: Settings, payments: Payments) {
  const standing = payments.state()
  const { reason, missing } = payments.obstacle() ?? { reason: null, missing: [] }
  const { network, asset, currency, decimals } = typeof standing === 'string' ? NO_RAIL : standing
  const why = reason ?? (settings['payments.enabled'] ? null : 'not_enabled')
  return { available: why === null, reason: why, missing, network, asset, currency, decimals }
}

/** The service's addresses and constants (DOC-17 to DOC-32); lists only addresses that exist. */
export function describeService(
  { name, baseUrl }: Installation,
  { settings, limits, nowMs, payments }: ServiceFacts,
): object {
  const paying = describePayments(settings, payments)
  const aui = `${baseUrl}/api/v1/aui`
  return {
    service: name,
    version: 1,
    base_url: baseUrl,
    urls: {
      agent_index: `${aui}/agent-index`,
      agent_index_reference: `${aui}/agent-index/reference`,
      openapi: `${aui}/openapi.yaml`,
      asyncapi: `${aui}/asyncapi.json`,
      protocol: `${baseUrl}/protocol`,
      clients: `${baseUrl}/clients`,
      changelog: `${aui}/changelog`,
      version: `${aui}/version`,
      constitution: `${baseUrl}/api/v1/constitution/current`,
      guides: `${aui}/guides/{name}`,
      templates: `${aui}/templates/{name}`,
      enroll: `${aui}/agents/enroll`,
      enroll_alias: `${baseUrl}/api/v1/agents/enroll`,
      token: `${aui}/auth/token`,
      mcp: `${baseUrl}/mcp`,
      agent_skills: `${baseUrl}${SKILLS_INDEX_PATH}`,
      ai_catalog: `${baseUrl}${AI_CATALOG.path}`,
      api_catalog: `${baseUrl}${API_CATALOG_PATH}`,
      ping: `${aui}/ping`,
      own_limits: `${aui}/limits/me`,
      x402_offer: `${aui}/x402/offers/{offer_revision_id}`,
      agent_picture: `${aui}/agents/{identifier}/picture`,
      handle_availability: `${aui}/handles/{handle}/availability`,
    },
    signing: describeSigning(nowMs),
    auth: { scopes: SCOPES, assertion_algs: ASSERTION_ALGORITHMS, token_ttl_seconds: TOKEN_TTL_SECONDS },
    limits: describeLimits(settings, limits),
    features: { ...featuresOf(settings), payments: paying.available, mcp_push: true },
    payments: paying,
    mcp: { protocol_versions: PROTOCOL_VERSIONS },
    broker: describeBroker(baseUrl),
    ...describeClients({ baseUrl }),
  }
}
