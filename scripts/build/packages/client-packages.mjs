// The packages for agents that the server publishes: the bridge, and the clients for TypeScript and Python. Their
// versions are derived from their content, so that the bridge can compare its version with the server's.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isolatedDeclarationSync } from 'rolldown/experimental'
import { isTypeScript, root } from '../sources.mjs'
import { transpile, withoutTypes } from '../transpile.mjs'
import { packTar } from './tar.mjs'
import { packWheel } from './wheel.mjs'

const read = name => readFileSync(path.join(root, name), 'utf8')
const isShipped = name => !/\.test\.tsx?$/.test(name)

const byName = files => files.toSorted(([one], [other]) => (one < other ? -1 : 1))
const digestOf = files => createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12)
const withoutMap = code => code.replace(/^\/\/# sourceMappingURL=.*\n?/m, '')

/** The manifest and the archive of an npm package. */
function packNpm(folder, files, left = []) {
  const all = byName([...files, ['README.md', read(`${folder}/README.md`)], ['LICENSE', read('LICENSE')]])
  const described = JSON.parse(read(`${folder}/package.json`))
  for (const name of left) delete described[name]
  const version = `${described.version}-build.${digestOf(all)}`
  const manifest = `${JSON.stringify({ ...described, version }, undefined, 2)}\n`
  const archive = packTar([['package.json', manifest], ...all], Object.values(described.bin ?? {}))
  return { name: described.name, version, manifest, archive }
}

/** The bridge, whose sources have been transpiled into `output`. */
function packBridge(sources, output) {
  const folder = 'clients/bridge/'
  const code = sources.map(name => {
    const built = name.replace(/\.ts$/, '.js')
    return [built.slice(folder.length), withoutMap(read(path.join(output, built)))]
  })
  return packNpm('clients/bridge', code)
}

/** The type declarations of a source, all of whose exports are annotated. */
function declarations(name) {
  const { code, errors } = isolatedDeclarationSync(name, read(name))
  if (errors.length > 0) throw new SyntaxError(`${name}: ${errors.map(({ message }) => message).join('\n')}`)
  return code.replace(/(from "\.[^"]*)\.ts"/g, '$1.js"')
}

function packTypeScript(sources) {
  const compiled = sources.flatMap(name => {
    const stem = name.replace('clients/typescript/src/', 'dist/').replace(/\.ts$/, '')
    return [
      [`${stem}.js`, withoutTypes(path.join(root, name)).code],
      [`${stem}.d.ts`, declarations(name)],
    ]
  })
  const example = ['example/agent.mjs', read('clients/typescript/example/agent.mjs')]
  return packNpm('clients/typescript', [...compiled, example], ['private'])
}

function packPython(sources) {
  const files = byName(sources.map(name => [name.replace('clients/python/', ''), read(name)]))
  return packWheel(files, digestOf(files), {
    project: read('clients/python/pyproject.toml'),
    readme: read('clients/python/README.md'),
    license: read('LICENSE'),
  })
}

/** Transpiles the bridge into `output`, where the demo starts it, and writes the packages and their list below it. */
export function writeClientPackages(output, sources) {
  const below = (folder, isPart) => sources.filter(name => name.startsWith(folder) && isPart(name) && isShipped(name))
  const bridgeSources = below('clients/bridge/', isTypeScript)
  transpile(bridgeSources, output)
  const bridge = packBridge(bridgeSources, output)
  writeFileSync(path.join(root, output, 'clients/bridge/package.json'), bridge.manifest)
  const typescript = packTypeScript(below('clients/typescript/src/', isTypeScript))
  const wheel = packPython(below('clients/python/colloquy/', name => /\.(py|typed)$/.test(name)))
  const packages = [
    { kind: 'program', file: 'colloquy-agent.tgz', ...bridge },
    { kind: 'npm', file: 'colloquy.tgz', ...typescript },
    { kind: 'python', ...wheel },
  ]
  const folder = path.join(root, output, 'clients/packages')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const { file, archive } of packages) writeFileSync(path.join(folder, file), archive)
  const list = packages.map(({ kind, file, name, version }) => ({ kind, file, name, version }))
  writeFileSync(path.join(folder, 'packages.json'), `${JSON.stringify(list, undefined, 2)}\n`)
}
