import { createHmac, timingSafeEqual } from 'node:crypto'
import type { MailText } from '../../storage/mail/mail-queue.ts'
import type { Context } from '../core/context.ts'
import { MINUTE } from '../core/durations.ts'

const DIGITS = 8

export const TRIES = 5

/**
 * Derives the code of an address from a server key and a salt in hex: it can be mailed again, and is stored nowhere.
 */
export function deriveCode(secret: Buffer, email: string, salt: string): string {
  const drawn = createHmac('sha256', secret).update(`code of\0${email}\0${salt}`).digest().readUIntBE(0, 6)
  // Modulo bias of 2^48 values: one in three million.
  return String(drawn % 10 ** DIGITS).padStart(DIGITS, '0')
}

/**
 * Normalizes a code as people type or paste it: digits of any script, with formatting of mail programs and keyboards.
 */
export const readCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Z}\p{C}\p{P}]/gu, '')
    .replace(/\p{Nd}/gu, digit => String(digitOf(digit)))

/** Unicode has the digits of each script from 0 to 9 in sequence. */
function digitOf(digit: string): number {
  const point = digit.codePointAt(0)!
  let zero = point
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return (point - zero) % 10
}

/** Eight digits are quickly guessed; the stored hash, in hex, reveals nothing without the server's key. */
export const codeDigest = (secret: Buffer, ticket: string, code: string): string =>
  createHmac('sha256', secret).update(`sign-in code\0${ticket}\0${code}`).digest('hex')

export const isSameDigest = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

interface Codes {
  expires_at: Date
  /** Whether an account exists, or is created with the code. */
  isLetIn: boolean
}

/** `{code}` is the placeholder. */
export function signInMail(
  { installation, now }: Pick<Context, 'installation' | 'now'>,
  { expires_at, isLetIn }: Codes,
): MailText {
  const { name, baseUrl } = installation
  const minutes = Math.round((expires_at.getTime() - now.getTime()) / MINUTE)
  const paragraphs = isLetIn
    ? [
        '{code}',
        `This is your sign-in code for ${name}.`,
        `Enter it within ${minutes} minutes in the browser window where you requested it, at ${baseUrl}.`,
        `Nobody from ${name} will ever ask you for this code. If you did not try to sign in, ignore this email.`,
      ]
    : [
        `Somebody, probably you, tried to sign in to ${name} at ${baseUrl} with this email address.`,
        'No account uses it, and only the operators create new accounts. Ask them for one.',
      ]
  return { subject: `Sign in to ${name}`, content: `${paragraphs.join('\n\n')}\n`, created_at: now, expires_at }
}
