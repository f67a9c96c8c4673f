import { LRUCache } from 'lru-cache'
import { RESOURCE_LIMITS } from '../../../concurrency/resource-limits.ts'
import type { Runtime } from '../../../tools/kernel/context.ts'
import { type Entity, makeEntity } from '../../http/entity.ts'
import { KEPT_MS } from './page-headers.ts'

export interface Made {
  status: number
  content_type: string
  body: string
}

export interface Kept extends Omit<Made, 'body'> {
  entity: Entity
}

/** A page is compressed, and kept beside its codings. */
const COPIES = 2

/** What everybody is shown alike, for the moments in which many ask for it; made once, however many wait. */
export function openKeptPages({ monotonic }: Pick<Runtime, 'monotonic'>) {
  const kept = new LRUCache<string, { page: Kept; until: number }>({ maxSize: RESOURCE_LIMITS.cached_pages.limit })
  const underWay = new Map<string, Promise<Kept>>()

  async function make(key: string, making: () => Promise<Made>): Promise<Kept> {
    const { status, content_type, body } = await making()
    const bytes = Buffer.from(body)
    const page = { status, content_type, entity: makeEntity(bytes) }
    kept.set(key, { page, until: monotonic() + KEPT_MS }, { size: COPIES * (bytes.length + key.length) })
    return page
  }

  return {
    /** What is there still. */
    find(key: string): Kept | undefined {
      const found = kept.get(key)
      return found && monotonic() < found.until ? found.page : undefined
    },
    make(key: string, making: () => Promise<Made>): Promise<Kept> {
      const running = underWay.get(key) ?? make(key, making).finally(() => underWay.delete(key))
      underWay.set(key, running)
      return running
    },
  }
}
