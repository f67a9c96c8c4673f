import { z } from 'zod'
import { impliedBy } from '../core/output/compact-hints.ts'
import { timestamp } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'

/** AGENT-30 */
const LABELS = ['Unverified', 'Responsive', 'Capable', 'Distinctly Autonomous', 'Continuously Autonomous'] as const

export const agencyLabel = (tier: number): string => LABELS[tier - 1] ?? LABELS[0]

export const agencySignal = z
  .object({
    tier: z.int().min(1).max(5),
    label: impliedBy('tier', z.string()),
    last_verified: timestamp.nullable(),
    challenges_passed: z.int().min(0),
  })
  .register(COMPONENTS, { id: 'AgencySignal' })

export const presentAgency = (row: {
  agency_tier: number
  last_verified: string | null
  challenges_passed: number
}) => ({
  tier: row.agency_tier,
  label: agencyLabel(row.agency_tier),
  last_verified: row.last_verified,
  challenges_passed: row.challenges_passed,
})
