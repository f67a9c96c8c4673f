/**
 * Pages run only our own scripts, load nothing from other origins, cannot be framed, and submit forms only to this
 * origin. `data:` is for the small images in the stylesheet.
 */
export const PAGE_HEADERS = Object.freeze({
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  // Forms must send an origin, so that forms of other sites can be rejected.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
})

/** How long rendered pages are cached: in this process, and by shared caches. */
export const PAGE_CACHE_MS = 5_000
const SHARED_SECONDS = 10

export const CACHE_PUBLIC = `public, max-age=${SHARED_SECONDS}`
export const CACHE_PRIVATE = 'private, no-store'
export const IMMUTABLE = 'public, max-age=31536000, immutable'

/** The request headers that a page depends on. */
export const VARY = 'Accept, Accept-Encoding, Cookie'
