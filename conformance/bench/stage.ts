import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Build } from './builds.ts'
import { type Cores, openCores } from './cores.ts'
import { inventKeys, type KeyTexts } from './keys.ts'
import { type Load, startLoad } from './load/load.ts'
import { type Listening, startScript } from './processes.ts'
import { type Product, startProduct } from './product.ts'
import { seedAgents } from './seed.ts'

/** What the benches of one run share. */
export interface Stage {
  isQuick: boolean
  rounds: number
  cores: Cores
  keys: KeyTexts
  load: Load
  /** The product of each build, this one's first; started on the first call, and after `stopProducts`. */
  products(): Promise<Product[]>
  /** This build's. */
  product(): Promise<Product>
  stopProducts(): Promise<void>
  /** Agents number 0 to `count` - 1 are there, in each product. */
  agents(count: number): Promise<void>
  reference(script: string, parameters?: object): Promise<Listening>
  close(): Promise<void>
}

interface Terms extends Pick<Stage, 'isQuick' | 'rounds'> {
  isPinned: boolean
  builds: readonly Build[]
}

export async function openStage({ isQuick, rounds, isPinned, builds }: Terms): Promise<Stage> {
  const dataDirs = builds.map(() => mkdtempSync(path.join(tmpdir(), 'bench-')))
  const keys = await inventKeys()
  const cores = openCores(isPinned)
  const load = await startLoad(keys, cores)
  const references: Listening[] = []
  const running: Product[] = []
  let seeded = 0
  const products = async () => {
    for (let next = running.length; next < builds.length; next++) {
      running.push(await startProduct(builds[next]!, dataDirs[next]!, cores))
    }
    return [...running]
  }
  const stopProducts = async () => void (await Promise.all(running.splice(0).map(product => product.stop())))
  return {
    ...{ isQuick, rounds, cores, keys, load, products, stopProducts },
    product: async () => (await products())[0]!,
    async agents(count) {
      if (count <= seeded) return
      for (const product of await products()) await seedAgents(product, keys, seeded, count)
      seeded = count
    },
    async reference(script, parameters) {
      const started = await startScript(cores, `reference/${script}.js`, parameters)
      references.push(started)
      return started
    },
    async close() {
      load.stop()
      await Promise.all(references.map(reference => reference.stop()))
      await stopProducts()
      for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
