import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { httpbis } from 'http-message-signatures'

export interface CallToVerify {
  /** The provider's own URL by its configuration, not by the request. */
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Verifying {
  /** The broker's keys as published at `/.well-known/jwks.json`. */
  keys(): Promise<{ keys: (JsonWebKey & { kid?: string })[] }>
  clock(): number
  /** Nonces of the last minutes. */
  nonces: Set<string>
}

const COVERED = ['@method', '@target-uri', 'content-digest', 'content-type', 'a2a-version', 'a2a-extensions']
const PARAMETERS = ['created', 'expires', 'nonce', 'keyid', 'alg', 'tag']
const FRESH_S = 90

/** What is wrong with a call, by the checks of a careful provider and another RFC 9421 implementation than ours. */
export async function callFaultOf(
  { url, headers, body }: CallToVerify,
  verifying: Verifying,
): Promise<string | undefined> {
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  if (headers['content-digest'] !== digest) return 'digest'
  const { keys } = await verifying.keys()
  let signed: { created?: Date; nonce?: string } = {}
  const config = {
    keyLookup: async (parameters: Record<string, unknown>) => {
      const jwk = keys.find(({ kid }) => kid === parameters.keyid)
      if (!jwk || parameters.tag !== 'colloquy-broker') return null
      signed = parameters
      const key = createPublicKey({ key: jwk, format: 'jwk' })
      return {
        algs: ['ed25519'],
        verify: async (data: Buffer, signature: Buffer) => verify(null, data, key, signature),
      }
    },
    requiredFields: COVERED,
    requiredParams: PARAMETERS,
    // Times are checked below, against the clock of the test.
    tolerance: 1e9,
  }
  const message = { method: 'POST', url, headers: headers as Record<string, string> }
  const isRight = await httpbis.verifyMessage(config, message).catch(() => false)
  if (!isRight) return 'signature'
  const age = verifying.clock() / 1000 - (signed.created?.getTime() ?? 0) / 1000
  if (Math.abs(age) > FRESH_S) return 'time'
  if (verifying.nonces.has(signed.nonce ?? '')) return 'nonce'
  verifying.nonces.add(signed.nonce ?? '')
  return undefined
}
