import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface ProtocolPage {
  /** Relative to the public prefix. */
  path: string
  /** The same as Markdown. */
  markdownPath: string
  markdown: () => string
}

const FOLDER = path.join(import.meta.dirname, '../../conformance/protocol')
const ROOT = '/protocol'
const FIRST = 'README'

/** The pages of the protocol: the first one at `/protocol`, the others by file name. */
export function protocolPages(folder = FOLDER): ProtocolPage[] {
  const files = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.md')) : []
  return files.sort().map(file => {
    const name = file.slice(0, -'.md'.length)
    const markdown = () => readFileSync(path.join(folder, file), 'utf8')
    const own = name === FIRST ? ROOT : `${ROOT}/${name}`
    const markdownPath = name === FIRST ? `${ROOT}/${file}` : `${own}.md`
    return { path: own, markdownPath, markdown }
  })
}
