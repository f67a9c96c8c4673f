// Packs the conformance suite as a separate package that runs without the repository: npx
// ./colloquy-conformance-VERSION.tgz --base-url URL
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { read, root } from '../generate/declared-tables.mjs'

/** Files in the suite's folder that are excluded because they run servers of this repository. */
const OURS = /^(abuse|bench|demo|mcp-suite|mutants)(\/|$)/
const ENTRY = 'dist/conformance/run.js'

const { version, license, engines, dependencies, devDependencies } = JSON.parse(read('package.json'))
const target = mkdtempSync(path.join(tmpdir(), 'colloquy-conformance-'))
const imported = new Set()

const listed = folder =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.relative(path.join(root, folder), path.join(entry.parentPath, entry.name)))
    .filter(file => !OURS.test(file) && !/\.test\./.test(file))

function put(file) {
  mkdirSync(path.dirname(path.join(target, file)), { recursive: true })
  cpSync(path.join(root, file), path.join(target, file))
}

for (const file of listed('dist/conformance').filter(name => name.endsWith('.js'))) {
  put(`dist/conformance/${file}`)
  for (const [, name] of read(`dist/conformance/${file}`).matchAll(/(?:from|import\()\s*"((?:@[\w.-]+\/)?[\w.-]+)/g)) {
    if (!name.startsWith('.') && !builtinModules.includes(name)) imported.add(name)
  }
}
for (const file of listed('conformance').filter(name => /\.(md|yaml|css|py|txt|json|pem|mjs|sh)$/.test(name)))
  put(`conformance/${file}`)
put('dist/server/log/progress.js')
put('LICENSE')
writeFileSync(path.join(target, ENTRY), `#!/usr/bin/env node\n${read(ENTRY)}`)

const versions = { ...devDependencies, ...dependencies }
const manifest = {
  name: 'colloquy-conformance',
  version,
  description: 'The conformance suite of the Colloquy protocol, against any server',
  license,
  type: 'module',
  bin: { 'colloquy-conformance': ENTRY },
  engines,
  dependencies: Object.fromEntries([...imported].sort().map(name => [name, versions[name]])),
}
writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
const { status } = spawnSync('npm', ['pack', target, '--silent'], { stdio: 'inherit' })
rmSync(target, { recursive: true })
process.exit(status ?? 1)
