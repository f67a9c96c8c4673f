import { Problem } from '../../tools/kernel/problems/problems.ts'
import { type Exchange, OPEN, type Reply } from './exchange.ts'

/** The routes of REST, as far as they matter here. */
interface Router {
  find(method: string, path: string): { route: { isBootstrap: boolean } } | undefined
  allowed(path: string): readonly string[]
}

/** What public bootstrap routes tell browsers that ask ahead. */
export const CORS = {
  ...OPEN,
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
}

/** Whether a path is a bootstrap route, or of the documents: those that no other door serves. */
export function isOpen({ find, allowed }: Router, path: string): boolean {
  if (path === '/mcp' || path.startsWith('/mcp/')) return false
  return find('GET', path)?.route.isBootstrap ?? allowed(path).length === 0
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
