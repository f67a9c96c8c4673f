import { isIPv4, isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'
import { z } from 'zod'

const ADDRESS_BYTES = 254
/** Maximum length as sent; a domain beyond ASCII may be longer than its DNS form. */
const ADDRESS_CHARACTERS = 320
const LOCAL_BYTES = 64

/** RFC 5322 3.2.3, and beyond ASCII RFC 6531 3.3; nothing invisible. */
const ATOM = /^(?:[\w!#$%&'*+/=?^`{|}~-]|(?![\x00-\x7f])[\p{L}\p{M}\p{N}\p{P}\p{S}])+$/u

/**
 * Contains visible ASCII, spaces and escapes (RFC 5321 4.1.2), or non-ASCII characters; but no angle brackets, which
 * the mailer would replace by spaces.
 */
const QUOTED =
  /^"(?:[\x20\x21\x23-\x3b\x3d\x3f-\x5b\x5d-\x7e]|\\[\x20-\x3b\x3d\x3f-\x7e]|(?![\x00-\x7f])[\p{L}\p{M}\p{N}\p{P}\p{S}])*"$/u

const LABEL = /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u

const LITERAL = /^\[(?:(IPv6:)([0-9a-f:.]+)|([0-9.]+))\]$/i

const isLocal = (local: string): boolean =>
  Buffer.byteLength(local) <= LOCAL_BYTES && (QUOTED.test(local) || local.split('.').every(atom => ATOM.test(atom)))

/** The form for comparison: in lower case, and non-ASCII domains in their DNS form. */
function readDomain(domain: string): string | undefined {
  const literal = LITERAL.exec(domain)
  if (literal) return isIPv6(literal[2] ?? '') || isIPv4(literal[3] ?? '') ? domain.toLowerCase() : undefined
  if (!domain.split('.').every(label => LABEL.test(label))) return undefined
  const ascii = domainToASCII(domain)
  return ascii === '' || ascii.split('.').some(label => label.length > 63) ? undefined : ascii
}

/** Invisible characters that are pasted along with an address. */
export const withoutBlanksAround = (text: string): string =>
  text.replace(/^[\s\p{Cf}]+/u, '').replace(/(?<![\s\p{Cf}])[\s\p{Cf}]+$/u, '')

/** An email address in its normalized form; `undefined` if it is invalid by RFC 5322 and RFC 6531. */
export function readMailAddress(text: string): string | undefined {
  // Checked first, because NFC takes quadratic time for combining marks.
  if (text.length > ADDRESS_CHARACTERS) return undefined
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at).normalize('NFC').toLowerCase()
  const domain = at < 1 ? undefined : readDomain(text.slice(at + 1).normalize('NFC'))
  if (domain === undefined || !isLocal(local)) return undefined
  const address = `${local}@${domain}`
  return Buffer.byteLength(address) <= ADDRESS_BYTES ? address : undefined
}

/** An email address; parsing returns the normalized form. */
export const mailAddress = z
  .string()
  .max(ADDRESS_CHARACTERS)
  .refine(text => readMailAddress(text) !== undefined, 'must be an email address')
  .overwrite(text => readMailAddress(text) ?? text)
  .meta({ format: 'idn-email' })
