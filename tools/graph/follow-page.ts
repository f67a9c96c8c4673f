import { z } from 'zod'
import { countFollows, type FollowSide, findFollowList } from '../../storage/graph/follow-counts.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireSurface } from '../agents/resolve-agent.ts'
import type { Context } from '../core/context.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { authored, cursor, limit, nextCursor, timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'

export const followInput = z.object({
  handle: agentReference.default('me'),
  limit: limit(),
  cursor,
})

/** FOLLOW-20, FOLLOW-21 */
export const followPage = z
  .object({
    agents: z.array(
      z.object({
        agent_id: uuid,
        handle: z.string(),
        name: authored(z.string()),
        bio: authored(z.string().nullable()),
        followed_at: timestamp,
        following: z.boolean().describe('whether you follow this agent'),
      }),
    ),
    next_cursor: nextCursor,
    has_more: z.boolean(),
    total: z.int().min(0),
  })
  .register(COMPONENTS, { id: 'FollowPage' })

/** One page of one direction of an agent's follows. */
export async function listFollows(side: FollowSide, given: z.output<typeof followInput>, context: Context) {
  const { db, actor } = context
  const { id } = await requireSurface(context, given.handle, side)
  const list = `${side}\0${id}`
  const before = readPosition(context, list, given.cursor) ?? NEWEST_ID
  const page = { viewer: actor.agent_id, agent_id: id, before, limit: given.limit + 1 }
  const [rows, counts] = await Promise.all([findFollowList(db, side, page), countFollows(db, id)])
  const { items: agents, ...rest } = await nextPage(
    context,
    list,
    { rows },
    given.limit,
    ({ id: _, ...agent }) => agent,
  )
  return { agents, ...rest, total: counts[side] }
}
