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

/** Shared by all agents that this checkout creates. */
export const keysFile = (): string => path.join(tmpdir(), `bench-keys-${digest(ROOT)}.json`)

/** The prefix of all folders that this checkout caches for a size. */
const prefixOf = (size: number) => `bench-large-${digest(ROOT)}-${size}-`

/** The name is a digest of everything that determines the rows: schema, generator, keys and size. */
function nameOf(build: Build, keys: KeyTexts, size: number): string {
  const schema = textsIn(path.join(build.root, 'storage/migrations'))
  const seed = textsIn(path.join(ROOT, 'bench/large'))
  return prefixOf(size) + digest(...schema, ...seed, ...keys)
}

/** The data directory of a build with a seed of that size; created in some minutes if it is not cached. */
export async function cachedSeed(build: Build, keys: KeyTexts, size: number): Promise<string> {
  const folder = path.join(tmpdir(), nameOf(build, keys, size))
  if (existsSync(folder)) return folder
  const part = `${folder}.part`
  rmSync(part, { recursive: true, force: true })
  console.error(`The seed of size ${size} is being created in ${folder}:`)
  const product = await startProduct(build, part, ANYWHERE)
  try {
    await fill(product, keys, shapeOf(size, Date.now()))
  } finally {
    await product.stop()
  }
  writeFileSync(keysIn(part), JSON.stringify(keys), { mode: 0o600 })
  if (homeOf(part) !== part)
    throw new Error(`PostgreSQL's account cannot reach ${tmpdir()}: set TMPDIR to another folder`)
  renameSync(part, folder)
  return folder
}

/** The keys of the seed's agents, which another checkout lacks. */
export const keysIn = (seed: string): string => path.join(seed, 'bench-keys.json')

/** A seed of that size in a folder, by any checkout and schema; servers migrate their copies of it. */
export function foundSeed(folder: string, size: number): string {
  const names = readdirSync(folder).filter(name => new RegExp(`^bench-large-\\w+-${size}-\\w+$`).test(name))
  const name = names.sort().at(-1)
  if (name === undefined) throw new Error(`no seed of size ${size} in ${folder}`)
  return path.join(folder, name)
}

/** Deletes seeds of that size that this checkout cached for other schemas. */
export function deleteOtherSeeds(size: number, seeds: readonly string[]): void {
  for (const name of readdirSync(tmpdir())) {
    const folder = path.join(tmpdir(), name)
    if (name.startsWith(prefixOf(size)) && !seeds.includes(folder)) rmSync(folder, { recursive: true, force: true })
  }
}

/** Copies a seed with its file owners into an existing folder, for one run. */
export const copyOf = (seed: string, folder: string): void => {
  execFileSync('cp', ['-a', `${seed}/.`, folder])
}
