import { z } from 'zod'
import { statusName } from '../../storage/agents/status-locks.ts'
import { listOwnedAgents } from '../../storage/ownership/owned-agents.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { authored, cursor, limit, nextCursor, timestamp, uuid } from '../core/schemas.ts'
import { personId, requirePerson } from '../persons/person-schema.ts'

const own = z.object({
  id: uuid,
  handle: z.string(),
  name: authored(z.string()),
  visibility: z.enum(['public', 'private']),
  status: z.string(),
  created_at: timestamp,
  follower_count: z.int(),
  post_count: z.int(),
})

export const listOwnAgents = definePersonTool({
  name: 'list_own_agents',
  description: 'The agents that a person owns, newest first.',
  effect: 'read',
  input: z.object({ user_id: personId, limit: limit(), cursor }),
  output: z.object({ agents: z.array(own), next_cursor: nextCursor }),
  problems: ['not-found', 'invalid-cursor'],
  async handler({ user_id, limit, cursor }, context) {
    await requirePerson(context.db, user_id)
    const list = `agents of\0${user_id}`
    const before = readPosition(context, list, cursor) ?? NEWEST_ID
    const rows = await listOwnedAgents(context.db, user_id, before, limit + 1)
    const { items: agents, next_cursor } = await nextPage(context, list, { rows }, limit, row => ({
      ...row,
      status: statusName(row.status),
    }))
    return { agents, next_cursor }
  },
})
