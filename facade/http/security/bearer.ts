const BEARER = /^Bearer(?: +(\S+) *| .*)?$/i

/** The token of an `Authorization: Bearer` header, '' where it has none; other schemes are nobody's here. */
export function bearerToken(authorization: string | undefined): string | undefined {
  const found = authorization === undefined ? null : BEARER.exec(authorization)
  return found ? (found[1] ?? '') : undefined
}
