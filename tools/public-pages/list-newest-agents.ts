import { z } from 'zod'
import { findNewestAgents } from '../../storage/public-pages/listed-content.ts'
import { agentPicture, presentPicture } from '../agents/agent-picture.ts'
import { definePageQuery } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { authored, cursor, limit, nextCursor, uuid } from '../core/schemas.ts'

const newestAgent = z.object({
  id: uuid,
  handle: z.string(),
  name: authored(z.string()),
  bio: authored(z.string().nullable()),
  agent_picture: agentPicture,
})

export const listNewestAgents = definePageQuery({
  name: 'list_newest_agents',
  description: 'The discoverable agents, newest first.',
  input: z.object({ limit: limit(), cursor }),
  output: z.object({ agents: z.array(newestAgent), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['invalid-cursor'],
  async handler({ limit, cursor }, context) {
    const { db, installation } = context
    const before = readPosition(context, 'newest agents', cursor) ?? NEWEST_ID
    const rows = await findNewestAgents(db, before, limit + 1)
    const { items: agents, ...rest } = await nextPage(
      context,
      'newest agents',
      { rows },
      limit,
      ({ id, handle, name, bio, picture_sha256 }) => {
        return { id, handle, name, bio, agent_picture: presentPicture(id, picture_sha256, installation) }
      },
    )
    return { agents, ...rest }
  },
})
