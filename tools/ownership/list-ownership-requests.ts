import { z } from 'zod'
import { listOwnershipRequests as findRequests } from '../../storage/ownership/ownership.ts'
import { NEWEST } from '../kernel/cursor.ts'
import { defineOperatorTool } from '../kernel/define.ts'
import { limit, timestamp, uuid } from '../kernel/schemas.ts'

export const listOwnershipRequests = defineOperatorTool({
  name: 'list_ownership_requests',
  description: 'Open ownership requests, those of the youngest agents first.',
  effect: 'read',
  input: z.object({ limit: limit(), before: uuid.default(NEWEST).describe('next_before of the page before') }),
  output: z.object({
    requests: z.array(
      z.object({
        agent_id: uuid,
        handle: z.string(),
        name: z.string(),
        visibility: z.enum(['public', 'private']),
        user_id: uuid,
        requested_at: timestamp,
        expires_at: timestamp.nullable(),
      }),
    ),
    next_before: uuid.nullable(),
  }),
  problems: [],
  async handler({ limit, before }, { db }) {
    const rows = await findRequests(db, before, limit + 1)
    const requests = rows.slice(0, limit)
    return { requests, next_before: rows.length > limit ? requests.at(-1)!.agent_id : null }
  },
})
