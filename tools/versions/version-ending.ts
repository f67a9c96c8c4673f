import { z } from 'zod'
import type { VersionEnding } from '../../storage/versions/version-endings.ts'
import { timestamp } from '../core/schemas.ts'
import { API_VERSION } from '../core/version-watch.ts'

/** Minimum time from the announcement to the end (VER-8). */
export const COEXISTENCE_MONTHS = 6
/** Months until the second notice (VER-20). */
export const SECOND_NOTICE_MONTHS = 3

/** In UTC; a day that the month does not have becomes its last. */
export function addMonths(from: Date, months: number): Date {
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return to
}

/** For operators. */
export const versionState = z.object({
  version: z.int(),
  status: z.enum(['active', 'deprecated', 'sunset']),
  successor_version: z.int().nullable(),
  deprecated_at: timestamp.nullable(),
  sunset_at: timestamp.nullable(),
  migration_guide_url: z.string().nullable(),
})

/** The state of a version at a time (VER-3 to VER-6). */
export function describeVersion(ending: VersionEnding | undefined, nowMs: number): z.output<typeof versionState> {
  const { successor_version = null, deprecated_at = null, sunset_at = null, migration_guide_url = null } = ending ?? {}
  const status = sunset_at === null ? 'active' : nowMs < Date.parse(sunset_at) ? 'deprecated' : 'sunset'
  return { version: API_VERSION, status, successor_version, deprecated_at, sunset_at, migration_guide_url }
}
