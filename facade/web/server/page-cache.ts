import { LRUCache } from 'lru-cache'
import { RESOURCE_LIMITS } from '../../../concurrency/resource-limits.ts'
import type { Runtime } from '../../../tools/core/context.ts'
import { type Entity, makeEntity } from '../../http/entity.ts'
import { PAGE_CACHE_MS } from './page-headers.ts'

export interface RenderedPage {
  status: number
  content_type: string
  body: string
}

export interface CachedPage extends Omit<RenderedPage, 'body'> {
  entity: Entity
}

/** A page is stored with its compressed variants. */
const COPIES = 2

/** A short-lived cache of pages that are the same for everyone. Concurrent requests share one rendering. */
export function createPageCache({ monotonic }: Pick<Runtime, 'monotonic'>) {
  const pages = new LRUCache<string, { page: CachedPage; until: number }>({
    maxSize: RESOURCE_LIMITS.cached_pages.limit,
  })
  const underWay = new Map<string, Promise<CachedPage>>()

  async function make(key: string, making: () => Promise<RenderedPage>): Promise<CachedPage> {
    const { status, content_type, body } = await making()
    const bytes = Buffer.from(body)
    const page = { status, content_type, entity: makeEntity(bytes) }
    pages.set(key, { page, until: monotonic() + PAGE_CACHE_MS }, { size: COPIES * (bytes.length + key.length) })
    return page
  }

  return {
    /** The cached page, if it is still fresh. */
    find(key: string): CachedPage | undefined {
      const found = pages.get(key)
      return found && monotonic() < found.until ? found.page : undefined
    },
    make(key: string, making: () => Promise<RenderedPage>): Promise<CachedPage> {
      const running = underWay.get(key) ?? make(key, making).finally(() => underWay.delete(key))
      underWay.set(key, running)
      return running
    },
  }
}
