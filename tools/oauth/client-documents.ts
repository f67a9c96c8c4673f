import { LRUCache } from 'lru-cache'
import type { Egress } from '../../push/egress.ts'
import type { EgressAnswer } from '../../push/egress-answer.ts'
import type { Runtime } from '../kernel/context.ts'
import { SECOND } from '../kernel/durations.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { JsonReading } from '../kernel/text/canonical-json.ts'
import { BUDGETS } from '../kernel/turns/budgets.ts'
import { tokenProblem } from '../tokens/token-problem.ts'
import { isRedirectUri, readName } from './client-metadata.ts'

export interface ClientDocument {
  name: string | null
  redirect_uris: string[]
  cache_control: string | undefined
  /** Before it was answered. */
  asked_at: Date
}

/** What clients that are called by a URL say of themselves there; raises the same for whatever keeps it from being read. */
export interface ClientDocuments {
  /** `address`: of who wants it. */
  read(url: string, address: string): Promise<ClientDocument>
}

const PATIENCE_MS = 5 * SECOND
const DOCUMENT_BYTES = 10 * 1024
/** A URL that was of no use is not asked again for so long. */
const REFUSED_MS = 10 * SECOND
const REFUSED = 1_000
/** Of a host, and for an address. */
const AT_ONCE = 4

export function openClientDocuments({ egress, clock, budgets }: Pick<Runtime, 'egress' | 'clock' | 'budgets'>) {
  const underWay = new Map<string, { host: string; address: string; document: Promise<ClientDocument> }>()
  const refused = new LRUCache<string, Problem>({
    max: REFUSED,
    ttl: REFUSED_MS,
    ttlResolution: 0,
    perf: { now: clock },
  })
  budgets.watch('client_documents', () => underWay.size)

  function requireRoom(host: string, address: string): void {
    const all = [...underWay.values()]
    const shares = [all.filter(one => one.host === host), all.filter(one => one.address === address)]
    if (all.length < BUDGETS.client_documents.limit && shares.every(share => share.length < AT_ONCE)) return
    budgets.overdraw('client_documents')
    throw unread()
  }

  async function fetch(url: string): Promise<ClientDocument> {
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
      requireRoom(host, address)
      const document = fetch(url)
      underWay.set(url, { host, address, document })
      return await document
    },
  } satisfies ClientDocuments
}

const unread = () => tokenProblem('invalid-client', 'There is no document of this client at its client_id.')

async function readDocument(egress: Egress, url: string): Promise<Omit<ClientDocument, 'asked_at'>> {
  const headers = { accept: 'application/json' }
  const answer = await egress
    .send({ url, method: 'GET', headers, timeoutMs: PATIENCE_MS, maxBytes: DOCUMENT_BYTES })
    .catch(() => undefined)
  const members = answer && membersOf(answer)
  if (!members || members.client_id !== url) throw unread()
  requireNoSecret(members)
  return {
    name: readName(members.client_name),
    redirect_uris: usableUris(members.redirect_uris),
    cache_control: answer.headers['cache-control'],
  }
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

function membersOf({ status, headers, body }: EgressAnswer): Record<string, unknown> | undefined {
  if (status !== 200 || !JSON_TYPE.test(headers['content-type'] ?? '')) return undefined
  const read = new JsonReading(body).value()
  return read.ok ? (read.value as Record<string, unknown>) : undefined
}

/** Whoever proves itself otherwise than by PKCE does not mean a server that cannot ask for it (OAUTH-85). */
function requireNoSecret({ token_endpoint_auth_method: method = 'none', ...members }: Record<string, unknown>): void {
  if (method === 'none' && !('client_secret' in members) && !('client_secret_expires_at' in members)) return
  throw tokenProblem('invalid-client-metadata', 'token_endpoint_auth_method must be none, and there be no secret.')
}

/** A document is written for many servers: what is of no use here is left out. */
function usableUris(uris: unknown): string[] {
  const usable = Array.isArray(uris) ? uris.filter(isRedirectUri) : []
  if (usable.length > 0) return usable
  throw tokenProblem(
    'invalid-redirect-uri',
    'The document of this client has no redirect URI that is https or loopback.',
  )
}
