import { rmSync } from 'node:fs'
import type { Product } from '../product.ts'
import type { Build } from './builds.ts'

/** A server of each build, this one's first, each with its own data. */
export interface BuildProducts {
  /** Started by the first call, and after `stop`. */
  products(): Promise<Product[]>
  stop(): Promise<void>
  /** Stops the servers and deletes their data. */
  dismiss(): Promise<void>
}

export interface Role {
  build: Build
  dataDir: string
}

export function productsOfBuilds(roles: readonly Role[], start: (role: Role) => Promise<Product>): BuildProducts {
  const running: Product[] = []
  const stop = async () => void (await Promise.all(running.splice(0).map(product => product.stop())))
  return {
    async products() {
      for (const role of roles.slice(running.length)) running.push(await start(role))
      return [...running]
    },
    stop,
    async dismiss() {
      await stop()
      for (const { dataDir } of roles) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
