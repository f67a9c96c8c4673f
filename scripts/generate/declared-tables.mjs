// The features in the order in which documents list them, and the tables that each declares.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'

export const root = path.join(import.meta.dirname, '../..')
export const read = file => readFileSync(path.join(root, file), 'utf8')

/** A declaration that cannot be merged; the message says where. */
export class Unfit extends Error {}

export const camelCase = name => name.replace(/[-_](\w)/g, (_, letter) => letter.toUpperCase())

const ROUTES = 'facade/rest/routes'

/** The features with routes, with the files of the routes and their rank. */
export const routed = () =>
  readdirSync(path.join(root, ROUTES), { recursive: true })
    .filter(name => name.endsWith('.ts') && name !== 'index.ts')
    .map(place => ({ place, family: path.basename(place, '.ts') }))
    .sort((a, b) => (a.family < b.family ? -1 : 1))
    .map(({ place, family }) => {
      const file = `${ROUTES}/${place}`
      const constant = camelCase(family)
      const [, found, part] = /^export const (\w+) = routeGroup\('(\d+(?:\.\d+)*)', '[^']+', \[/m.exec(read(file)) ?? []
      if (found !== constant)
        throw new Unfit(`${file}: has no line "export const ${constant} = routeGroup('4.7', 'Posts', ["`)
      return { place, family, constant, part }
    })

/** Folders below `tools/`: first those of the core, then the features. */
function owners() {
  const parts = new Map(routed().map(({ family, part }) => [family, part]))
  const rank = family => parts.get(family) ?? '99'
  const families = readdirSync(path.join(root, 'tools'), { withFileTypes: true })
    .filter(entry => entry.isDirectory() && entry.name !== 'core')
    .map(({ name }) => name)
    .sort()
    .sort((a, b) => rank(a).localeCompare(rank(b), 'en', { numeric: true }))
  return ['core/builtin', ...families]
}

const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The entries of the table that `tools/<feature>/<name>.ts` of each feature exports. */
export async function declared(name, constant) {
  // Imported only when needed, so that a build with nothing to generate starts fast.
  await import('./typescript-loader.mjs')
  const entries = []
  for (const owner of owners()) {
    const file = `tools/${owner}/${name}.ts`
    if (!existsSync(path.join(root, file))) continue
    const { [constant]: table } = await import(path.join(root, file)).catch(({ message }) => {
      throw new Unfit(`${file}: ${message}`)
    })
    if (!isObject(table)) throw new Unfit(`${file}: exports no table ${constant}`)
    for (const [key, value] of Object.entries(table)) {
      const first = entries.find(entry => entry.key === key)
      if (first) throw new Unfit(`'${key}' stands in ${first.file} and again in ${file}`)
      entries.push({ key, value, file, owner })
    }
  }
  return entries
}

/**
 * The same for tables that are copied: they may only contain strings, numbers, booleans, lists and objects of these.
 */
export async function declaredPlainly(name, constant) {
  const entries = await declared(name, constant)
  for (const { key, value, file } of entries) {
    const isPlain = isObject(value) && isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value)
    if (!isPlain) throw new Unfit(`${file}: '${key}' is not plain data`)
  }
  return entries
}
