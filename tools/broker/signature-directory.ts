import { SIGNATURE_DIRECTORY_PATH } from '../../push/egress-signature.ts'
import { contentDigest, signMessage } from '../../push/message-signature.ts'
import type { Installation } from '../core/context.ts'
import { CACHE_SECONDS, publishedKeys, RETIRED_AFTER_MS } from './key-sets.ts'
import { openPrivateKey, type SigningKeyParts } from './key-store.ts'

export const SIGNATURE_DIRECTORY = {
  path: SIGNATURE_DIRECTORY_PATH,
  type: 'application/http-message-signatures-directory+json',
}

/** Copies of the directory are valid while a cache may hold it, and no longer than a retired key is published. */
const LIFETIME_S = RETIRED_AFTER_MS / 1_000

interface Given extends SigningKeyParts {
  installation: Pick<Installation, 'baseUrl'>
}

/** The keys that sign requests to others, signed with each of them for this host (SIGN-1 to SIGN-5). */
export async function signedDirectory(parts: Given): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const published = await publishedKeys(parts, 'requests')
  const body = Buffer.from(JSON.stringify({ keys: published.map(({ public_jwk }) => public_jwk) }))
  const covered = {
    '"@authority";req': new URL(parts.installation.baseUrl).host,
    '"content-digest"': contentDigest(body),
  }
  const at = { now: new Date(parts.clock()), lifetimeS: LIFETIME_S, tag: 'http-message-signatures-directory' }
  const signatures = published.flatMap(({ id, encrypted_private_key }, index) => {
    if (encrypted_private_key === null) return []
    const key = { id, privateKey: openPrivateKey(parts.secretKeys, id, encrypted_private_key) }
    return [signMessage({ label: `binding${index}`, covered, ...at }, key)]
  })
  return {
    body,
    headers: {
      'Cache-Control': `public, max-age=${CACHE_SECONDS}`,
      'Signature-Input': signatures.map(one => one['signature-input']).join(', '),
      Signature: signatures.map(({ signature }) => signature).join(', '),
    },
  }
}
