const BEARER = /^Bearer(?: +(\S+) *| .*)?$/i

/** The token of an `Authorization: Bearer` header, '' if there is none; other schemes are ignored. */
export function bearerToken(authorization: string | undefined): string | undefined {
  const found = authorization === undefined ? null : BEARER.exec(authorization)
  return found ? (found[1] ?? '') : undefined
}
