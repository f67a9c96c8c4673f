import type { Queryable } from '../../../storage/db/db.ts'
import {
  findDocumentClient,
  findRegisteredClient,
  type OAuthClient,
  storeDocument,
} from '../../../storage/oauth/oauth-clients.ts'
import type { Runtime } from '../../core/context.ts'
import { isUuid } from '../../core/schemas.ts'
import { tokenProblem } from '../../tokens/token-problem.ts'
import { freshUntil, newClientExpiry } from './client-lifetimes.ts'
import { createClientDocuments } from './document-fetcher.ts'
import { isDocumentUrl } from './redirect-uri.ts'

const unknownClient = () => tokenProblem('invalid-client', 'This client is not registered here.')

/** The stored client with an id; throws `invalid-client` (OAUTH-22, OAUTH-65). */
export async function requireStoredClient(db: Queryable, client_id: string, now: Date): Promise<OAuthClient> {
  const client = isDocumentUrl(client_id)
    ? await findDocumentClient(db, client_id, now)
    : isUuid(client_id) && (await findRegisteredClient(db, client_id, now))
  if (!client) throw unknownClient()
  return client
}

/** The source of a browser's visit: its address, and the counter for document fetches. */
export interface ClientRequester {
  address: string
  count(): Promise<void>
}

/**
 * Updates a stored client from its document, if it has one (OAUTH-86). May take seconds, so nobody else should wait for
 * it.
 */
export type RefreshClient = (client_id: string, asker: ClientRequester) => Promise<void>

export function createClientRefresh(runtime: Runtime): RefreshClient {
  const { db, clock, newId } = runtime
  const documents = createClientDocuments(runtime)

  return async (client_id, asker) => {
    if (!isDocumentUrl(client_id)) return
    const now = new Date(clock())
    const known = await findDocumentClient(db, client_id, now)
    if (known && Date.parse(known.fresh_until) > now.getTime()) return
    await asker.count()
    const { cache_control, asked_at: fetched_at, ...read } = await documents.read(client_id, asker.address)
    const times = { fetched_at, fresh_until: freshUntil(fetched_at, cache_control), expires_at: newClientExpiry(now) }
    await storeDocument(db, { ...read, ...times, id: newId(), document_url: client_id })
  }
}
