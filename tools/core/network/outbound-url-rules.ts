import type { EgressFailureCode } from '../../../push/egress-failure.ts'

/**
 * The conditions of a URL that this server calls, each with what to change. Only those that are visible in the URL
 * itself: nothing reveals which names resolve to internal addresses.
 */
const RULES: Partial<Record<EgressFailureCode, readonly [rule: string, detail: string]>> = {
  'url-not-https': ['scheme', 'The URL must begin with https://.'],
  'url-fragment': ['fragment', 'The URL must not have a fragment. Remove # and what follows.'],
  'url-characters': ['characters', 'The URL contains a space, a control character or a backslash. Percent-encode it.'],
  'url-malformed': ['form', 'This is not a valid URL.'],
  'url-too-long': ['length', 'The URL is too long.'],
  'url-userinfo': ['userinfo', 'The URL must not contain a user name or password. Remove @ and what precedes it.'],
  'url-port': ['port', 'This port cannot be used. Omit the port to use 443.'],
  'url-is-address': ['address', 'The host is an IP address. Use a public host name that resolves to it.'],
}

const OF_HOST = ['host', 'The host of this URL is not a public host that resolves.'] as const

/** The condition that a URL fails, and what to change. */
export const outboundUrlRule = (code: EgressFailureCode): readonly [rule: string, detail: string] =>
  RULES[code] ?? OF_HOST
