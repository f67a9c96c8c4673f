import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { httpbis } from 'http-message-signatures'

type Message = { headers: Record<string, string> }
interface Signed {
  request: Message & { method: string; url: string }
  /** The response whose signature is verified; by default the request's is. */
  response?: Message & { status: number }
}

/** Whether a signature by the key is valid, by another RFC 9421 implementation than ours; `undefined` without one. */
export async function isSignedBy(
  { request, response }: Signed,
  { kid, ...jwk }: JsonWebKey & { kid?: string },
  tag: string,
): Promise<boolean | undefined> {
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const config = {
    keyLookup: async (named: Record<string, unknown>) =>
      named.keyid === kid && named.tag === tag
        ? { algs: ['ed25519'], verify: async (data: Buffer, signature: Buffer) => verify(null, data, key, signature) }
        : null,
    requiredParams: ['created', 'expires'],
    // Times are not checked here: tests have a clock of their own.
    tolerance: 1e9,
  }
  const verified = response ? httpbis.verifyMessage(config, response, request) : httpbis.verifyMessage(config, request)
  return (await verified) ?? undefined
}
