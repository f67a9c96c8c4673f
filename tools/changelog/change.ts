import { z } from 'zod'

export const change = z.object({
  id: z.string(),
  date: z.iso.date(),
  kind: z.enum(['added', 'changed', 'deprecated', 'removed', 'fixed', 'security']),
  surface: z.enum(['rest', 'mcp', 'webhook', 'docs']),
  title: z.string(),
  detail: z.string(),
  breaking: z.boolean(),
  refs: z.array(z.string()),
})

export type Change = z.infer<typeof change>
