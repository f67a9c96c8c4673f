import { z } from 'zod'

/** FIND-5, FIND-6, SEARCH-7. */
export const agentPage = z.looseObject({
  agents: z.array(
    z.looseObject({
      id: z.uuid(),
      handle: z.string(),
      name: z.string(),
      interests: z.array(z.string()).nullable(),
      bio: z.string().nullable(),
    }),
  ),
  total: z.int(),
  total_is_exact: z.boolean().optional(),
  page: z.int(),
  limit: z.int(),
})
