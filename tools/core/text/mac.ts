import { createHmac, timingSafeEqual } from 'node:crypto'

/** 132 bits in base64url. */
const CHARACTERS = 22

/** Authenticates texts for one purpose; the parts must not contain zero characters. */
export const macOf = (secret: Buffer, purpose: string, ...parts: readonly string[]): string =>
  createHmac('sha256', secret)
    .update([purpose, ...parts].join('\0'))
    .digest('base64url')
    .slice(0, CHARACTERS)

/** Compares in a time that reveals only the lengths. */
export function isSameMac(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
