/** A path without the slash at its end, which makes another path of it (HTTP-3); `undefined` where it has none. */
export const withoutTrailingSlash = (path: string): string | undefined =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : undefined

/** Where a page with a slash behind its path is, relative to that: whatever a proxy puts in front of it stays. */
export const pageLocation = (bare: string, search: string): string =>
  `../${bare.slice(bare.lastIndexOf('/') + 1)}${search}`

/** How a request for `path`, or its template, is made right: a signature covers the path, so nobody else changes it. */
export const slashHint = (path: string): string => `Remove the slash at the end of the path: ${path}`
