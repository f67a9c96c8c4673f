/** For whatever shows an answer: it is what it says, runs nothing, and tells no other place where it came from. */
export const SAFE_HEADERS = Object.freeze({
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
})
