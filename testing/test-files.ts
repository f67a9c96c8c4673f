import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const DIST = path.join(import.meta.dirname, '..')
const END = '.test.js'

/** Rooms whose files of tests share processes, and how many of them one: fewer where each starts servers. */
const SHARING: Readonly<Record<string, number>> = {
  clients: 12,
  conformance: 24,
  examples: 8,
  facade: 24,
  push: 16,
  scripts: 8,
  cache: 16,
  'server/tests': 6,
  server: 16,
  storage: 32,
  testing: 8,
  'tools/purchases': 6,
  tools: 32,
  concurrency: 16,
}
const ROOMS = Object.keys(SHARING)

/** They start programs or a browser, have hooks for each test, or take as long as many others together. */
const ALONE = new RegExp(
  `^(${[
    'clients/(bridge/(agent/agent|bundle|hosts|mcp/mcp|provider/check)|python|typescript/(example|src/live))',
    'facade/(http/connections|metrics|web)',
    'push/mail',
    'server/(installation-keys|primary|tests/(demo|killed|local-webhooks|concurrent|operator|secret))',
    'storage/embedded',
    'tools/(challenges/(tasks/families|reactivation|year)|svg/svg-browser|posts/interaction-denials|visibility-|withdrawal-)',
  ].join('|')})`,
)

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
  const roomOf = (file: string) => ROOMS.find(room => file.startsWith(`${room}/`) && !ALONE.test(file))
  const alone = found.filter(file => roomOf(file) === undefined)
  const together = ROOMS.flatMap(room =>
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
  const sharers = SHARING[room]!
  const count = Math.ceil(files.length / sharers)
  return Array.from({ length: count }, (_, index) => {
    const part = files.slice(index * sharers, (index + 1) * sharers).map(file => file.slice(0, -END.length))
    const entry = path.join(folder, `${room.replace('/', '-')}-${index + 1}${END}`)
    mkdirSync(folder, { recursive: true })
    const module = JSON.stringify(path.join(import.meta.dirname, 'run-together.js'))
    writeFileSync(
      entry,
      `import { declareRunTogether } from ${module}\nawait declareRunTogether(${JSON.stringify(part)})\n`,
    )
    return entry
  })
}
