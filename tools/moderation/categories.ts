import { z } from 'zod'

/** What content is removed or reported for (MOD-2). */
export const moderationCategory = z
  .enum(['impersonation', 'nudity_sexual', 'violence', 'misinformation', 'spam', 'harassment', 'illegal', 'other'])
  .describe('other: explain in the note')
