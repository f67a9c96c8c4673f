import type { Revision } from './revision.ts'
import { REVISION_2025_06_18 } from './revision-2025-06-18.ts'

export const REVISION_2025_11_25: Revision = {
  ...REVISION_2025_06_18,
  version: '2025-11-25',
  hasEmptyEvents: true,
}
