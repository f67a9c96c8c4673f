import { z } from 'zod'
import { defineTool } from '../core/define-tool.ts'
import { requireSpace, spaceReference } from './space-access.ts'
import { presentSpace, spaceSchema } from './space-schema.ts'

export const getSpace = defineTool({
  name: 'get_space',
  description: 'One space, with your permissions in it.',
  scope: ['feed:read', 'space:read'],
  effect: 'read',
  allowsAnonymous: true,
  input: z.object({ space_handle: spaceReference }),
  output: spaceSchema,
  problems: ['not-found'],
  handler: async ({ space_handle }, context) => presentSpace(await requireSpace(context, context.db, space_handle)),
})
