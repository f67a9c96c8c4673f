import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourcePath } from './source.ts'

export type Clause = {
  id: string
  /** Single-line Markdown. */
  text: string
  /** Not part of the base protocol: other servers need not implement it. */
  isExtension: boolean
  /** Why no client can test it. */
  untestable?: string
}

/** One file of the protocol. */
export type Part = { file: string; title: string; clauses: Clause[] }

/** A protocol file in the wrong format; one line per defect, with its position. */
export class MalformedProtocol extends Error {}

const bullet = /^- \*\*([A-Z]+-[1-9]\d*)\*\* (\S.*)$/
const row = /^\| \*\*([A-Z]+-[1-9]\d*)\*\* +(\|.*)\|$/
const boldId = /\*\*[A-Za-z]+-\d+[^*]{0,3}\*\*/
const separator = /^\|[\s:|-]+\|$/
const extensionMark = / \(extension\)(?=;|$)/g
/** In asterisks or, as formatters write it, underscores. */
const untestableMark = / ?(?<mark>[*_])Untestable from outside: (?<reason>.*[^.])\.\k<mark>$/

/** The parts, sorted by file name. */
export function readProtocol(folder = sourcePath('protocol')): Part[] {
  const names = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.md')) : []
  return parseProtocol(names.sort().map(name => [name, readFileSync(join(folder, name), 'utf8')]))
}

export function parseProtocol(files: [name: string, text: string][]): Part[] {
  const defects: string[] = []
  const places = new Map<string, string>()
  const homes = new Map<string, string>()
  const parts = files.map(([file, text]) => {
    const { title, found } = scan(text, (line, what) => defects.push(`${file}:${line}: ${what}`))
    for (const { line, clause } of found) {
      const location = `${file}:${line}`
      const first = places.get(clause.id)
      if (first) defects.push(`${location}: ${clause.id} stands already in ${first}`)
      else places.set(clause.id, location)
      const prefix = prefixOf(clause.id)
      const home = homes.get(prefix) ?? file
      if (home !== file) defects.push(`${location}: the prefix ${prefix} belongs to ${home}`)
      homes.set(prefix, home)
    }
    return { file, title, clauses: found.map(({ clause }) => clause) }
  })
  if (defects.length > 0) throw new MalformedProtocol(defects.join('\n'))
  return parts
}

export const prefixOf = (id: string): string => id.slice(0, id.indexOf('-'))

type Found = { line: number; clause: Clause }
type Complain = (line: number, what: string) => void

function scan(text: string, complain: Complain): { title: string; found: Found[] } {
  const lines = withoutCode(text.replace(/\r\n/g, '\n').split('\n'))
  const title = /^# (\S.*)$/.exec(lines[0] ?? '')?.[1]
  if (!title) complain(1, 'begins without a "# Title"')
  let columns: string[] = []
  const found = lines.flatMap((line, index): Found[] => {
    if (separator.test(line)) columns = cellsOf(lines[index - 1] ?? '').slice(1)
    const [id, words] = bulletAt(lines, index) ?? rowAt(line, columns) ?? []
    if (id && words !== undefined) {
      return [{ line: index + 1, clause: clauseOf(id, words, what => complain(index + 1, what)) }]
    }
    if (boldId.test(line)) complain(index + 1, 'an id in bold that begins no clause')
    return []
  })
  return { title: title ?? '', found }
}

/** The lines, with those of code blocks blanked. */
function withoutCode(lines: string[]): string[] {
  let isCode = false
  return lines.map(line => {
    const isFence = /^\s*(```|~~~)/.test(line)
    if (isFence) isCode = !isCode
    return isCode || isFence ? '' : line
  })
}

type Read = [id: string, words: string] | undefined

function bulletAt(lines: string[], index: number): Read {
  const [, id, start] = bullet.exec(lines[index] ?? '') ?? []
  return id && start ? [id, [start, ...continuation(lines, index + 1)].join(' ')] : undefined
}

function rowAt(line: string, columns: string[]): Read {
  const [, id, cells] = row.exec(line) ?? []
  return id && cells ? [id, rowText(cells, columns)] : undefined
}

/** The indented lines below a bullet. */
function continuation(lines: string[], from: number): string[] {
  const end = lines.findIndex((line, index) => index >= from && !/^ {2,}\S/.test(line))
  return lines.slice(from, end === -1 ? lines.length : end).map(line => line.trim())
}

const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map(cell => cell.trim().replaceAll('\\|', '|'))

function rowText(cells: string, columns: string[]): string {
  const named = cellsOf(`${cells}|`).map((cell, index) => [columns[index] ?? '', cell] as const)
  return named.flatMap(([name, cell]) => (cell === '' ? [] : [name ? `${name}: ${cell}` : cell])).join('; ')
}

function clauseOf(id: string, words: string, complain: (what: string) => void): Clause {
  const unmarked = words.replace(extensionMark, '')
  const untestable = untestableMark.exec(unmarked)?.groups?.reason
  const text = unmarked.replace(untestableMark, '').replace(extensionMark, '')
  if (/untestable from outside/i.test(text))
    complain(`${id} must end with "*Untestable from outside: reason.*" where it is so`)
  if (text === '') complain(`${id} says nothing`)
  const isExtension = / \(extension\)(;|\s[*_]|$)/.test(words)
  return { id, text, isExtension, ...(untestable ? { untestable } : {}) }
}
