import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Build, ROOT } from '../builds/builds.ts'
import { ANYWHERE } from '../cores.ts'
import type { KeyTexts } from '../keys.ts'
import { homeOf, startProduct } from '../product.ts'
import { fill } from './fill.ts'
import { shapeOf } from './shape.ts'

const digest = (...texts: string[]) => createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 10)

const textsIn = (folder: string) =>
  readdirSync(folder)
    .filter(name => /(\.sql|(?<!\.test)\.ts)$/.test(name))
    .sort()
    .map(name => readFileSync(path.join(folder, name), 'utf8'))

/** Of this checkout: the keys of all agents that it makes. */
export const keysFile = (): string => path.join(tmpdir(), `bench-keys-${digest(ROOT)}.json`)

/** All that this checkout keeps of a size begins so. */
const prefixOf = (size: number) => `bench-large-${digest(ROOT)}-${size}-`

/**
 * Its name depends on everything that determines the rows: the schema, the code that writes them, the keys, and the
 * size.
 */
function nameOf(build: Build, keys: KeyTexts, size: number): string {
  const schema = textsIn(path.join(build.root, 'storage/migrations'))
  const seed = textsIn(path.join(ROOT, 'bench/large'))
  return prefixOf(size) + digest(...schema, ...seed, ...keys)
}

/** The data directory of a build with that much in it; created if it is not cached, which takes minutes. */
export async function cachedSeed(build: Build, keys: KeyTexts, size: number): Promise<string> {
  const folder = path.join(tmpdir(), nameOf(build, keys, size))
  if (existsSync(folder)) return folder
  const part = `${folder}.part`
  rmSync(part, { recursive: true, force: true })
  console.error(`The seed of size ${size} is made and kept in ${folder}:`)
  const product = await startProduct(build, part, ANYWHERE)
  try {
    await fill(product, keys, shapeOf(size, Date.now()))
  } finally {
    await product.stop()
  }
  writeFileSync(keysIn(part), JSON.stringify(keys), { mode: 0o600 })
  if (homeOf(part) !== part)
    throw new Error(`PostgreSQL's account cannot reach ${tmpdir()}: set TMPDIR to another place`)
  renameSync(part, folder)
  return folder
}

/** The keys of the agents of a seed, which another checkout has not. */
export const keysIn = (kept: string): string => path.join(kept, 'bench-keys.json')

/** The seed of that size that lies in a folder, whichever checkout and schema made it: servers bring its copies up to theirs. */
export function foundSeed(folder: string, size: number): string {
  const names = readdirSync(folder).filter(name => new RegExp(`^bench-large-\\w+-${size}-\\w+$`).test(name))
  const name = names.sort().at(-1)
  if (name === undefined) throw new Error(`no seed of size ${size} in ${folder}`)
  return path.join(folder, name)
}

/** Deletes what this checkout cached of a size for other schemas. */
export function forgetOthers(size: number, kept: readonly string[]): void {
  for (const name of readdirSync(tmpdir())) {
    const folder = path.join(tmpdir(), name)
    if (name.startsWith(prefixOf(size)) && !kept.includes(folder)) rmSync(folder, { recursive: true, force: true })
  }
}

/** A copy with its owners, for one run to change, into a folder that is there. */
export const copyOf = (kept: string, folder: string): void => {
  execFileSync('cp', ['-a', `${kept}/.`, folder])
}
