import type { IncomingHttpHeaders } from 'node:http'
import { Problem, type ProblemSlug } from '../../tools/kernel/problems/problems.ts'

/** The token routes take JSON alone (TOKEN-27, TOKEN-36). */
export function requireNoForm(headers: IncomingHttpHeaders): void {
  if (/form/i.test(headers['content-type'] ?? '')) {
    throw new Problem('unsupported-media-type', 'Send JSON, with Content-Type: application/json.')
  }
}

const UNREADABLE: readonly ProblemSlug[] = ['malformed-json', 'payload-too-large', 'unsupported-media-type']

/** A body that cannot be read is refused at a token route with the members of RFC 6749 5.2, as its tool refuses the rest. */
export function asTokenRefusal(error: unknown): unknown {
  if (!(error instanceof Problem) || !UNREADABLE.includes(error.slug)) return error
  const members = { error: 'invalid_request', error_description: error.message }
  return new Problem(error.slug, error.message, { ...error.members, ...members })
}
