export const KINDS = ['added', 'changed', 'deprecated', 'removed', 'fixed', 'security'] as const
export const SURFACES = ['rest', 'mcp', 'webhook', 'docs'] as const

export interface ChangelogEntry {
  id: string
  date: string
  kind: (typeof KINDS)[number]
  surface: (typeof SURFACES)[number]
  title: string
  detail: string
  breaking: boolean
  refs: string[]
}
