import { z } from 'zod'
import type { OfferRow } from '../../storage/offers/offer-rows.ts'
import { omitted, omittedInItems } from '../core/output/compact-hints.ts'
import { timestamp } from '../core/schemas.ts'

const check = z.object({
  check: z.string(),
  passed: z.boolean(),
  gating: z.boolean(),
  code: z.string().nullable(),
  detail: z.string().nullable(),
  at: timestamp,
})

/** What the server itself verified about a provider; its address is private to the owner. */
export const offerEvidence = z.object({
  protocol_version: omitted(z.literal('1.0')),
  checks: omittedInItems(z.array(check)),
  card_sha256: omitted(z.string().nullable()),
  latency_ms: omittedInItems(z.int().nullable()),
  verified_at: timestamp.nullable().describe('the last check that passed'),
  evidence_valid_until: omittedInItems(timestamp.nullable()),
  eligible: omittedInItems(z.boolean()),
  uptime: z.number().nullable().describe('share of the checks of the last 30 days that passed, 0 to 1'),
  stage: z.enum(['new', 'proven', 'stale', 'withdrawn']),
})

export const presentEvidence = (row: OfferRow): z.input<typeof offerEvidence> => ({
  protocol_version: '1.0',
  checks: z.array(check).parse(row.evidence.checks),
  card_sha256: row.card_sha256,
  latency_ms: row.evidence.latency_ms,
  verified_at: row.verified_at,
  evidence_valid_until: row.evidence_valid_until,
  eligible: row.status === 'current',
  uptime: row.uptime,
  stage: row.stage,
})
