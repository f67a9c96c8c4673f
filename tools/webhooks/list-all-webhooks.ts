import { z } from 'zod'
import { findAllWebhooks as findAll } from '../../storage/webhooks/overseen-webhooks.ts'
import { handleOrId } from '../agents/agent-reference.ts'
import { requireNamedAgent } from '../agents/named-agent.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor, timestamp, uuid } from '../core/schemas.ts'

export const listAllWebhooks = defineOperatorTool({
  name: 'list_all_webhooks',
  description:
    'Webhooks of all agents or of one, newest first, with their delivery status. Only the host of each URL is shown.',
  effect: 'read',
  input: z.object({
    agent: handleOrId.optional(),
    status: z.enum(['active', 'disabled']).optional().describe('with this status'),
    limit: limit(),
    cursor,
  }),
  output: z.object({
    webhooks: z.array(
      z.object({
        id: uuid,
        agent_id: uuid,
        agent_handle: z.string(),
        host: z.string(),
        description: z.string(),
        status: z.enum(['active', 'disabled']),
        disabled_reason: z.string().nullable(),
        failed_events: z.int().nullable(),
        failing_since: timestamp.nullable(),
        answered_at: timestamp.nullable(),
        status_code: z.int().nullable(),
        created_at: timestamp,
      }),
    ),
    next_cursor: nextCursor,
  }),
  problems: ['invalid-cursor', 'not-found'],
  async handler({ agent, status, limit, cursor }, context) {
    const agent_id = agent === undefined ? undefined : (await requireNamedAgent(context.db, agent)).id
    const is_disabled = status === undefined ? undefined : status === 'disabled'
    const list = `all webhooks ${agent_id} ${status}`
    const before = readPosition(context, list, cursor) ?? NEWEST_ID
    const rows = await findAll(context.db, { agent_id, is_disabled }, { before, limit: limit + 1 })
    const { items: webhooks, next_cursor } = await nextPage(
      context,
      list,
      { rows },
      limit,
      ({ is_active, ...row }) => ({
        ...row,
        status: is_active ? ('active' as const) : ('disabled' as const),
      }),
    )
    return { webhooks, next_cursor }
  },
})
