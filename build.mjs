// Compiles into dist/ what is newer than the last build, copies what is not TypeScript beside it, and generates the calls
// of the client packages from the compiled route table. Before that it applies patches/ where the installation has not;
// with --patches that is all. With --unchecked it skips the type check, which is most of the time. Where the compiler is
// not installed, types are removed unchecked and the client packages are left out. With --pack it builds everything again.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

const root = import.meta.dirname
// A package has no sources: it was built before it was packed.
if (!existsSync(path.join(root, 'main.ts'))) process.exit()

const dist = path.join(root, 'dist')
const stamp = path.join(dist, '.built')
const folders = [
  'server',
  'storage',
  'cache',
  'push',
  'tools',
  'concurrency',
  'facade',
  'conformance',
  'bench',
  'clients',
  'examples',
  'testing',
]
/** Generated, and not in git. */
const CLIENT_FILES = [
  ...['answers.py', 'async_calls.py', 'calls.py', 'operations.py'].map(name => `clients/python/colloquy/${name}`),
  ...['answers.ts', 'calls.ts'].map(name => `clients/typescript/src/${name}`),
]
/** What the builds of client packages leave. */
const leftover = /(^|\/)(dist|build|node_modules|__pycache__|[^/]+\.egg-info)\//
const assets = /\.(sql|md|yaml|json|html|css|sh)$|\/assets\/[^/]+\.(js|svg)$/

// What is started next owns stdout: it may print data.
const stdio = ['inherit', 2, 'inherit']

/** Whether each line that a patch adds stands in the file that it is for. */
const isApplied = patch =>
  patch.split(/^diff --git a\/.* b\//m).every(part => {
    const [file, ...lines] = part.split('\n')
    const added = lines.filter(line => /^\+(?!\+\+ )/.test(line))
    // What only development needs is not everywhere.
    if (added.length === 0 || !existsSync(path.join(root, file))) return true
    const installed = readFileSync(path.join(root, file), 'utf8')
    return added.every(line => installed.includes(`${line.slice(1)}\n`))
  })

const patches = readdirSync(path.join(root, 'patches')).map(name => path.join(root, 'patches', name))
if (!patches.every(file => isApplied(readFileSync(file, 'utf8')))) {
  const command = path.join(root, 'node_modules/patch-package/index.js')
  const { status } = spawnSync(process.execPath, [command, '--error-on-fail'], { cwd: root, stdio })
  if (status !== 0) {
    process.stderr.write('patches/ cannot be applied to this installation: npm ci makes it anew\n')
    process.exit(status ?? 1)
  }
}

if (process.argv.includes('--patches')) process.exit()

const isPacking = process.argv.includes('--pack')

const walk = folder =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? walk(path.join(folder, entry.name)) : [path.join(folder, entry.name)],
  )
const inRoot = readdirSync(root).filter(name => name.endsWith('.ts') || name === 'tsconfig.json')
const present = folders.filter(folder => existsSync(path.join(root, folder)))
const listSources = () => [...inRoot, ...present.flatMap(walk).filter(name => !leftover.test(name))]
let sources = listSources()
const builtAt = existsSync(stamp) ? statSync(stamp).mtimeMs : 0
const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
const hasCompiler = existsSync(compiler)
const areClientsThere = CLIENT_FILES.every(file => existsSync(path.join(root, file)))
const isStale =
  (hasCompiler && !areClientsThere) || sources.some(name => statSync(path.join(root, name)).mtimeMs > builtAt)

function compile(output, isChecked = !process.argv.includes('--unchecked')) {
  const options = { stdio: output, encoding: 'utf8' }
  return spawnSync(process.execPath, [compiler, '-p', root, ...(isChecked ? [] : ['--noCheck'])], options)
}

/**
 * The compiler writes JavaScript whatever it finds wrong, so the calls are generated from what is new. Where that changes
 * them, errors may come of the old ones, and only a second run counts.
 */
async function compileWithClients() {
  const first = areClientsThere ? compile(['inherit', 'pipe', 2]) : compile(stdio, false)
  const { writeClients } = await import('./scripts/generate/clients.mjs')
  const isGenerated = await writeClients(root).catch(error => {
    // What cannot be loaded has errors that say why.
    if (first.status === 0) throw error
  })
  const last = isGenerated ? compile(stdio) : first
  process.stderr.write(last.stdout ?? '')
  if (last.status !== 0) process.exit(last.status ?? 1)
  sources = listSources()
}

/** Names of files in imports, which the compiler rewrites too. */
const IMPORTED = /((?:\bfrom|\bimport)\s*\(?\s*')(\.{1,2}\/[^'\n]+)\.tsx?'/g

async function cutTypesAway() {
  const { default: swc } = await import('@swc/wasm')
  for (const name of sources.filter(name => /\.tsx?$/.test(name))) {
    const parser = { syntax: 'typescript', tsx: name.endsWith('x') }
    const react = { runtime: 'automatic', importSource: 'preact' }
    const { code } = swc.transformSync(readFileSync(path.join(root, name), 'utf8'), {
      ...{ filename: name, swcrc: false, isModule: true, module: { type: 'es6' } },
      jsc: {
        ...{ target: 'es2023', parser, transform: { verbatimModuleSyntax: true, react } },
        // Without it `with { type: 'json' }` is gone, and Node refuses the import.
        experimental: { keepImportAttributes: true },
      },
    })
    const target = path.join(dist, name.replace(/\.tsx?$/, '.js'))
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, code.replace(IMPORTED, "$1$2.js'"))
  }
  // The compiler would leave out what it wrote before.
  rmSync(path.join(dist, '.tsbuildinfo'), { force: true })
}

if (isStale || process.argv.includes('--force') || isPacking) {
  for (const name of sources.filter(name => assets.test(name) && name.includes(path.sep))) {
    const target = path.join(dist, name)
    mkdirSync(path.dirname(target), { recursive: true })
    copyFileSync(path.join(root, name), target)
  }
  if (hasCompiler) await compileWithClients()
  else await cutTypesAway()
  const { packBridge } = await import('./clients/pack.mjs')
  const { manifest, archive } = packBridge(root)
  writeFileSync(path.join(dist, 'clients/bridge/package.json'), manifest)
  writeFileSync(path.join(dist, 'colloquy.tgz'), archive)
  writeFileSync(stamp, '')
}

if (existsSync(dist)) {
  const known = new Set(sources)
  const inDist = readdirSync(dist).filter(name => /\.js(\.map)?$/.test(name))
  const built = folders
    .filter(folder => existsSync(path.join(dist, folder)))
    .flatMap(folder => walk(path.join('dist', folder)))
  for (const name of [...inDist, ...built.map(name => path.relative('dist', name))]) {
    const written = name.replace(/\.js(\.map)?$/, '')
    if (![`${written}.ts`, `${written}.tsx`, name].some(source => known.has(source))) rmSync(path.join(dist, name))
  }
}

// npm packs modes as they are, which the mask of whoever builds has a say in.
if (isPacking) {
  const packed = [
    ...['dist', 'deploy', 'docs', 'node_modules/postgres'].flatMap(walk),
    ...readdirSync(root).filter(isFile),
  ]
  for (const name of packed) chmodSync(path.join(root, name), name === 'colloquy.mjs' ? 0o755 : 0o644)
}

function isFile(name) {
  return statSync(path.join(root, name)).isFile()
}
