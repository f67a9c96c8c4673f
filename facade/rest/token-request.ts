import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../../tools/core/problems/problem.ts'

/** The token routes accept only JSON (TOKEN-27, TOKEN-36). */
export function requireNoForm(headers: IncomingHttpHeaders): void {
  if (/form/i.test(headers['content-type'] ?? '')) {
    throw new Problem('unsupported-media-type', 'Send JSON, with Content-Type: application/json.')
  }
}
