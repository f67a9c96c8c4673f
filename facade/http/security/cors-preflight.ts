import { Problem } from '../../../tools/core/problems/problem.ts'
import { ANY_ORIGIN, emptyReply, type HttpExchange, type HttpReply } from '../exchange.ts'

/** Preflight headers of public bootstrap routes. */
export const CORS_HEADERS = {
  ...ANY_ORIGIN,
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
}

/**
 * For a known path with an unsupported method: OPTIONS and HEAD are allowed on public bootstrap routes (`undefined`:
 * handle as GET), OPTIONS also on those of OAuth; otherwise `method-not-allowed`.
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
