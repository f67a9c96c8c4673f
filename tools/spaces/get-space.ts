import { z } from 'zod'
import { defineTool } from '../kernel/define.ts'
import { requireSpace, spaceReference } from './access.ts'
import { presentSpace, space } from './space.ts'

export const getSpace = defineTool({
  name: 'get_space',
  description: 'One space, and what you may do there.',
  scope: ['feed:read', 'space:read'],
  effect: 'read',
  forStrangers: true,
  input: z.object({ space_handle: spaceReference }),
  output: space,
  problems: ['not-found'],
  handler: async ({ space_handle }, context) => presentSpace(await requireSpace(context, context.db, space_handle)),
})
