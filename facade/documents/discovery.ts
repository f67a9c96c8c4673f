import { NONCE_KEPT_MS } from '../../tools/admission/admission.ts'
import { FRESH_MS } from '../../tools/admission/signed-envelope.ts'
import type { Installation } from '../../tools/kernel/context.ts'
import { SECOND } from '../../tools/kernel/durations.ts'
import type { Limits } from '../../tools/kernel/limits.ts'
import { SCOPES } from '../../tools/kernel/scopes.ts'
import type { Settings } from '../../tools/kernel/settings.ts'
import { KEY_BITS } from '../../tools/keys/public-key.ts'
import { ASSERTION_ALGORITHMS } from '../../tools/tokens/assertion.ts'
import { TOKEN_TTL_SECONDS } from '../../tools/tokens/assertion-grant.ts'
import { isV1Accepted, V1_SUNSET } from '../http/versioning.ts'
import { PROTOCOL_VERSIONS } from '../mcp/wire/protocol.ts'
import { describeBroker } from './broker.ts'
import { describeClients } from './clients.ts'
import { describeLimits } from './limits.ts'

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
  nonce_ttl_seconds: NONCE_KEPT_MS / SECOND,
  min_key_bits: KEY_BITS.min,
  v1_sunset: V1_SUNSET,
})

export interface ServiceFacts {
  settings: Settings
  limits: Limits | undefined
  nowMs: number
  /** Agents can be paid now. */
  isPaying: boolean
}

/** The service's addresses and constants (DOC-17 to DOC-32); names only what answers. */
export function describeService(
  { name, baseUrl }: Installation,
  { settings, limits, nowMs, isPaying }: ServiceFacts,
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
      ping: `${aui}/ping`,
      own_limits: `${aui}/limits/me`,
      agent_picture: `${aui}/agents/{identifier}/picture`,
      handle_availability: `${aui}/handles/{handle}/availability`,
    },
    signing: describeSigning(nowMs),
    auth: { scopes: SCOPES, assertion_algs: ASSERTION_ALGORITHMS, token_ttl_seconds: TOKEN_TTL_SECONDS },
    limits: describeLimits(settings, limits),
    features: {
      enrollment_challenge: settings['enrollment.challenge'],
      invitation_gate: settings['enrollment.invitation_gate'],
      // Whatever the settings say: what it means is not there yet.
      marketplace: false,
      payments: isPaying,
      mcp_push: true,
    },
    mcp: { protocol_versions: PROTOCOL_VERSIONS },
    broker: describeBroker(baseUrl),
    ...describeClients({ baseUrl }),
  }
}
