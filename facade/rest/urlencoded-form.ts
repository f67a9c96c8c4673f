import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../../tools/core/problems/problem.ts'
import { tokenProblem } from '../../tools/tokens/token-problem.ts'

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i

/** The members of a form, each of which may occur once (RFC 6749 3.2); an empty one is absent (OAUTH-52). */
export function readUrlencodedForm(headers: IncomingHttpHeaders, body: Buffer): Record<string, string> {
  if (!FORM.test(headers['content-type'] ?? '')) {
    throw new Problem('unsupported-media-type', 'Send Content-Type: application/x-www-form-urlencoded.')
  }
  const members = [...new URLSearchParams(body.toString('utf8'))].filter(([, value]) => value !== '')
  if (new Set(members.map(([name]) => name)).size < members.length) {
    throw tokenProblem('invalid-request', 'Each parameter may be sent only once.')
  }
  return Object.fromEntries(members)
}
