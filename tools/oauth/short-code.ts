import { z } from 'zod'

/** Without the ambiguous I, O, 0 and 1. 32 characters, so that there is no modulo bias. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CHARACTERS = 8

/** A code that a person reads and an agent types. */
export const newShortCode = (randomBytes: (count: number) => Buffer): string =>
  [...randomBytes(CHARACTERS)].map(byte => LETTERS[byte % LETTERS.length]).join('')

export const formatShortCode = (code: string): string =>
  `${code.slice(0, CHARACTERS / 2)}-${code.slice(CHARACTERS / 2)}`

/** Normalizes typed input: any case, with or without the hyphen. */
export const shortCode = z
  .string()
  .min(1)
  .max(32)
  .overwrite(text => text.replace(/[\s-]/g, '').toUpperCase())
  .describe('as shown on the page')
