const ENTRY = /^<([^>]*)> LOG: {2}duration: [\d.]+ ms {2}plan:\n((?:\t.*\n?)*)/gm
const QUERY_CHARACTERS = 300

/** Lines without information about how much is read. */
const IGNORED =
  /^\s*(Storage|Sort Method|Index Searches|Sort Key|Cache Key|Cache Mode|Presorted Key|Full-sort Groups):? /

export interface Plan {
  /** The connection's name, and the beginning of the statement. */
  head: string
  text: string
  /** Pages of 8 KB that were accessed, in memory or on disk. */
  pages: number
}

/** The beginning of each statement of those connections, and its plan: rows, loops and pages, no estimates or times. */
export function plansIn(log: string, connections: RegExp): Plan[] {
  return [...log.matchAll(ENTRY)].flatMap(([, connection, text]) => {
    if (!connections.test(connection!)) return []
    const lines = text!.replace(/^\t/gm, '').trimEnd().split('\n')
    const begin = lines.findIndex(line => /\(cost=/.test(line))
    const query = lines
      .slice(0, begin)
      .join(' ')
      .replace(/^Query Text:/, '')
      .replace(/\s+/g, ' ')
      .trim()
    const nodes = withoutIdle(lines.slice(begin))
    return [
      {
        head: `${connection}: ${query.slice(0, QUERY_CHARACTERS)}`,
        text: nodes.map(plain).join('\n'),
        pages: pagesOf(nodes),
      },
    ]
  })
}

const plain = (line: string) =>
  line
    .replace(/ {2}\(cost=[^)]*\)/, '')
    .replace('(actual rows', '(rows')
    .replace(/\.00 loops/, ' loops')

/** Without nodes that were never executed, and the nodes below them. */
function withoutIdle(lines: readonly string[]): string[] {
  let idle = Number.POSITIVE_INFINITY
  return lines.filter(line => {
    const depth = line.search(/\S/)
    if (depth > idle) return false
    idle = line.includes('(never executed)') ? depth : Number.POSITIVE_INFINITY
    return idle === Number.POSITIVE_INFINITY && !IGNORED.test(line)
  })
}

/** The first line with pages has the sum of all nodes. */
function pagesOf(lines: readonly string[]): number {
  const cost = lines.find(line => /^ {2}Buffers: shared/.test(line)) ?? ''
  return [...cost.matchAll(/(?:hit|read)=(\d+)/g)].reduce((sum, [, pages]) => sum + Number(pages), 0)
}
