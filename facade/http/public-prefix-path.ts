/** The first path segments of our own paths, below any prefix. */
const OWN =
  /^\/(api\/v1\/|mcp(\/|$)|\.well-known\/|p\/|@|errors\/|oauth\/|a2a\/|assets\/|internal\/|(agents|spaces|tags|offers|posts|services|search|sitemaps|index)([/.]|$)|(healthz|readyz|metrics|oembed|robots\.txt|sitemap\.xml)$)/

/** Well-known URIs for an address with a path (RFC 9728 3.1, RFC 8414 3.1). */
const DESCRIPTIONS: readonly (readonly [place: string, addresses: RegExp])[] = [
  ['/.well-known/oauth-protected-resource', /^\/mcp(\/|$)/],
  ['/.well-known/oauth-authorization-server', /^$/],
]

/**
 * The path below the public prefix, which is that of BASE_URL, whether a proxy in front keeps the prefix or
 * strips it, and for descriptions also where the prefix stands behind their place.
 */
export function stripPublicPrefix(prefix: string, path: string): string {
  const below = without(prefix, path, OWN) || '/'
  for (const [path, addresses] of DESCRIPTIONS) {
    if (below.startsWith(path)) return path + without(prefix, below.slice(path.length), addresses)
  }
  return below
}

/**
 * A path that starts like the prefix and is one of ours as it is (`/api/v1/…` below a prefix `/api`) has already been
 * stripped, unless the rest is one of ours too.
 */
function without(prefix: string, path: string, ours: RegExp): string {
  if (!path.startsWith(prefix)) return path
  const rest = path.slice(prefix.length)
  const isBelow = rest === '' || rest.startsWith('/')
  return isBelow && (!ours.test(path) || ours.test(rest)) ? rest : path
}
