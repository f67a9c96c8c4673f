import type { Revision } from './revision.ts'
import { REVISION_2025_03_26 } from './revision-2025-03-26.ts'

/** Without batches; with elicitation and links to resources. */
export const REVISION_2025_06_18: Revision = {
  ...REVISION_2025_03_26,
  version: '2025-06-18',
  clientRequests: new Set(['elicitation', 'sampling', 'roots']),
  hasBatches: false,
  hasResourceLinks: true,
}
