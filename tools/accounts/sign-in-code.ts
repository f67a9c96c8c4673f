import { createHmac, timingSafeEqual } from 'node:crypto'
import type { MailText } from '../../storage/mail/mail.ts'
import type { Context } from '../kernel/context.ts'
import { MINUTE } from '../kernel/durations.ts'

const DIGITS = 8
const CODES = 10 ** DIGITS
/** The largest multiple of `CODES` that four bytes can reach: above it the low codes would be likelier. */
const FAIR = Math.floor(2 ** 32 / CODES) * CODES

export const TRIES = 5

export function newCode(randomBytes: (count: number) => Buffer): string {
  let drawn = FAIR
  while (drawn >= FAIR) drawn = randomBytes(4).readUInt32BE()
  return String(drawn % CODES).padStart(DIGITS, '0')
}

/** Eight digits are soon tried: what is stored of them, in hex, tells nothing without the server's secret. */
export const codeDigest = (secret: Buffer, ticket: string, code: string): string =>
  createHmac('sha256', secret).update(`sign-in code\0${ticket}\0${code}`).digest('hex')

export const isSameDigest = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** As people read it. */
export const spaced = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`

interface Codes {
  expires_at: Date
  /** An account is there, or is made by the code. */
  isLetIn: boolean
}

/** The code stands where `{code}` does. */
export function signInMail(
  { installation, now }: Pick<Context, 'installation' | 'now'>,
  { expires_at, isLetIn }: Codes,
): MailText {
  const { name, baseUrl } = installation
  const minutes = Math.round((expires_at.getTime() - now.getTime()) / MINUTE)
  const content = isLetIn
    ? `{code}\n\nis your code for ${name}. Enter it in the window where you asked for it, at ${baseUrl}, within ${minutes} minutes.\n\nNobody of ${name} ever asks you for it. If you did not want to sign in, do nothing.\n`
    : `Somebody, probably you, wants to sign in to ${name} at ${baseUrl} with this address. No account has it, and new ones are made by the operators alone: ask them.\n`
  return { subject: `Sign in to ${name}`, content, created_at: now, expires_at }
}
