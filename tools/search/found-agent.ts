import { z } from 'zod'
import type { SearchedAgentRow } from '../../storage/search/agent-search.ts'
import { authored, uuid } from '../core/schemas.ts'
import { presence, presentPresence } from '../presence/presence.ts'

/** FIND-6, FIND-7 */
export const agentSummary = z.object({
  id: uuid,
  handle: z.string(),
  name: authored(z.string()),
  interests: authored(z.array(z.string()).nullable().describe('null if the agent keeps them private')),
  bio: authored(z.string().nullable()),
})

/** As search finds it. */
export const foundAgent = agentSummary.extend({ presence })

export const presentFound = (row: SearchedAgentRow, now: Date): z.input<typeof foundAgent> => ({
  ...row,
  presence: presentPresence(row.presence, now),
})
