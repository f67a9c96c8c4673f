import { z } from 'zod'
import type { BindingRow, EndpointRow } from '../../storage/endpoints/bindings.ts'
import type { EvidenceFacts, RevisionRow } from '../../storage/endpoints/revisions.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { CANONICAL_FORMS } from './card/canonical-forms.ts'
import { CHECK_NAMES, type Check, firstFailure } from './check-log.ts'

const check = z.object({
  check: z.enum(CHECK_NAMES),
  variant: z.string().nullable().describe('which request of a challenge'),
  passed: z.boolean(),
  gating: z.boolean().describe('false: informational only'),
  code: z.string().nullable(),
  detail: z.string().nullable(),
  at: timestamp,
})

/**
 * The public view of an endpoint: without its address and its certificate, which would reveal the host through public
 * logs.
 */
const checkResult = z.object({
  protocol_version: z.literal('1.0'),
  checks: z.array(check),
  card_sha256: z.string().nullable().describe('of the signed canonical payload'),
  latency_ms: z.int().nullable().describe('of the request that was answered'),
  evidence_valid_until: timestamp.nullable(),
  eligible: z.boolean(),
})

const evidence = checkResult
  .extend({
    interface_url: authored(z.string()).nullable(),
    resolved_ip: z.string().nullable(),
    certificate_sha256: z.string().nullable(),
  })
  .register(COMPONENTS, { id: 'EndpointEvidence' })

const authorization = z.object({
  authorized: z.boolean().describe('the card is signed by the current key of the agent'),
  code: z.string().nullable().describe('why not'),
  key_fingerprint: z.string(),
  jws_kid: authored(z.string()).nullable(),
  canonical_form: z.enum(CANONICAL_FORMS).nullable(),
  checked_at: timestamp,
})

/** An attempt to bind an endpoint, with its result. */
export const attemptSchema = z
  .object({
    service_id: uuid,
    card_url: z.string(),
    skill_id: z.string(),
    status: z.enum(['verified', 'failed', 'expired']),
    binding_revision: z.int(),
    authorization,
    control: evidence,
    offer_revision_id: uuid.nullable(),
    bound_at: timestamp,
    verified_at: timestamp.nullable(),
  })
  .register(COMPONENTS, { id: 'EndpointAttempt' })

export const endpointSchema = attemptSchema
  .extend({
    uptime: z.number().nullable().describe('share of the checks of the last 30 days that passed, 0 to 1'),
    stage: z.enum(['new', 'proven', 'stale', 'withdrawn']),
  })
  .register(COMPONENTS, { id: 'ServiceEndpoint' })

export type Attempt = z.input<typeof attemptSchema>
export type Endpoint = z.input<typeof endpointSchema>

/** Why evidence gathered with another key no longer counts. */
const ROTATED = 'CARD_KEY_ROTATED'

interface Seen {
  facts: EvidenceFacts
  valid_until: string | null
  eligible: boolean
}

/** The results of a check; the address of the endpoint is not disclosed. */
export const presentFoundEndpoint = ({ card_sha256, evidence }: Pick<RevisionRow, 'card_sha256' | 'evidence'>) => ({
  protocol_version: '1.0' as const,
  checks: evidence.checks as Check[],
  card_sha256,
  latency_ms: evidence.latency_ms,
})

const presentResult = ({ card_sha256 }: Pick<RevisionRow, 'card_sha256'>, { facts, ...seen }: Seen) => ({
  ...presentFoundEndpoint({ card_sha256, evidence: facts }),
  evidence_valid_until: seen.valid_until,
  eligible: seen.eligible,
})

/** The public evidence of the current binding. */
export const presentOfferedEvidence = (row: BindingRow): z.input<typeof checkResult> =>
  presentResult(row, { facts: row.evidence, valid_until: row.evidence_valid_until, eligible: row.is_eligible })

/** An attempt with its original result. */
export const presentAttempt = (row: RevisionRow, offer_revision_id: string | null, eligible = false): Attempt =>
  present(row, { facts: row.evidence, valid_until: null, eligible }, row.status, {
    offer_revision_id,
    verified_at: row.status === 'verified' ? row.bound_at : null,
  })

/** The state of the current binding; after a key rotation it is invalid until it is bound again. */
export function presentBinding(row: RevisionRow, state: EndpointRow): Attempt {
  const { evidence: facts, evidence_valid_until: valid_until, offer_revision_id, verified_at, is_eligible } = state
  const seen = { facts: facts ?? row.evidence, valid_until, eligible: is_eligible }
  const isRotated = row.key_version !== state.key_version
  return present(row, seen, is_eligible ? 'verified' : 'expired', { offer_revision_id, verified_at, isRotated })
}

const whereFound = ({ resolved_ip, certificate_sha256 }: EvidenceFacts) => ({ resolved_ip, certificate_sha256 })

function present(
  row: RevisionRow,
  seen: Seen,
  status: Attempt['status'],
  state: Pick<Attempt, 'offer_revision_id' | 'verified_at'> & { isRotated?: boolean },
): Attempt {
  const { service_id, card_url, skill_id, binding_revision, key_fingerprint, interface_url, bound_at } = row
  const { jws_kid, canonical_form } = row
  const { isRotated = false, offer_revision_id, verified_at } = state
  const checks = seen.facts.checks as Check[]
  const signature = checks.find(made => made.check === 'card_signature')
  return {
    service_id,
    card_url,
    skill_id,
    status,
    binding_revision,
    authorization: {
      authorized: row.is_authorized && !isRotated,
      code: isRotated ? ROTATED : row.is_authorized ? null : (firstFailure(checks)?.code ?? null),
      key_fingerprint,
      jws_kid,
      canonical_form: canonical_form as Attempt['authorization']['canonical_form'],
      checked_at: signature?.at ?? bound_at,
    },
    control: { ...presentResult(row, seen), interface_url, ...whereFound(seen.facts) },
    offer_revision_id,
    bound_at,
    verified_at,
  }
}
