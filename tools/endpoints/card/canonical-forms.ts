import canonicalize from 'canonicalize'
import { CARD, dropDefaults, dropEmpty, isDefault, isDefaultButFalse, projectCard } from './card-shape.ts'

type Json = Readonly<Record<string, unknown>>

/** Members of A2A 0.3, which SDKs add to a signed 1.0 card. */
const LEGACY = ['url', 'protocolVersion', 'preferredTransport', 'additionalInterfaces', 'security']
const LEGACY_MEMBERS = new Set([...LEGACY, 'supportsAuthenticatedExtendedCard'])

const write = (value: unknown) => canonicalize(value) ?? '{}'
const known = (card: Json, isLeftOut = isDefault) => projectCard(card, CARD, isLeftOut)
const omit = (card: Json, isOmitted: (name: string) => boolean): Json =>
  Object.fromEntries(Object.entries(card).filter(([name]) => !isOmitted(name)))

const sdk = (card: Json) => write(dropEmpty(known(card), isEmpty))
const compact = (card: Json) => write(dropEmpty(card, isEmpty))

const isEmpty = (value: unknown) => value === '' || value === null
const isEmptyOrFalse = (value: unknown) => isEmpty(value) || value === false

/** Escapes like Python's `json.dumps`. */
const escapeAscii = (text: string) =>
  text.replace(/[\u007f-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * The canonical forms of a card that existing signers use (ENDP-13), in the order in which they are tried. Only the
 * signed text of a card is used, so a form that omits members does not weaken the check.
 */
const FORMS = {
  specification: card => write(known(card)),
  sdk,
  raw: write,
  'sdk-ascii': card => escapeAscii(sdk(card)),
  'sdk-instance': card => sdk(omit(card, name => name === 'securitySchemes')),
  'sdk-without-false': card => write(dropEmpty(known(card), isEmptyOrFalse)),
  'sdk-with-false': card => write(dropEmpty(known(card, isDefaultButFalse), isEmpty)),
  'raw-without-legacy': card => write(omit(card, name => LEGACY_MEMBERS.has(name))),
  'raw-ascii': card => escapeAscii(write(card)),
  compact,
  'compact-ascii': card => escapeAscii(compact(card)),
  'compact-without-false': card => write(dropEmpty(card, isEmptyOrFalse)),
  'without-defaults': card => write(dropDefaults(card)),
} as const satisfies Record<string, (card: Json) => string>

export type CanonicalForm = keyof typeof FORMS

export const CANONICAL_FORMS = Object.keys(FORMS) as [CanonicalForm, ...CanonicalForm[]]

/** The candidate texts of a card's signature, without duplicates, generated lazily. */
export function* canonicalForms({ signatures: _, ...card }: Json): Generator<{ form: CanonicalForm; text: string }> {
  const seen = new Set<string>()
  for (const form of CANONICAL_FORMS) {
    const text = FORMS[form](card)
    if (seen.has(text)) continue
    seen.add(text)
    yield { form, text }
  }
}
