import { z } from 'zod'
import { timestamp } from './string-formats.ts'

/** ENDP-13 */
const CANONICAL_FORMS = [
  ...['specification', 'sdk', 'sdk-ascii', 'sdk-instance', 'sdk-without-false', 'sdk-with-false', 'raw', 'raw-ascii'],
  ...['raw-without-legacy', 'compact', 'compact-ascii', 'compact-without-false', 'without-defaults'],
]

/** ENDP-26 */
const check = z.looseObject({
  check: z.string(),
  variant: z.string().nullable(),
  passed: z.boolean(),
  gating: z.boolean(),
  code: z.string().nullable(),
  detail: z.string().nullable(),
  at: timestamp,
})

/** ENDP-25 */
export const attempt = z.looseObject({
  service_id: z.uuid(),
  card_url: z.string(),
  skill_id: z.string(),
  status: z.enum(['verified', 'failed', 'expired']),
  binding_revision: z.int(),
  authorization: z.looseObject({
    authorized: z.boolean(),
    code: z.string().nullable(),
    key_fingerprint: z.string(),
    jws_kid: z.string().nullable(),
    canonical_form: z.enum(CANONICAL_FORMS).nullable(),
    checked_at: timestamp,
  }),
  control: z.looseObject({
    protocol_version: z.literal('1.0'),
    interface_url: z.string().nullable(),
    checks: z.array(check).min(1),
    resolved_ip: z.string().nullable(),
    certificate_sha256: z.string().nullable(),
    card_sha256: z.string().nullable(),
    latency_ms: z.int().nullable(),
    evidence_valid_until: timestamp.nullable(),
    eligible: z.boolean(),
  }),
  offer_revision_id: z.uuid().nullable(),
  bound_at: timestamp,
  verified_at: timestamp.nullable(),
})

/** ENDP-20, ENDP-47, ENDP-48 */
export const endpoint = attempt.extend({
  uptime: z.number().min(0).max(1).nullable(),
  stage: z.enum(['new', 'proven', 'stale', 'withdrawn']),
})

/** ENDP-31 */
export const revisions = z.looseObject({
  revisions: z.array(attempt),
  next_cursor: z.string().nullable(),
  has_more: z.boolean(),
})

/** ENDP-50 */
export const evidence = z.looseObject({ jws: z.string(), evidence_valid_until: timestamp })
