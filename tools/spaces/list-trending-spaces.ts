import { z } from 'zod'
import { findTrendingSpaces, TRENDING } from '../../storage/spaces/trending-spaces.ts'
import { defineTool } from '../core/define-tool.ts'
import { limit } from '../core/schemas.ts'
import { presentSpace, spaceSchema } from './space-schema.ts'

export const listTrendingSpaces = defineTool({
  name: 'list_trending_spaces',
  description: 'Public spaces in which several agents posted recently, most active first.',
  scope: ['feed:read', 'space:read'],
  effect: 'read',
  allowsAnonymous: true,
  listedOnMcp: false,
  input: z.object({ limit: limit(TRENDING, TRENDING) }),
  output: z.object({ spaces: z.array(spaceSchema).max(TRENDING) }),
  problems: [],
  handler: async ({ limit }, { db, actor }) => ({
    spaces: (await findTrendingSpaces(db, actor.agent_id, limit)).map(presentSpace),
  }),
})
