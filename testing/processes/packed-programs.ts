import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const DIST = path.join(import.meta.dirname, '../..')
const FOLDER = path.join(DIST, 'packed')
const DONE = path.join(FOLDER, 'package.json')
/** They know where they lie: others are packed where the folder was copied to. */
const SAID = JSON.stringify({ type: 'module', description: `the programs of ${DIST}` })
const PROGRAMS = ['main', 'operator', 'testing/serve']
/** Installations may be without it. */
const OPTIONAL = /^@opentelemetry\//

/**
 * The file to start a program by, of those that tests start again and again: as it is built, but in a few large files. To
 * find and link its 1,700 small ones is most of what a start costs (measured on Node 20: 0.4 s of a core in place of 1.6).
 */
export const packed = (program: 'main' | 'operator' | 'testing/serve'): string => path.join(FOLDER, `${program}.js`)

const isPacked = () =>
  existsSync(DONE) &&
  readFileSync(DONE, 'utf8') === SAID &&
  statSync(DONE).mtimeMs > statSync(path.join(DIST, '.built')).mtimeMs

/** Packs them, where they were built since. */
export async function packPrograms(): Promise<void> {
  if (isPacked()) return
  rmSync(FOLDER, { recursive: true, force: true })
  const input = Object.fromEntries(PROGRAMS.map(name => [name, path.join(DIST, `${name}.js`)]))
  const keepPlaces = { name: 'keep-places', transform: { filter: { code: PLACE }, handler: withPlaces } }
  const packing = await rolldown({
    input,
    platform: 'node',
    treeshake: false,
    external: OPTIONAL,
    logLevel: 'silent',
    plugins: [keepPlaces],
  })
  await packing.write({ dir: FOLDER, format: 'esm', comments: false })
  await packing.close()
  writeFileSync(DONE, SAID)
}

const PLACE = /\bimport\.meta\.(dirname|filename|url)\b|\b__(dirname|filename)\b/

/** What a file asks for where it lies it is told as before. */
const withPlaces = (code: string, file: string): string =>
  code
    .replace(/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(file).href))
    .replace(/\bimport\.meta\.dirname\b|\b__dirname\b/g, JSON.stringify(path.dirname(file)))
    .replace(/\bimport\.meta\.filename\b|\b__filename\b/g, JSON.stringify(file))
