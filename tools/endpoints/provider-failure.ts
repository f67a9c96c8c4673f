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
  certificate: 'PROVIDER_TLS_INVALID',
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

export const providerFailure = (code: EgressFailureCode): ProviderFailure => FAILURES[code]

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
