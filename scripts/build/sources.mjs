// The files that a build reads, and which of them changed since the last build.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '../..')

const PRODUCT = ['server', 'storage', 'cache', 'push', 'tools', 'concurrency', 'facade']
const CHECKOUT = [...PRODUCT, 'conformance', 'bench', 'clients', 'examples', 'testing', 'scripts']
/** Files that affect the output of every build. */
const TOOLS = ['build.mjs', 'package-lock.json', 'tsconfig.json', 'scripts/build', 'patches']

/** Output of builds of client packages. */
const leftover = /(^|\/)(dist|build|node_modules|__pycache__|[^/]+\.egg-info)\//
const asset = /\.(sql|md|yaml|json|html|css|sh)$|\/assets\/[^/]+\.(js|svg)$/

export const isAsset = name => name.includes('/') && asset.test(name)
export const isTypeScript = name => /(?<!\.d)\.tsx?$/.test(name)
const isTest = name => /\.test\.tsx?$/.test(name)
export const isProduct = name => !isTest(name) && PRODUCT.some(folder => name.startsWith(`${folder}/`))

export const walk = folder =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? walk(path.join(folder, entry.name)) : [path.join(folder, entry.name)],
  )

function sourcesIn(folders) {
  const present = folders.filter(folder => existsSync(path.join(root, folder)))
  return [...readdirSync(root).filter(isTypeScript), ...present.flatMap(walk).filter(name => !leftover.test(name))]
}

/** The server, the operator's command line, the demo, and the packages that the server publishes. */
export const productSources = () => sourcesIn([...PRODUCT, 'conformance', 'clients']).filter(name => !isTest(name))

export const checkoutSources = () => sourcesIn(CHECKOUT)

const stateOf = name => {
  const { size, mtimeMs } = statSync(path.join(root, name))
  return `${name}\t${size} ${Math.trunc(mtimeMs)}`
}

/**
 * What a build of these sources into `folder` has to do: write those that `changed` (all of them if the build itself
 * changed), and remove the output of those that are `gone`. `done` records the completed build.
 */
export function changesIn(folder, sources) {
  const stamp = path.join(root, folder, '.built')
  const before = new Set(existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : [])
  const tools = TOOLS.flatMap(name => (statSync(path.join(root, name)).isDirectory() ? walk(name) : [name]))
  const present = new Set([...tools, ...sources])
  const hasSameTools = tools.every(name => before.has(stateOf(name)))
  const changed = hasSameTools ? sources.filter(name => !before.has(stateOf(name))) : sources
  const gone = [...before].map(line => line.split('\t')[0]).filter(name => name !== '' && !present.has(name))
  return {
    ...{ sources, changed, gone, hasChanges: changed.length > 0 || gone.length > 0 },
    done() {
      mkdirSync(path.dirname(stamp), { recursive: true })
      writeFileSync(stamp, [...present].map(stateOf).join('\n'))
    },
  }
}
