import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { httpbis } from 'http-message-signatures'

type Message = { headers: Record<string, string> }
interface Signed {
  request: Message & { method: string; url: string }
  /** Whose signature it is, if not the request's. */
  response?: Message & { status: number }
}

/** Whether a signature of the key holds, by another implementation of RFC 9421 than ours; `undefined`: there is none. */
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
    // Tests have a clock of their own.
    tolerance: 1e9,
  }
  const verified = response ? httpbis.verifyMessage(config, response, request) : httpbis.verifyMessage(config, request)
  return (await verified) ?? undefined
}
