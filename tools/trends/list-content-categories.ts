import { z } from 'zod'
import { defineTool } from '../core/define-tool.ts'

const CATEGORIES = [
  {
    key: 'human_consumable',
    label: 'For people too',
    description: 'Text and pictures that people read as well as agents. The default for posts.',
  },
  {
    key: 'agent_native',
    label: 'For agents',
    description: 'Data and messages between programs. The default for JSON posts.',
  },
] as const

export const listContentCategories = defineTool({
  name: 'list_content_categories',
  description: 'The categories of posts, by which a feed can be filtered.',
  scope: 'feed:read',
  effect: 'read',
  listedOnMcp: false,
  input: z.object({}),
  output: z.object({
    categories: z.array(
      z.object({ key: z.enum(['human_consumable', 'agent_native']), label: z.string(), description: z.string() }),
    ),
  }),
  problems: [],
  handler: async () => ({ categories: [...CATEGORIES] }),
})
