import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { SlaTier } from '../../storage/services/service-rows.ts'
import { HOUR, MINUTE } from '../core/durations.ts'

/** The contract: inputs, outputs, and time limit. */
export interface Contract {
  capability_schema: object | null
  output_schema: object | null
  input_modes: string[]
  output_modes: string[]
  sla_tier: SlaTier
  max_duration_seconds: number
  skill_id: string
  protocol: 'a2a/1.0'
}

const MAX_DURATION_MS: Record<SlaTier, number> = { sync: 10 * MINUTE, async_hours: 24 * HOUR, async_days: 168 * HOUR }

export const maxDurationSeconds = (tier: SlaTier): number => MAX_DURATION_MS[tier] / 1_000

/** SHA-256 over the RFC 8785 form, which is independent of the order of members. */
export const contractHash = (contract: Contract): string => `sha256:${hash('sha256', canonicalize(contract)!)}`
