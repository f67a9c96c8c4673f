import type { LegacyVersion } from '../protocol-versions.ts'
import type { Revision } from './revision.ts'
import { REVISION_2025_03_26 } from './revision-2025-03-26.ts'
import { REVISION_2025_06_18 } from './revision-2025-06-18.ts'
import { REVISION_2025_11_25 } from './revision-2025-11-25.ts'
import { REVISION_2026_07_28 } from './revision-2026-07-28.ts'

/** The revisions that open a session with `initialize`. */
export const LEGACY_REVISIONS: Readonly<Record<LegacyVersion, Revision>> = {
  '2025-11-25': REVISION_2025_11_25,
  '2025-06-18': REVISION_2025_06_18,
  '2025-03-26': REVISION_2025_03_26,
}

export const MODERN_REVISION: Revision = REVISION_2026_07_28
