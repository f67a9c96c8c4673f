import { isIP } from 'node:net'
import { EgressFailure } from './egress-failure.ts'

export const MAX_URL_CHARACTERS = 2_048

const RESERVED = new Set(
  'localhost local internal lan home corp private test example invalid onion arpa alt'.split(' '),
)
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const MAX_HOST_CHARACTERS = 253

/**
 * Checks whether a URL may be called at all, before its name is resolved; throws `EgressFailure`. With `takesLocal`,
 * this machine is also allowed, on any port and without TLS.
 */
export function readTarget(text: string, ports: readonly number[], takesLocal = false): URL {
  if (text.length > MAX_URL_CHARACTERS) throw new EgressFailure('url-too-long')
  // The parser also accepts `https:host` and `https:\\host`.
  const [, scheme, rest = ''] = /^(https?):\/\/(.*)$/s.exec(text) ?? []
  if (scheme !== 'https' && !(takesLocal && scheme)) throw new EgressFailure('url-not-https')
  if (text.includes('#')) throw new EgressFailure('url-fragment')
  if (/[\p{Cc}\p{Cf}\p{Z}\\]/u.test(text) || !text.isWellFormed()) throw new EgressFailure('url-characters')
  if (!URL.canParse(text)) throw new EgressFailure('url-malformed')
  const url = new URL(text)
  const [authority = ''] = rest.split(/[/?]/)
  if (authority.includes('@')) throw new EgressFailure('url-userinfo')
  if (takesLocal && localAddress(url.hostname)) return url
  if (scheme !== 'https') throw new EgressFailure('url-not-https')
  if (!ports.includes(Number(url.port || 443))) throw new EgressFailure('url-port')
  requireName(url.hostname)
  return url
}

/** The URL that the operator configured; nothing else can be called by it. */
export function readOperatorTarget(text: string, operatorUrl: string): URL {
  if (text !== operatorUrl) throw new EgressFailure('address-refused')
  return new URL(text)
}

/** Whether the host is this machine, without resolving it. */
export function localAddress(hostname: string): string | undefined {
  if (hostname === 'localhost') return '127.0.0.1'
  if (hostname === '[::1]') return '::1'
  return /^127\.\d+\.\d+\.\d+$/.test(hostname) ? hostname : undefined
}

/** `hostname` is as in `URL`: mapped by IDNA, and IPv4 in any spelling as four decimals. */
function requireName(hostname: string): void {
  if (hostname.startsWith('[') || isIP(hostname)) throw new EgressFailure('url-is-address')
  const labels = hostname.split('.')
  const isName = hostname.length <= MAX_HOST_CHARACTERS && labels.length > 1 && labels.every(label => LABEL.test(label))
  if (!isName) throw new EgressFailure(RESERVED.has(hostname) ? 'url-reserved-name' : 'url-host')
  if (RESERVED.has(labels.at(-1)!)) throw new EgressFailure('url-reserved-name')
}
