// Written by `npm run generate` from tools/endpoints/card/forms.ts.
import { canonicalJson as canonicalize } from '../canonical-json.ts'
import { CARD, dropEmpty, project } from './card-shape.ts'

/**
 * What different signers take for the canonical form of a card. `specification`: what must be there stands even when
 * empty, other presets do not. `sdk`: nothing empty stands. `raw`: as it is served. `sdk-ascii`: as escaped by
 * `json.dumps` of Python. `sdk-instance`: what a signer makes of a card that was built, not read, which has no schemes.
 */
export const CANONICAL_FORMS = ['specification', 'sdk', 'raw', 'sdk-ascii', 'sdk-instance'] as const

export type CanonicalForm = (typeof CANONICAL_FORMS)[number]

type Json = Readonly<Record<string, unknown>>

/** The texts that a signature of the card may be of, in the order in which they are tried, each once. */
export function canonicalForms({ signatures: _, ...card }: Json): { form: CanonicalForm; text: string }[] {
  const sdk = write(dropEmpty(project(card, CARD)))
  const { securitySchemes: __, ...built } = card
  const texts: Record<CanonicalForm, string> = {
    specification: write(project(card, CARD)),
    sdk,
    raw: write(card),
    'sdk-ascii': escapeAsPython(sdk),
    'sdk-instance': write(dropEmpty(project(built, CARD))),
  }
  const seen = new Set<string>()
  return CANONICAL_FORMS.flatMap(form => {
    const text = texts[form]
    if (seen.has(text)) return []
    seen.add(text)
    return [{ form, text }]
  })
}

const write = (value: unknown) => canonicalize(value) ?? '{}'

const escapeAsPython = (text: string) =>
  text.replace(/[\u007f-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
