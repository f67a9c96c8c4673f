/** Each way in which a call out can fail. */
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
  | 'certificate'
  | 'tls'
  | 'headers-timeout'
  | 'headers-too-large'
  | 'body-timeout'
  | 'answer-too-large'
  | 'answer-encoded'
  | 'answer-malformed'
  | 'reset'
  | 'deadline'

/** A call out that came to nothing. The code is for the log and for tests: agents are told less. */
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

const CERTIFICATE = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT|HOSTNAME_|INVALID_PURPOSE|PATH_LENGTH)/

/** What the libraries throw, as one of ours. */
export function asEgressFailure(error: unknown): EgressFailure {
  if (error instanceof EgressFailure) return error
  const { code, name } = error as { code?: unknown; name?: unknown }
  if (name === 'TimeoutError' || name === 'AbortError') return new EgressFailure('deadline', error)
  const text = typeof code === 'string' ? code : ''
  if (CERTIFICATE.test(text)) return new EgressFailure('certificate', error)
  if (/^(ERR_SSL|ERR_TLS|EPROTO)/.test(text)) return new EgressFailure('tls', error)
  if (name === 'HTTPParserError' && !(text in BY_CODE)) return new EgressFailure('answer-malformed', error)
  return new EgressFailure(BY_CODE[text] ?? 'connect-failed', error)
}
