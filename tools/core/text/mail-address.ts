import { isIPv4, isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'
import { z } from 'zod'

const ADDRESS_BYTES = 254
/** As it is sent: a domain beyond ASCII may be longer than what DNS has of it. */
const ADDRESS_CHARACTERS = 320
const LOCAL_BYTES = 64

/** RFC 5322 3.2.3, and beyond ASCII RFC 6531 3.3; nothing that cannot be seen. */
const ATOM = /^(?:[\w!#$%&'*+/=?^`{|}~-]|(?![\x00-\x7f])[\p{L}\p{M}\p{N}\p{P}\p{S}])+$/u

/**
 * Its content is visible ASCII, blanks, and what is escaped (RFC 5321 4.1.2), or beyond ASCII; but no angle bracket, of
 * which the mailer makes a blank: what is taken goes out as it is.
 */
const QUOTED =
  /^"(?:[\x20\x21\x23-\x3b\x3d\x3f-\x5b\x5d-\x7e]|\\[\x20-\x3b\x3d\x3f-\x7e]|(?![\x00-\x7f])[\p{L}\p{M}\p{N}\p{P}\p{S}])*"$/u

const LABEL = /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u

const LITERAL = /^\[(?:(IPv6:)([0-9a-f:.]+)|([0-9.]+))\]$/i

const isLocal = (local: string): boolean =>
  Buffer.byteLength(local) <= LOCAL_BYTES && (QUOTED.test(local) || local.split('.').every(atom => ATOM.test(atom)))

/** As it is compared: in lower case, and where it has other letters than ASCII as DNS has it. */
function readDomain(domain: string): string | undefined {
  const literal = LITERAL.exec(domain)
  if (literal) return isIPv6(literal[2] ?? '') || isIPv4(literal[3] ?? '') ? domain.toLowerCase() : undefined
  if (!domain.split('.').every(label => LABEL.test(label))) return undefined
  const ascii = domainToASCII(domain)
  return ascii === '' || ascii.split('.').some(label => label.length > 63) ? undefined : ascii
}

/** What is pasted with an address and nobody sees. */
export const withoutBlanksAround = (text: string): string =>
  text.replace(/^[\s\p{Cf}]+/u, '').replace(/(?<![\s\p{Cf}])[\s\p{Cf}]+$/u, '')

/** An address as it is kept and compared, whoever names it; `undefined`: none by RFC 5322 and RFC 6531. */
export function readMailAddress(text: string): string | undefined {
  // Ahead of all else: NFC takes quadratic time for marks.
  if (text.length > ADDRESS_CHARACTERS) return undefined
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at).normalize('NFC').toLowerCase()
  const domain = at < 1 ? undefined : readDomain(text.slice(at + 1).normalize('NFC'))
  if (domain === undefined || !isLocal(local)) return undefined
  const address = `${local}@${domain}`
  return Buffer.byteLength(address) <= ADDRESS_BYTES ? address : undefined
}

/** An address of mail; as an output of its parse it is the one that is compared. */
export const mailAddress = z
  .string()
  .max(ADDRESS_CHARACTERS)
  .refine(text => readMailAddress(text) !== undefined, 'must be an email address')
  .overwrite(text => readMailAddress(text) ?? text)
  .meta({ format: 'idn-email' })
