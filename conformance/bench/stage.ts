import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
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
  dataDir: string
  cores: Cores
  keys: KeyTexts
  load: Load
  /** The running product; started on the first call, and after `stopProduct`. */
  product(): Promise<Product>
  stopProduct(): Promise<void>
  /** Agents number 0 to `count` - 1 are there. */
  agents(count: number): Promise<void>
  reference(script: string, parameters?: object): Promise<Listening>
  close(): Promise<void>
}

interface Terms extends Pick<Stage, 'isQuick' | 'rounds'> {
  isPinned: boolean
}

export async function openStage({ isQuick, rounds, isPinned }: Terms): Promise<Stage> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-'))
  const keys = await inventKeys()
  const cores = openCores(isPinned)
  const load = await startLoad(keys, cores)
  const references: Listening[] = []
  let running: Product | undefined
  let seeded = 0
  const product = async () => (running ??= await startProduct(dataDir, cores))
  const stopProduct = async () => {
    const stopped = running
    running = undefined
    await stopped?.stop()
  }
  return {
    ...{ isQuick, rounds, dataDir, cores, keys, load, product, stopProduct },
    async agents(count) {
      if (count <= seeded) return
      await seedAgents(await product(), keys, seeded, count)
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
      await stopProduct()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
