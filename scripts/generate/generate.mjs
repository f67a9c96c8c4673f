// Writes what is joined from the families, and from what was built the tables of docs/ and of the protocol; with --check,
// fails where they differ from what is committed.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { capacityTables } from '../measure/capacity.mjs'
import { databaseFeatures } from './database-features.mjs'
import { read, root, Unfit } from './declared-tables.mjs'
import { joined } from './generate-registries.mjs'
import { fillProtocol } from './protocol-tables.mjs'

/** What the bridge does as the server does, and cannot import. */
const COPIES = [
  { from: 'push/broker/signature.ts', to: 'clients/bridge/provider/signature.ts' },
  { from: 'tools/endpoints/card/card-shape.ts', to: 'clients/bridge/provider/card-shape.ts' },
  {
    ...{ from: 'tools/endpoints/card/canonical-forms.ts', to: 'clients/bridge/provider/card-forms.ts' },
    imports: [
      [
        "import canonicalize from 'canonicalize'",
        "import { canonicalJson as canonicalize } from '../canonical-json.ts'",
      ],
      ["'./card-shape.ts'", "'./card-shape.ts'"],
    ],
  },
]

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

const orFail = error => {
  if (error instanceof Unfit) return fail(error.message)
  throw error
}
const files = await joined().catch(orFail)
for (const [file, text] of files) bring(file, text)
// The compiler has said what is wrong.
if (!isCheck && spawnSync(process.execPath, [path.join(root, 'build.mjs')], { stdio: 'inherit' }).status !== 0) {
  process.exit(1)
}

const built = name => import(path.join(root, 'dist', name))
// One after another: schemas are named in the order in which modules are evaluated.
const { pagesWithTables } = await built('facade/docs-tables.js')
const { protocolTables } = await built('facade/protocol-tables.js')
const { ROUTES: routes } = await built('facade/rest/routes/index.js')
const { TOOLS: tools } = await built('tools/registry.js')
const { TOOL_COMMANDS } = await built('facade/cli/cli-commands.js')
const { exampleFile, variableRows } = await built('server/config/variables-tables.js')
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
const { retentionTables } = await built('facade/retention-docs.js')
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
  orFail(error)
}

for (const { from, to, imports = [] } of COPIES) {
  const text = imports.reduce((text, [theirs, ours]) => text.replace(theirs, ours), read(from))
  bring(to, `// Written by \`npm run generate\` from ${from}.\n${text}`)
}
