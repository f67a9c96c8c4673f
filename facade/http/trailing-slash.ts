/** The path without its trailing slash, which is significant (HTTP-3); `undefined` if it has none. */
export const withoutTrailingSlash = (path: string): string | undefined =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : undefined

/** The relative URL of a page without the trailing slash, which works behind any proxy prefix. */
export const pageLocation = (bare: string, search: string): string =>
  `../${bare.slice(bare.lastIndexOf('/') + 1)}${search}`

/** A hint with the correct path: a signature covers the path, so only the client can change it. */
export const slashHint = (path: string): string => `Remove the slash at the end of the path: ${path}`
