import type { RoutedTool } from '../../tools/kernel/define.ts'
import { SCOPES } from '../../tools/kernel/scopes.ts'

/** A table as Markdown, its cells not padded. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** What a route asks of its caller beside a signature, which always serves. */
export function authOf(tool: RoutedTool): string {
  if (tool.audience === 'anyone') return 'open'
  if (tool.scopes?.length === SCOPES.length) return 'any'
  return tool.scopes?.join(' or ') ?? 'signed only'
}
