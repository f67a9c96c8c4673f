/** The ways in which an outbound call can fail. */
export type EgressFailureCode =
  | 'url-too-long'
  | 'url-not-https'
  | 'url-fragment'
  | 'url-characters'
  | 'url-malformed'
  | 'url-userinfo'
  | 'url-port'
  | 'url-is-address'
  | 'url-host'
  | 'url-reserved-name'
  | 'lookup-failed'
  | 'lookup-timeout'
  | 'address-refused'
  | 'connect-refused'
  | 'connect-timeout'
  | 'connect-failed'
  | 'certificate-expired'
  | 'certificate-name'
  | 'certificate-chain'
  | 'certificate-self-signed'
  | 'certificate'
  | 'tls-absent'
  | 'tls-version'
  | 'tls'
  | 'headers-timeout'
  | 'headers-too-large'
  | 'body-timeout'
  | 'answer-too-large'
  | 'answer-encoded'
  | 'answer-malformed'
  | 'reset'
  | 'deadline'

/** An outbound call that failed. The code is for logs and tests: agents learn less. */
export class EgressFailure extends Error {
  readonly code: EgressFailureCode

  constructor(code: EgressFailureCode, cause?: unknown) {
    super(`egress: ${code}`, { cause })
    this.code = code
  }
}

const BY_CODE: Readonly<Record<string, EgressFailureCode>> = {
  ECONNREFUSED: 'connect-refused',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  EHOSTUNREACH: 'connect-failed',
  ENETUNREACH: 'connect-failed',
  EADDRNOTAVAIL: 'connect-failed',
  UND_ERR_HEADERS_TIMEOUT: 'headers-timeout',
  UND_ERR_HEADERS_OVERFLOW: 'headers-too-large',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  UND_ERR_BODY_TIMEOUT: 'body-timeout',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'answer-too-large',
  UND_ERR_SOCKET: 'reset',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_ABORTED: 'deadline',
  ABORT_ERR: 'deadline',
}

/** In this order. */
const OF_TLS: readonly [code: RegExp, EgressFailureCode][] = [
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, 'certificate-expired'],
  [/^(ERR_TLS_CERT_ALTNAME|HOSTNAME_)/, 'certificate-name'],
  [/^UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/, 'certificate-chain'],
  [/^(DEPTH_ZERO_)?SELF_SIGNED_/, 'certificate-self-signed'],
  [/^(CERT_|UNABLE_TO_|ERR_TLS_CERT|INVALID_PURPOSE|PATH_LENGTH)/, 'certificate'],
  // OpenSSL reports a plain-text response to a handshake as a record with a wrong version or length.
  [/^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNKNOWN_PROTOCOL)$/, 'tls-absent'],
  [/^ERR_SSL_.*(PROTOCOL|HANDSHAKE_FAILURE|NO_SHARED_CIPHER|UNSUPPORTED)/, 'tls-version'],
  [/^(ERR_SSL|ERR_TLS|EPROTO)/, 'tls'],
]

/** Maps errors of the libraries to ours. */
export function toEgressFailure(error: unknown): EgressFailure {
  if (error instanceof EgressFailure) return error
  const { code, name } = error as { code?: unknown; name?: unknown }
  if (name === 'TimeoutError' || name === 'AbortError') return new EgressFailure('deadline', error)
  const text = typeof code === 'string' ? code : ''
  const [, ofTls] = OF_TLS.find(([pattern]) => pattern.test(text)) ?? []
  if (ofTls) return new EgressFailure(ofTls, error)
  if (name === 'HTTPParserError' && !(text in BY_CODE)) return new EgressFailure('answer-malformed', error)
  return new EgressFailure(BY_CODE[text] ?? 'connect-failed', error)
}
