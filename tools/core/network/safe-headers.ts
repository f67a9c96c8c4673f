/**
 * For every response that a browser may display: no content sniffing, no scripts, no referrer; no page of another site may
 * embed it, unless the response allows every origin to read it.
 */
export const SAFE_HEADERS = Object.freeze({
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
})
