// The generated tables of conformance/protocol/.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { read, root, Unfit } from './declared-tables.mjs'

const FOLDER = 'conformance/protocol'
const marked = /(<!-- generated: ([\w-]+) -->\n)([\s\S]*?)(<!-- \/generated -->)/g

/** The files that contain tables, as pairs of file and text with `tables` inserted. */
export function fillProtocol(tables) {
  const folder = path.join(root, FOLDER)
  const names = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.md')) : []
  const homes = new Map()
  const filled = names.map(name => `${FOLDER}/${name}`).map(file => [file, fill(file, tables, homes)])
  if (names.length > 0) {
    const missing = Object.keys(tables).filter(name => !homes.has(name))
    if (missing.length > 0) throw new Unfit(`${FOLDER} has no place for the table of ${missing.join(', ')}`)
  }
  return filled.filter(([, text]) => text !== undefined)
}

function fill(file, tables, homes) {
  const text = read(file)
  if (!text.includes('<!-- generated: ')) return undefined
  return text.replace(marked, (_, start, name, _old, end) => {
    if (!Object.hasOwn(tables, name)) throw new Unfit(`${file}: there is no table of ${name}`)
    if (homes.has(name)) throw new Unfit(`${file}: the table of ${name} stands already in ${homes.get(name)}`)
    homes.set(name, file)
    return `${start}\n${tables[name]}\n\n${end}`
  })
}
