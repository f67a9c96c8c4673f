// Builds, and writes the tables of docs/ and of the protocol from the build; with --check, fails if they differ from
// the committed ones.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { capacityTables } from '../measure/capacity.mjs'
import { databaseFeatures } from './database-features.mjs'
import { read, root, Unfit } from './declared-tables.mjs'
import { fillProtocol } from './protocol-tables.mjs'

const isCheck = process.argv.includes('--check')

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome')
const tidy = (file, input) =>
  execFileSync(process.execPath, [biome, 'check', '--write', `--stdin-file-path=${file}`], {
    cwd: root,
    input,
    encoding: 'utf8',
  })

function bring(file, text) {
  const wanted = /\.(py|example)$/.test(file) ? text : tidy(file, text)
  if (existsSync(path.join(root, file)) && read(file) === wanted) return
  if (isCheck) fail(`${file} is not what the code says: npm run generate`)
  writeFileSync(path.join(root, file), wanted)
}

// The compiler has reported the error.
if (!isCheck && spawnSync(process.execPath, [path.join(root, 'build.mjs')], { stdio: 'inherit' }).status !== 0) {
  process.exit(1)
}

const built = name => import(path.join(root, 'dist', name))
// One after another, because schemas are named in the order in which modules are evaluated.
const { pagesWithTables } = await built('scripts/generate/tables/docs-tables.js')
const { protocolTables } = await built('scripts/generate/tables/protocol-tables.js')
const { ROUTES: routes } = await built('facade/rest/routes/index.js')
const { TOOLS: tools } = await built('tools/registry.js')
const { TOOL_COMMANDS } = await built('facade/cli/cli-commands.js')
const { exampleFile, variableRows } = await built('scripts/generate/tables/variables-tables.js')
const { SYSTEM_COMMANDS } = await built('facade/cli/system-commands.js')

function fillPage(file, tables) {
  let page = read(file)
  for (const [name, table] of Object.entries(tables)) {
    const between = new RegExp(`(<!-- ${name}: npm run generate -->\n)[^]*?(<!-- end of ${name} -->)`)
    if (!between.test(page)) throw new Error(`${file} has no place for the table of ${name}`)
    page = page.replace(between, (_, start, end) => `${start}\n${table}\n\n${end}`)
  }
  bring(file, page)
}
const parts = { routes, tools, verbs: [...TOOL_COMMANDS, ...SYSTEM_COMMANDS], variables: variableRows() }
for (const [page, tables] of Object.entries(pagesWithTables(parts))) fillPage(page, tables)
const { retentionTables } = await built('scripts/generate/tables/retention-tables.js')
fillPage('docs/privacy.md', retentionTables())
fillPage('docs/capacity.md', capacityTables())
try {
  fillPage('docs/scale.md', databaseFeatures())
} catch (error) {
  orFail(error)
}
bring('deploy/colloquy.conf.example', exampleFile())

const { PROBLEMS: problems } = await built('tools/core/generated/problems.js')
const { LIMITS: limits } = await built('tools/core/generated/limits.js')
const { EVENTS: events } = await built('tools/events.js')
try {
  for (const [file, text] of fillProtocol(protocolTables({ routes, tools, problems, events, limits })))
    bring(file, text)
} catch (error) {
  if (!(error instanceof Unfit)) throw error
  fail(error.message)
}
