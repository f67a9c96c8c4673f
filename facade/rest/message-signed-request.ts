import { contentDigest } from '../../push/message-signature.ts'
import type { Runtime } from '../../tools/core/context.ts'
import type { SignatureProof } from '../../tools/core/credentials.ts'
import { SECOND } from '../../tools/core/durations.ts'
import { type ClaimedHttpSignature, signatureBase } from '../../tools/core/network/http-signature.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import { notVerified, verifySignature } from '../../tools/keys/verify-signature.ts'
import type { HttpExchange } from '../http/exchange.ts'
import { requireFresh } from './signed-request.ts'

interface MessageSignedParts {
  exchange: HttpExchange
  /** The path that its client signed, before any prefix is removed. */
  publicPath: string
  body: Buffer
}

const NONCE = /^[ -~]{1,256}$/
const KEY_HINT =
  'keyid must be the thumbprint (RFC 7638) of an Ed25519 device key of the agent that is neither revoked nor expired. ' +
  'Other keys sign envelopes.'

const malformed = (detail: string, hint?: string) =>
  new Problem('aui-signature-malformed', `${detail}.`, hint === undefined ? {} : { hint })

/** Proves who sent a request by its signature of RFC 9421, with the profile of Web Bot Auth (SIGN-30 to SIGN-38). */
export async function verifyMessageSigned(
  runtime: Runtime,
  parts: MessageSignedParts,
  claimed: ClaimedHttpSignature | string,
): Promise<SignatureProof> {
  if (typeof claimed === 'string') throw malformed(claimed, 'Send one signature with this tag, without escapes.')
  const { key_id, nonce, timestamp_ms } = readParameters(claimed, runtime.clock())
  const message = requireBase(runtime, parts, claimed)
  const holder = await runtime.keys.findByThumbprint(key_id)
  if (holder?.secondary?.kind !== 'device') throw notVerified(KEY_HINT)
  const { signature } = claimed
  if (!(await verifySignature(holder.key, message, signature))) {
    throw notVerified('Sign the signature base of RFC 9421 with the key that keyid names.')
  }
  return { kind: 'signature', holder, nonce, timestamp_ms, message, signature }
}

function readParameters({ parameters }: ClaimedHttpSignature, now: number) {
  const { alg = 'ed25519', keyid: key_id = '', nonce = '', created = '', expires = '' } = parameters
  if (alg !== 'ed25519') throw malformed('The alg of the signature is not ed25519', 'Sign with an Ed25519 device key.')
  if (key_id === '') throw malformed('The signature has no keyid', KEY_HINT)
  if (!/^\d+$/.test(created) || !/^\d+$/.test(expires)) {
    throw malformed('The signature has no created or no expires', 'Send both, in seconds since 1970.')
  }
  if (!NONCE.test(nonce)) {
    throw new Problem('aui-signature-nonce-required', 'The signature has no nonce of 1 to 256 characters.', {
      hint: 'Send a new random value of 128 bits with each request.',
    })
  }
  const timestamp_ms = Number(created) * SECOND
  requireFresh(timestamp_ms, now, 'created')
  if (Number(expires) * SECOND <= now) throw expired(now)
  return { key_id, nonce, timestamp_ms }
}

const expired = (now: number) =>
  new Problem('aui-signature-timestamp-expired', 'The signature has expired.', { server_time_ms: now })

const URI_PARTS = ['@authority', '@path', '@query']

/** The signature base; whatever may change what the request does has to be in it. */
function requireBase(
  { installation }: Runtime,
  { exchange: { method, headers, search }, publicPath, body }: MessageSignedParts,
  claimed: ClaimedHttpSignature,
): Buffer {
  const covers = (name: string) => claimed.covered.includes(name)
  const missing = ['@method', ...(body.length > 0 ? ['content-digest'] : [])].filter(name => !covers(name))
  if (!covers('@target-uri') && !URI_PARTS.every(covers)) missing.push('@target-uri')
  if (missing.length > 0) {
    throw malformed(
      `The signature does not cover ${missing.join(', ')}`,
      'Cover @method, @target-uri (or @authority, @path and @query), and content-digest if there is a body.',
    )
  }
  if (covers('content-digest') && headers['content-digest'] !== contentDigest(body)) {
    throw notVerified('Content-Digest must be sha-256 of the body, as in RFC 9530, and nothing else.')
  }
  const { origin, host } = new URL(installation.baseUrl)
  const base = signatureBase(claimed, {
    ...headers,
    '@method': method,
    '@target-uri': `${origin}${publicPath}${search}`,
    '@authority': host,
    '@path': publicPath,
    '@query': search || '?',
  })
  if (base) return base
  throw malformed(
    'The signature covers what the request does not have, or covers it twice',
    'Cover headers of the request, @method, @target-uri, @authority, @path and @query, without parameters.',
  )
}
