import { LRUCache } from 'lru-cache'
import { RESOURCE_LIMITS } from '../../../concurrency/resource-limits.ts'
import type { Runtime } from '../../core/context.ts'
import { SECOND } from '../../core/durations.ts'
import { Problem } from '../../core/problems/problem.ts'
import { type ClientDocument, readDocument, unreadableDocument } from './client-document.ts'

export interface DatedDocument extends ClientDocument {
  /** Aborted by the caller. */
  asked_at: Date
}

/** Fetches metadata documents of clients, a few at a time. */
export interface ClientDocuments {
  /** `address`: of the requesting client. */
  read(url: string, address: string): Promise<DatedDocument>
}

/** A URL that failed is not fetched again for this long. */
const REFUSED_MS = 10 * SECOND
const REFUSED = 1_000
/** Per host, and per requesting address. */
const AT_ONCE = 4

export function createClientDocuments({
  egress,
  clock,
  limitUsage,
}: Pick<Runtime, 'egress' | 'clock' | 'limitUsage'>): ClientDocuments {
  const underWay = new Map<string, { host: string; address: string; document: Promise<DatedDocument> }>()
  const refused = new LRUCache<string, Problem>({
    max: REFUSED,
    ttl: REFUSED_MS,
    ttlResolution: 0,
    perf: { now: clock },
  })
  limitUsage.watch('client_documents', () => underWay.size)

  function requireCapacity(host: string, address: string): void {
    const all = [...underWay.values()]
    const shares = [all.filter(one => one.host === host), all.filter(one => one.address === address)]
    if (all.length < RESOURCE_LIMITS.client_documents.limit && shares.every(share => share.length < AT_ONCE)) return
    limitUsage.recordRejection('client_documents')
    throw unreadableDocument()
  }

  async function ask(url: string): Promise<DatedDocument> {
    try {
      return { asked_at: new Date(clock()), ...(await readDocument(egress, url)) }
    } catch (error) {
      if (error instanceof Problem) refused.set(url, error)
      throw error
    } finally {
      underWay.delete(url)
    }
  }

  return {
    async read(url, address) {
      const before = refused.get(url)
      if (before) throw before
      const known = underWay.get(url)
      if (known) return await known.document
      const { host } = new URL(url)
      requireCapacity(host, address)
      const document = ask(url)
      underWay.set(url, { host, address, document })
      return await document
    },
  }
}
