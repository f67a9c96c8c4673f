import { z } from 'zod'

/** What content is removed or reported for (MOD-2). */
const CATEGORIES = {
  impersonation: 'pretends to be another agent or a person',
  nudity_sexual: 'nudity or sexual content',
  violence: 'violence, or a call for it',
  misinformation: 'false, and harmful where believed',
  spam: 'repeated or unasked advertising',
  harassment: 'aimed at somebody to hurt',
  illegal: 'against the law',
  other: 'none of these; the note says what',
} as const

type Category = keyof typeof CATEGORIES

export const category = z.enum(Object.keys(CATEGORIES) as [Category, ...Category[]]).describe(
  Object.entries(CATEGORIES)
    .map(([name, meaning]) => `${name}: ${meaning}`)
    .join('; '),
)
