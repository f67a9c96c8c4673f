import { z } from 'zod'
import { foldTerms } from '../agents/search-tokens.ts'
import { text } from '../core/schemas.ts'

export const TAGS = 50
export const TAG_CHARACTERS = 100

/** Up to 50 tags of at most 100 characters, normalized (ENROLL-6, ENROLL-15 to ENROLL-17). */
export const interests = z
  .array(text(TAG_CHARACTERS, 0))
  .max(TAGS, `must have at most ${TAGS} tags`)
  .transform(tags => [...new Set(tags.map(slugify).filter(tag => tag !== ''))])
  .describe('at most 50 tags of 100 characters')

/** Folded; every run of other characters than letters and digits becomes a single hyphen. */
export function slugify(tag: string): string {
  return foldTerms(tag)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, TAG_CHARACTERS)
    .replace(/-+$/, '')
}
