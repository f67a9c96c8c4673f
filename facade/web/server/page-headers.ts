/**
 * Pages run our own scripts alone and load nothing from elsewhere; no frame shows them, and their forms go nowhere else.
 * data: is for the small marks in the style sheet.
 */
export const PAGE_HEADERS = Object.freeze({
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  // Without an origin, a form could not be told from that of another site.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
})

/** How long a process shows again what it has made, and how long others may. */
export const PAGE_CACHE_MS = 5_000
const SHARED_SECONDS = 10

export const CACHE_PUBLIC = `public, max-age=${SHARED_SECONDS}`
export const CACHE_PRIVATE = 'private, no-store'
export const IMMUTABLE = 'public, max-age=31536000, immutable'

/** What an answer at such a path goes by. */
export const VARY = 'Accept, Accept-Encoding, Cookie'
