import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourcePath } from '../source.ts'

/** A row by column title, without code marks. */
type TableRow = Record<string, string>

/** The rows of a generated protocol table, such as `routes`, `tools` or `scopes`. */
export function readTable(name: string): TableRow[] {
  const folder = sourcePath('protocol')
  const text = readdirSync(folder)
    .filter(file => file.endsWith('.md'))
    .map(file => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  const [, table = ''] = new RegExp(`<!-- generated: ${name} -->\\n([\\s\\S]*?)<!-- /generated -->`).exec(text) ?? []
  const [titles = [], , ...rows] = table
    .split('\n')
    .filter(line => line.startsWith('|'))
    .map(cellsOf)
  return rows.map(row => Object.fromEntries(titles.map((title, index) => [title, row[index] ?? ''])))
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim().replaceAll('`', ''))

/** A tool in the protocol's table. `scopes`: any one of them suffices. */
export type TabledTool = { name: string; scopes: string[]; reads: boolean; needed: string[]; optional: string[] }

export function readTools(): TabledTool[] {
  return readTable('tools').map(({ tool = '', scope = '', effect = '', arguments: given = '' }) => {
    const names = given.split(', ').filter(name => name !== '')
    return {
      name: tool,
      scopes: scope.split(' or '),
      reads: effect.split(', ')[0] === 'read',
      needed: names.filter(name => !name.endsWith('?')),
      optional: names.filter(name => name.endsWith('?')).map(name => name.slice(0, -1)),
    }
  })
}
