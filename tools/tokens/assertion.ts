import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import type { KeyRing, KnownKey } from '../core/credentials.ts'
import { Problem } from '../core/problems/problem.ts'
import { isUuid } from '../core/schemas.ts'
import { dummyVerify } from '../keys/verify-signature.ts'

/** By the type of the key (TOKEN-10, TOKEN-70). */
const ALGORITHMS: Readonly<Record<string, readonly string[]>> = {
  rsa: ['PS256', 'RS256'],
  ed25519: ['EdDSA', 'Ed25519'],
  ec: ['ES256'],
}
export const ASSERTION_ALGORITHMS = ALGORITHMS.rsa!
const KEY_ID = /^[0-9a-f]{64}$/
/** Maximum of `exp` minus `iat`. */
export const ASSERTION_LIFETIME_SECONDS = 300
const IAT_SKEW_S = 60
const JTI_CHARACTERS = 256

export interface ProvenAssertion {
  holder: KnownKey
  jti: string
  expires_at: Date
}

/** The same text for every error, so that nothing can be probed; problems of the token route have no `code`. */
export const invalidGrant = (hint: string): Problem =>
  new Problem('invalid-grant', 'The assertion was rejected.', {
    error: 'invalid_grant',
    error_description: 'The assertion was rejected.',
    hint,
  })

const HINT =
  'Sign PS256 or RS256 with the enrolled key: sub = agent_id, aud = the URL of this route, iat = now, exp at ' +
  'most iat + 300, jti = a new UUID.'

const refused = () => invalidGrant(HINT)

/** Verifies a JWT bearer assertion, except for the single use of its jti (TOKEN-10 to TOKEN-17). */
export async function proveAssertion(
  assertion: string,
  keys: KeyRing,
  terms: { audiences: readonly string[]; now: Date },
): Promise<ProvenAssertion> {
  const signer = readSigner(assertion)
  const known = signer && (await findSigner(keys, signer))
  if (!known) {
    await dummyVerify(assertion, Buffer.alloc(256))
    throw refused()
  }
  const proven = await verifyWith(assertion, known, terms)
  if (proven) return proven
  const current = await findSigner(keys, signer!, { fresh: true })
  const again =
    current && current.key_version !== known.key_version ? await verifyWith(assertion, current, terms) : null
  if (!again) throw refused()
  return again
}

interface Signer {
  agent_id: string
  /** The fingerprint of a device key; absent: the primary key. */
  fingerprint: string | undefined
}

/** A recovery key obtains no tokens (KEY-75). A `kid` that names no device key stands for the primary key. */
async function findSigner(keys: KeyRing, { agent_id, fingerprint }: Signer, options?: { fresh: boolean }) {
  if (fingerprint === undefined) return await keys.find(agent_id, options)
  const found = await keys.findSecondary({ agent_id, fingerprint }, options)
  return found?.secondary?.kind === 'device' ? found : await keys.find(agent_id, options)
}

function readSigner(assertion: string): Signer | undefined {
  try {
    const { alg = '', crit, kid } = decodeProtectedHeader(assertion)
    const { sub } = decodeJwt(assertion)
    const isSupported = crit === undefined && Object.values(ALGORITHMS).some(names => names.includes(alg))
    if (!isSupported || typeof sub !== 'string' || !isUuid(sub)) return undefined
    return { agent_id: sub.toLowerCase(), fingerprint: kid !== undefined && KEY_ID.test(kid) ? kid : undefined }
  } catch {
    return undefined
  }
}

async function verifyWith(
  assertion: string,
  holder: KnownKey,
  { audiences, now }: { audiences: readonly string[]; now: Date },
): Promise<ProvenAssertion | null> {
  try {
    const { payload } = await jwtVerify(assertion, holder.key, {
      algorithms: [...(ALGORITHMS[holder.key.asymmetricKeyType ?? ''] ?? [])],
      audience: [...audiences],
      currentDate: now,
      // For `nbf`; `exp` is checked below, without tolerance.
      clockTolerance: IAT_SKEW_S,
      requiredClaims: ['sub', 'aud', 'iat', 'exp', 'jti'],
    })
    const { sub, iss, jti, iat = Number.NaN, exp = Number.NaN } = payload
    const nowS = now.getTime() / 1000
    const isTimely = exp > nowS && iat <= nowS + IAT_SKEW_S && exp - iat <= ASSERTION_LIFETIME_SECONDS && exp > iat
    const isNamed =
      typeof jti === 'string' && jti !== '' && jti.length <= JTI_CHARACTERS && !/[\u0000-\u001f]/.test(jti)
    if (!isTimely || !isNamed || (iss !== undefined && iss !== sub)) return null
    return { holder, jti, expires_at: new Date(exp * 1000) }
  } catch {
    return null
  }
}
