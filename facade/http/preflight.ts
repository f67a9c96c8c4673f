import { Problem } from '../../tools/kernel/problems/problems.ts'
import { type Exchange, emptyReply, OPEN, type Reply } from './exchange.ts'

/** What public bootstrap routes tell browsers that ask ahead. */
export const CORS = {
  ...OPEN,
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
}

/**
 * A known path with a method it does not have: OPTIONS and HEAD pass on public bootstrap routes, where `undefined` is to be
 * answered as GET, OPTIONS on those of OAuth too; the rest is `method-not-allowed`.
 */
export function preflight(
  { method }: Exchange,
  allowed: string[],
  { isBootstrap, isOAuth }: { isBootstrap: boolean; isOAuth: boolean },
): Reply | undefined {
  if (isOAuth && method === 'OPTIONS') {
    const methods = [...allowed, 'OPTIONS'].join(', ')
    return emptyReply(204, { ...CORS, 'Access-Control-Allow-Methods': methods, Allow: methods })
  }
  if (isBootstrap && method === 'HEAD') return undefined
  if (isBootstrap && method === 'OPTIONS') return emptyReply(204, { ...CORS, Allow: 'GET, HEAD, OPTIONS' })
  throw new Problem('method-not-allowed', 'This path has no such method.', {
    allow: [...allowed, ...(isBootstrap ? ['HEAD', 'OPTIONS'] : [])].join(', '),
  })
}
