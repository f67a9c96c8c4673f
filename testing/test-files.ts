import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const DIST = path.join(import.meta.dirname, '..')
const END = '.test.js'

/** Rooms whose files of tests share processes, so many of them one. */
const SHARING = ['tools', 'storage', 'facade', 'conformance']
const SHARERS = 8

/** They start servers and programs. */
const ALONE =
  /^(storage\/embedded|facade\/metrics|facade\/http\/connections|facade\/people|tools\/svg\/svg-browser|tools\/purchases)/

/**
 * The compiled files that ava is to run: each that is named, and what fits a pattern, all without any. Of these most share
 * processes, by files that are written into the folder.
 */
export function filesOf(words: readonly string[], folder: string): string[] {
  const compiled = words.map(word => word.replace(/\.ts$/, '.js'))
  const named = compiled.filter(word => !word.includes('*'))
  const patterns = words.length === 0 ? [/^/] : compiled.filter(word => word.includes('*')).map(readPattern)
  const found = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith(END) && !file.startsWith('together-') && patterns.some(pattern => pattern.test(file)))
    .sort()
  const roomOf = (file: string) => SHARING.find(room => file.startsWith(`${room}/`) && !ALONE.test(file))
  const alone = found.filter(file => roomOf(file) === undefined)
  const together = SHARING.flatMap(room =>
    share(
      room,
      found.filter(file => roomOf(file) === room),
      folder,
    ),
  )
  return [...[...named, ...alone].map(file => path.join(DIST, file)), ...together]
}

const readPattern = (text: string) =>
  new RegExp(`^${text.replace(/\.|\*\*|\*/g, found => ({ '.': '\\.', '**': '.*' })[found] ?? '[^/]*')}$`)

/** Entries that declare the tests of these files. */
function share(room: string, files: readonly string[], folder: string): string[] {
  const count = Math.ceil(files.length / SHARERS)
  return Array.from({ length: count }, (_, index) => {
    const part = files.slice(index * SHARERS, (index + 1) * SHARERS).map(file => file.slice(0, -END.length))
    const entry = path.join(folder, `${room}-${index + 1}${END}`)
    mkdirSync(folder, { recursive: true })
    const module = JSON.stringify(path.join(import.meta.dirname, 'together.js'))
    writeFileSync(entry, `import { declareTogether } from ${module}\nawait declareTogether(${JSON.stringify(part)})\n`)
    return entry
  })
}
