import type { EgressFailureCode } from '../../push/egress-failure.ts'
import { outboundUrlRule } from '../core/network/outbound-url-rules.ts'

/** Failure codes of calls to providers. */
export type ProviderFailure =
  | 'PROVIDER_UNREACHABLE'
  | 'PROVIDER_TIMEOUT'
  | 'PROVIDER_ADDRESS_FORBIDDEN'
  | 'PROVIDER_TLS_INVALID'
  | 'PROVIDER_PROTOCOL_ERROR'
  | 'PROVIDER_RESPONSE_TOO_LARGE'
  | 'PROVIDER_REFUSED_SIGNATURE'

/**
 * Our calls must not be usable to scan networks: a name that resolves inside is reported as one that does not resolve.
 */
const FAILURES: Readonly<Record<EgressFailureCode, ProviderFailure>> = {
  'url-too-long': 'PROVIDER_ADDRESS_FORBIDDEN',
  'url-not-https': 'PROVIDER_ADDRESS_FORBIDDEN',
  'url-fragment': 'PROVIDER_ADDRESS_FORBIDDEN',
  'url-characters': 'PROVIDER_ADDRESS_FORBIDDEN',
  'url-malformed': 'PROVIDER_ADDRESS_FORBIDDEN',
  'url-userinfo': 'PROVIDER_ADDRESS_FORBIDDEN',
  'url-port': 'PROVIDER_ADDRESS_FORBIDDEN',
  'url-is-address': 'PROVIDER_ADDRESS_FORBIDDEN',
  'url-host': 'PROVIDER_ADDRESS_FORBIDDEN',
  'url-reserved-name': 'PROVIDER_ADDRESS_FORBIDDEN',
  'lookup-failed': 'PROVIDER_ADDRESS_FORBIDDEN',
  'lookup-timeout': 'PROVIDER_ADDRESS_FORBIDDEN',
  'address-refused': 'PROVIDER_ADDRESS_FORBIDDEN',
  'connect-refused': 'PROVIDER_UNREACHABLE',
  'connect-timeout': 'PROVIDER_UNREACHABLE',
  'connect-failed': 'PROVIDER_UNREACHABLE',
  'certificate-expired': 'PROVIDER_TLS_INVALID',
  'certificate-name': 'PROVIDER_TLS_INVALID',
  'certificate-chain': 'PROVIDER_TLS_INVALID',
  'certificate-self-signed': 'PROVIDER_TLS_INVALID',
  certificate: 'PROVIDER_TLS_INVALID',
  'tls-absent': 'PROVIDER_TLS_INVALID',
  'tls-version': 'PROVIDER_TLS_INVALID',
  tls: 'PROVIDER_TLS_INVALID',
  'headers-timeout': 'PROVIDER_TIMEOUT',
  'headers-too-large': 'PROVIDER_RESPONSE_TOO_LARGE',
  'body-timeout': 'PROVIDER_TIMEOUT',
  'answer-too-large': 'PROVIDER_RESPONSE_TOO_LARGE',
  'answer-encoded': 'PROVIDER_PROTOCOL_ERROR',
  'answer-malformed': 'PROVIDER_PROTOCOL_ERROR',
  reset: 'PROVIDER_UNREACHABLE',
  deadline: 'PROVIDER_TIMEOUT',
}

/**
 * Messages for the owner of an endpoint: one for each condition of a URL, as for webhooks. TLS errors are distinguished, because a host is contacted only once its
 * address is known to be public.
 */
export function describeFailure(code: EgressFailureCode): { code: ProviderFailure; detail: string } {
  const failure = FAILURES[code]
  const detail = failure === 'PROVIDER_ADDRESS_FORBIDDEN' ? outboundUrlRule(code)[1] : TLS_DETAILS[code]
  return { code: failure, detail: detail ?? FAILURE_DETAILS[failure] }
}

const TLS_DETAILS: Partial<Record<EgressFailureCode, string>> = {
  'certificate-expired': 'The certificate of the host has expired or is not yet valid. Renew it.',
  'certificate-name': 'The certificate of the host is for another name. Serve one for the host name of the URL.',
  'certificate-chain':
    'The certificate of the host does not chain to a trusted authority. Serve the intermediate certificates with it.',
  'certificate-self-signed':
    'The certificate of the host, or its authority, is self-signed. Serve one issued by a public authority.',
  'tls-absent': 'The host responds to the TLS handshake in plain text, as HTTP. Serve HTTPS on this port.',
  'tls-version': 'The host and this server have no TLS version or cipher in common. Enable TLS 1.2 or 1.3.',
  tls: 'The TLS handshake with the host failed.',
}

export const FAILURE_DETAILS: Readonly<Record<ProviderFailure, string>> = {
  PROVIDER_UNREACHABLE: 'The host did not accept the connection, or closed it.',
  PROVIDER_TIMEOUT: 'The response was not complete in time.',
  PROVIDER_ADDRESS_FORBIDDEN:
    'The URL must be https, on port 443 of a public host that resolves, without a user name or fragment.',
  PROVIDER_TLS_INVALID: 'The host has no trusted certificate for its name.',
  PROVIDER_PROTOCOL_ERROR: 'The response cannot be parsed.',
  PROVIDER_RESPONSE_TOO_LARGE: 'The response is too large.',
  PROVIDER_REFUSED_SIGNATURE: 'The provider rejected a request with a valid signature.',
}
