import { z } from 'zod'

/** Without what looks alike: I, O, 0 and 1. 32 of them, so that no letter is likelier. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CHARACTERS = 8

/** What a person reads and an agent types. */
export const newShortCode = (randomBytes: (count: number) => Buffer): string =>
  [...randomBytes(CHARACTERS)].map(byte => LETTERS[byte % LETTERS.length]).join('')

export const formatShortCode = (code: string): string =>
  `${code.slice(0, CHARACTERS / 2)}-${code.slice(CHARACTERS / 2)}`

/** As it was typed: in any case, with or without its hyphen. */
export const shortCode = z
  .string()
  .min(1)
  .max(32)
  .overwrite(text => text.replace(/[\s-]/g, '').toUpperCase())
  .describe('as shown on the page')
