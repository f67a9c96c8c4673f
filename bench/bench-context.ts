import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Build } from './builds/builds.ts'
import { type BuildProducts, productsOfBuilds } from './builds/products-of-builds.ts'
import { ANYWHERE, type Cores, openCores } from './cores.ts'
import { type KeyTexts, keysOf } from './keys.ts'
import { cachedSeed, copyOf, deleteOtherSeeds, foundSeed, keysFile, keysIn } from './large/cached-seed.ts'
import { type Load, startLoad } from './load/load.ts'
import { type Listening, startScript } from './processes.ts'
import { type Product, startProduct } from './product.ts'
import { seedAgents } from './seed.ts'

/** What the benchmarks of a run share. */
export interface BenchContext {
  isQuick: boolean
  rounds: number
  cores: Cores
  keys: KeyTexts
  load: Load
  /** A server of each build, this one's first; started by the first call, and after `stopProducts`. */
  products(): Promise<Product[]>
  /** The server of this build. */
  product(): Promise<Product>
  stopProducts(): Promise<void>
  /** Ensures that agents number 0 to `count` - 1 exist on each server. */
  agents(count: number): Promise<void>
  /** The default size of the large seed. */
  size: number
  /** Servers on copies of the large seed, with the others stopped; they retain what earlier benchmarks changed. */
  large(terms?: LargeTerms): Promise<Product[]>
  stopLarge(): Promise<void>
  reference(script: string, parameters?: object): Promise<Listening>
  close(): Promise<void>
}

interface LargeTerms {
  size?: number
  /** Processes of each server; several are not pinned to a core. */
  processes?: number
}

interface Terms extends Pick<BenchContext, 'isQuick' | 'rounds' | 'size'> {
  isPinned: boolean
  builds: readonly Build[]
  /** A folder with seeds, used whatever their schema. */
  seedFolder: string | undefined
}

export async function openBenchContext({
  isQuick,
  rounds,
  size,
  isPinned,
  builds,
  seedFolder,
}: Terms): Promise<BenchContext> {
  const keys = await keysOf(seedFolder === undefined ? keysFile() : keysIn(foundSeed(seedFolder, size)))
  const cores = openCores(isPinned)
  const load = await startLoad(keys, cores)
  const references: Listening[] = []
  const bare = productsOfBuilds(builds.map(inNewFolder), ({ build, dataDir }) => startProduct(build, dataDir, cores))
  const onSeeds = openSeeds({ builds, keys, cores, seedFolder })
  let seeded = 0
  return {
    ...{ isQuick, rounds, size, cores, keys, load, products: bare.products, stopProducts: bare.stop },
    product: async () => (await bare.products())[0]!,
    async agents(count) {
      if (count <= seeded) return
      for (const product of await bare.products()) await seedAgents(product, keys, seeded, count)
      seeded = count
    },
    async large(terms = {}) {
      await bare.stop()
      return await onSeeds.products({ size, processes: 1, ...terms })
    },
    stopLarge: onSeeds.stop,
    async reference(script, parameters) {
      const started = await startScript(cores, `reference/${script}.js`, parameters)
      references.push(started)
      return started
    },
    async close() {
      load.stop()
      await Promise.all(references.map(reference => reference.stop()))
      await Promise.all([bare.dismiss(), onSeeds.dismiss()])
    },
  }
}

const inNewFolder = (build: Build) => ({ build, dataDir: mkdtempSync(path.join(tmpdir(), 'bench-')) })

/** Servers on copies of cached databases, by size and number of processes. */
function openSeeds({
  builds,
  keys,
  cores,
  seedFolder,
}: Pick<Terms, 'builds' | 'seedFolder'> & Pick<BenchContext, 'keys' | 'cores'>) {
  const casts = new Map<string, BuildProducts>()
  async function open({ size, processes }: Required<LargeTerms>): Promise<BuildProducts> {
    const seeds: string[] = []
    for (const build of builds)
      seeds.push(seedFolder === undefined ? await cachedSeed(build, keys, size) : foundSeed(seedFolder, size))
    if (seedFolder === undefined) deleteOtherSeeds(size, seeds)
    const roles = builds.map((build, index) => ({ ...inNewFolder(build), kept: seeds[index]! }))
    for (const role of roles) copyOf(role.kept, role.dataDir)
    const env = { WEB_CONCURRENCY: String(processes) }
    return productsOfBuilds(roles, ({ build, dataDir }) =>
      startProduct(build, dataDir, processes === 1 ? cores : ANYWHERE, env),
    )
  }
  return {
    async products(terms: Required<LargeTerms>): Promise<Product[]> {
      const name = JSON.stringify(terms)
      const buildAgents = casts.get(name) ?? (await open(terms))
      casts.set(name, buildAgents)
      return await buildAgents.products()
    },
    stop: async () => void (await Promise.all([...casts.values()].map(buildAgents => buildAgents.stop()))),
    dismiss: async () => void (await Promise.all([...casts.values()].map(buildAgents => buildAgents.dismiss()))),
  }
}
