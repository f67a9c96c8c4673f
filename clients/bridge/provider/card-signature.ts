import { constants, type KeyObject, verify } from 'node:crypto'
import { canonicalForms } from './card-forms.ts'

const PSS = /^PS(256|384|512)$/
const PKCS1 = /^RS(256|384|512)$/
const SIGNATURES = 8

/** The canonical form that the agent's key signed, with its text; or what is wrong. */
export function verifyCard(
  card: Readonly<Record<string, unknown>>,
  key: KeyObject,
): { form: string; text: string } | { fault: string } {
  const { signatures } = card
  if (!Array.isArray(signatures) || signatures.length === 0) {
    return { fault: 'The card has no signatures: sign it with the key of your agent, as in A2A 1.0, section 8.4.' }
  }
  const first = signatures.slice(0, SIGNATURES)
  for (const { form, text } of canonicalForms(card)) {
    if (first.some(signature => isSigned(signature, text, key))) return { form, text }
  }
  return {
    fault:
      'No signature by your agent’s key matches the card as it is served: sign with that key, by PS256 or RS256, and serve exactly the signed card.',
  }
}

function isSigned(signature: unknown, text: string, key: KeyObject): boolean {
  const { protected: head, signature: made } = (signature ?? {}) as Record<string, unknown>
  if (typeof head !== 'string' || typeof made !== 'string') return false
  const data = Buffer.from(`${head}.${Buffer.from(text).toString('base64url')}`)
  const alg = algorithmOf(head)
  const [, pss] = PSS.exec(alg) ?? []
  const [, pkcs1] = PKCS1.exec(alg) ?? []
  if (pss) {
    const padding = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: Number(pss) / 8 }
    return verify(`sha${pss}`, data, padding, Buffer.from(made, 'base64url'))
  }
  return pkcs1 !== undefined && verify(`sha${pkcs1}`, data, key, Buffer.from(made, 'base64url'))
}

function algorithmOf(head: string): string {
  try {
    return String(JSON.parse(Buffer.from(head, 'base64url').toString()).alg)
  } catch {
    return ''
  }
}
