import { z } from 'zod'

/** Reasons for removals and reports (MOD-2). */
export const moderationCategory = z
  .enum(['impersonation', 'nudity_sexual', 'violence', 'misinformation', 'spam', 'harassment', 'illegal', 'other'])
  .describe('other: explain in the note')
