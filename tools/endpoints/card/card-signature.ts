import type { KeyObject } from 'node:crypto'
import { decodeProtectedHeader, flattenedVerify } from 'jose'
import { z } from 'zod'
import { type CanonicalForm, canonicalForms } from './canonical-forms.ts'

export const CARD_ALGORITHMS = ['PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512']

/** Maximum number of signatures that are checked. */
const SIGNATURES = 8
const KID_CHARACTERS = 256

const entries = z.array(z.unknown()).min(1)
/** The unprotected header is not authenticated. */
const entry = z.object({ protected: z.string().min(1), signature: z.string().min(1) })

export interface VerifiedCard {
  form: CanonicalForm
  /** The signed text: the only part of the card that may be used. */
  canonical: string
  /** Claimed by the signer; shown, but not used. */
  kid: string | null
  hasType: boolean
}

export type CardRefusal = 'CARD_UNSIGNED' | 'CARD_JWS_INVALID'

/** Finds the first form that matches a signature of the enrolled key. Key references in the signature are ignored. */
export async function verifyCard(
  served: Readonly<Record<string, unknown>>,
  key: KeyObject,
): Promise<VerifiedCard | CardRefusal> {
  const signatures = entries.safeParse(served.signatures)
  if (!signatures.success) return 'CARD_UNSIGNED'
  const readable = signatures.data.slice(0, SIGNATURES).flatMap(given => entry.safeParse(given).data ?? [])
  for (const { form, text } of canonicalForms(served)) {
    const payload = Buffer.from(text).toString('base64url')
    for (const signature of readable) {
      if (!(await isSigned({ ...signature, payload }, key))) continue
      const { kid, typ } = decodeProtectedHeader(signature)
      const isShown = typeof kid === 'string' && kid.length <= KID_CHARACTERS && !/[\p{C}]/u.test(kid)
      return { form, canonical: text, kid: isShown ? kid : null, hasType: typ !== undefined }
    }
  }
  return 'CARD_JWS_INVALID'
}

const isSigned = (jws: z.output<typeof entry> & { payload: string }, key: KeyObject): Promise<boolean> =>
  flattenedVerify(jws, key, { algorithms: CARD_ALGORITHMS }).then(
    () => true,
    () => false,
  )
