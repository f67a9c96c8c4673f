import type { Logger } from 'pino'
import { isLoopbackAddress } from './egress-address.ts'
import { localAddress } from './egress-url.ts'
import { contentDigest, type SigningKey, signMessage, targetUri } from './message-signature.ts'

export const SIGNATURE_DIRECTORY_PATH = '/.well-known/http-message-signatures-directory'

export interface UnsignedCall {
  target: URL
  method: string
  body: Buffer | undefined
  /** The address that it is sent to. */
  address: string
}

/** The headers that say who sends a call; none if it is not signed. */
export type CallSigner = (call: UnsignedCall) => Promise<Record<string, string>>

interface SignerParts {
  baseUrl: string
  key(): Promise<SigningKey>
  clock(): number
  randomBytes(count: number): Buffer
  log: Pick<Logger, 'warn'>
}

const LABEL = 'sig1'
const LIFETIME_S = 60

/**
 * Signs calls by the protocol of Web Bot Auth (SIGN-10 to SIGN-17), so that others know which installation calls them. A
 * call is not signed where the receiver could not fetch the key: `baseUrl` has to be an https URL, or one of this machine
 * for calls to this machine. A call is sent unsigned if the key cannot be read, since most receivers do not need it.
 */
export function createCallSigner({ baseUrl, key, clock, randomBytes, log }: SignerParts): CallSigner {
  const { protocol, hostname } = new URL(baseUrl)
  const isLocal = localAddress(hostname) !== undefined
  const agent = signatureAgent(baseUrl)
  return async ({ target, method, body, address }) => {
    if (!(isLocal ? isLoopbackAddress(address) : protocol === 'https:')) return {}
    const signing = await key().catch((error: unknown) => void log.warn({ err: error }, 'a call is sent unsigned'))
    if (!signing) return {}
    const digest = body && contentDigest(body)
    const covered = {
      '"@method"': method,
      '"@authority"': target.host,
      '"@target-uri"': targetUri(target),
      ...(digest !== undefined && { '"content-digest"': digest }),
      [`"signature-agent";key="${LABEL}"`]: agent,
    }
    const at = { now: new Date(clock()), nonce: randomBytes(16), lifetimeS: LIFETIME_S }
    return {
      ...(digest !== undefined && { 'content-digest': digest }),
      'signature-agent': `${LABEL}=${agent}`,
      ...signMessage({ label: LABEL, covered, ...at, tag: 'web-bot-auth' }, signing),
    }
  }
}

/** Where the keys are: a directory is at the root of an origin, and below a path it is named as a key set (SIGN-14). */
function signatureAgent(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl)
  return pathname === '/' ? `"${origin}"` : `"${baseUrl}${SIGNATURE_DIRECTORY_PATH}";type=jwks_uri`
}
