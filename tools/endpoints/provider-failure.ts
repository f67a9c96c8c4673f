import type { EgressFailureCode } from '../../push/egress-failure.ts'

/** What is said of a provider that could not be spoken with. */
export type ProviderFailure =
  | 'PROVIDER_UNREACHABLE'
  | 'PROVIDER_TIMEOUT'
  | 'PROVIDER_ADDRESS_FORBIDDEN'
  | 'PROVIDER_TLS_INVALID'
  | 'PROVIDER_PROTOCOL_ERROR'
  | 'PROVIDER_RESPONSE_TOO_LARGE'
  | 'PROVIDER_REFUSED_SIGNATURE'

/** Nobody learns more of a network by our calls than this: which names lead inside is told as that they lead nowhere. */
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
 * What the owner of an endpoint is told of a call that failed. Faults of TLS are told apart: a host is spoken with only
 * once its address is known to be public.
 */
export function describeFailure(code: EgressFailureCode): { code: ProviderFailure; detail: string } {
  const failure = FAILURES[code]
  return { code: failure, detail: TLS_DETAILS[code] ?? FAILURE_DETAILS[failure] }
}

const TLS_DETAILS: Partial<Record<EgressFailureCode, string>> = {
  'certificate-expired': 'The certificate of the host has expired, or is not valid yet: renew it.',
  'certificate-name': 'The certificate of the host is for another name: serve one for the host name of the URL.',
  'certificate-chain':
    'The certificate of the host leads to no authority that is trusted: serve the intermediate certificates with it.',
  'certificate-self-signed':
    'The certificate of the host is self-signed, or its authority is: serve one of a public authority.',
  'tls-absent': 'The host answers the TLS handshake in plain text, as HTTP: serve HTTPS on this port.',
  'tls-version': 'The host and this server have no version or cipher of TLS in common: enable TLS 1.2 or 1.3.',
  tls: 'The TLS handshake with the host failed.',
}

export const FAILURE_DETAILS: Readonly<Record<ProviderFailure, string>> = {
  PROVIDER_UNREACHABLE: 'The host took no connection, or broke it off.',
  PROVIDER_TIMEOUT: 'The answer was not whole in time.',
  PROVIDER_ADDRESS_FORBIDDEN:
    'The URL is not https at a public host that can be found, on port 443, without user name and fragment.',
  PROVIDER_TLS_INVALID: 'The host shows no certificate for its name that is trusted.',
  PROVIDER_PROTOCOL_ERROR: 'The answer is not one that can be read.',
  PROVIDER_RESPONSE_TOO_LARGE: 'The answer is larger than may be.',
  PROVIDER_REFUSED_SIGNATURE: 'The provider refused a request that is rightly signed.',
}
