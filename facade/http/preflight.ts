import { Problem } from '../../tools/problems.ts'
import type { Exchange, Reply } from './exchange.ts'

/** What public bootstrap routes tell browsers (decisions S8). */
export const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
}

/**
 * A known path with a method it does not have: OPTIONS and HEAD pass on public bootstrap routes only, the rest is
 * `method-not-allowed`.
 */
export function preflight(
  { method }: Exchange,
  allowed: string[],
  isBootstrap: boolean,
): { kind: 'reply'; reply: Reply } | { kind: 'head' } {
  if (isBootstrap && method === 'HEAD') return { kind: 'head' }
  if (isBootstrap && method === 'OPTIONS') {
    return {
      kind: 'reply',
      reply: { status: 204, headers: { ...CORS, Allow: 'GET, HEAD, OPTIONS' }, body: '', content_type: '' },
    }
  }
  throw new Problem('method-not-allowed', 'This path has no such method.', {
    allow: [...allowed, ...(isBootstrap ? ['HEAD', 'OPTIONS'] : [])].join(', '),
  })
}
