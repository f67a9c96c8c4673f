import { Problem } from '../../../tools/core/problems/problem.ts'
import { ANY_ORIGIN, emptyReply, type HttpExchange, type HttpReply } from '../exchange.ts'

/** What public bootstrap routes tell browsers that ask ahead. */
export const CORS_HEADERS = {
  ...ANY_ORIGIN,
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
}

/**
 * A known path with a method it does not have: OPTIONS and HEAD pass on public bootstrap routes, where `undefined` is to be
 * answered as GET, OPTIONS on those of OAuth too; the rest is `method-not-allowed`.
 */
export function preflight(
  { method }: HttpExchange,
  allowed: string[],
  { isBootstrap, isOAuth }: { isBootstrap: boolean; isOAuth: boolean },
): HttpReply | undefined {
  if (isOAuth && method === 'OPTIONS') {
    const methods = [...allowed, 'OPTIONS'].join(', ')
    return emptyReply(204, { ...CORS_HEADERS, 'Access-Control-Allow-Methods': methods, Allow: methods })
  }
  if (isBootstrap && method === 'HEAD') return undefined
  if (isBootstrap && method === 'OPTIONS') return emptyReply(204, { ...CORS_HEADERS, Allow: 'GET, HEAD, OPTIONS' })
  throw new Problem('method-not-allowed', 'This path does not support this method.', {
    allow: [...allowed, ...(isBootstrap ? ['HEAD', 'OPTIONS'] : [])].join(', '),
  })
}
