import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const DIST = path.join(import.meta.dirname, '..')
const END = '.test.js'

/**
 * Folders whose test files share processes, and how many files share one: a process loads the product for a second of CPU,
 * and what is compiled in it serves all its files. They start in this order, what waits for programs first; a file belongs
 * to the first folder that it is in.
 */
const SHARED: Readonly<Record<string, number>> = {
  'server/tests': 10,
  'facade/web': 9,
  clients: 12,
  'storage/embedded': 4,
  server: 16,
  tools: 40,
  push: 24,
  facade: 48,
  storage: 64,
  '': 64,
}
const FOLDERS = Object.keys(SHARED)

/** They have hooks for each test. */
const ALONE = ['push/mail', 'server/installation-keys'].map(name => `${name}${END}`)

/**
 * The compiled files that ava is to run: each that is named, and what fits a pattern, all without any. Of these most share
 * processes, by files that are written into the folder.
 */
export function filesOf(args: readonly string[], folder: string): string[] {
  const compiled = args.map(word => word.replace(/\.ts$/, '.js'))
  const named = compiled.filter(word => !word.includes('*'))
  const patterns = args.length === 0 ? [/^/] : compiled.filter(word => word.includes('*')).map(readPattern)
  const found = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith(END) && !file.startsWith('together-') && patterns.some(pattern => pattern.test(file)))
    .sort()
  const [alone, shared] = [true, false].map(is => found.filter(file => ALONE.includes(file) === is)) as [
    string[],
    string[],
  ]
  const folderOf = (file: string) => FOLDERS.find(name => file.startsWith(name && `${name}/`))
  const together = FOLDERS.flatMap((name, index) =>
    share(
      name,
      shared.filter(file => folderOf(file) === name),
      path.join(folder, String(index)),
    ),
  )
  return [...[...named, ...alone].map(file => path.join(DIST, file)), ...together]
}

const readPattern = (text: string) =>
  new RegExp(`^${text.replace(/\.|\*\*|\*/g, found => ({ '.': '\\.', '**': '.*' })[found] ?? '[^/]*')}$`)

/** Entries that declare the tests of these files, in a folder. */
function share(name: string, files: readonly string[], folder: string): string[] {
  const count = Math.ceil(files.length / SHARED[name]!)
  const size = Math.ceil(files.length / count)
  return Array.from({ length: count }, (_, index) => {
    const part = files.slice(index * size, (index + 1) * size).map(file => file.slice(0, -END.length))
    const entry = path.join(folder, `${name.replace('/', '-') || 'others'}-${index + 1}${END}`)
    mkdirSync(folder, { recursive: true })
    const module = JSON.stringify(path.join(import.meta.dirname, 'run-together.js'))
    writeFileSync(
      entry,
      `import { declareRunTogether } from ${module}\nawait declareRunTogether(${JSON.stringify(part)})\n`,
    )
    return entry
  })
}
