import type { Egress } from '../../../push/egress.ts'
import type { EgressResponse } from '../../../push/egress-response.ts'
import { SECOND } from '../../core/durations.ts'
import { JsonReading } from '../../core/text/canonical-json.ts'
import { tokenProblem } from '../../tokens/token-problem.ts'
import { isRedirectUri, readName } from './client-metadata.ts'

/** The metadata document of a client whose id is a URL. */
export interface ClientDocument {
  name: string | null
  redirect_uris: string[]
  cache_control: string | undefined
}

const PATIENCE_MS = 5 * SECOND
const DOCUMENT_BYTES = 10 * 1024

/** The same text for every reason, so that nothing can be probed (OAUTH-83). */
export const unreadableDocument = () =>
  tokenProblem('invalid-client', 'The client_id URL of this client does not serve a client metadata document.')

export async function readDocument(egress: Egress, url: string): Promise<ClientDocument> {
  const headers = { accept: 'application/json' }
  const response = await egress
    .send({ url, method: 'GET', headers, timeoutMs: PATIENCE_MS, maxBytes: DOCUMENT_BYTES })
    .catch(() => undefined)
  const members = response && membersOf(response)
  if (!members || members.client_id !== url) throw unreadableDocument()
  requireNoSecret(members)
  return {
    name: readName(members.client_name),
    redirect_uris: usableUris(members.redirect_uris),
    cache_control: response.headers['cache-control'],
  }
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

function membersOf({ status, headers, body }: EgressResponse): Record<string, unknown> | undefined {
  if (status !== 200 || !JSON_TYPE.test(headers['content-type'] ?? '')) return undefined
  const read = new JsonReading(body).value()
  return read.ok ? (read.value as Record<string, unknown>) : undefined
}

/** A client that authenticates by other means than PKCE is for servers that support it (OAUTH-85). */
function requireNoSecret({ token_endpoint_auth_method: method = 'none', ...members }: Record<string, unknown>): void {
  if (method === 'none' && !('client_secret' in members) && !('client_secret_expires_at' in members)) return
  throw tokenProblem('invalid-client-metadata', 'token_endpoint_auth_method must be none, and there must be no secret.')
}

/** A document is written for many servers: unsupported values are ignored. */
function usableUris(uris: unknown): string[] {
  const usable = Array.isArray(uris) ? uris.filter(isRedirectUri) : []
  if (usable.length > 0) return usable
  throw tokenProblem(
    'invalid-redirect-uri',
    'The metadata document of this client has no redirect URI that is https or loopback.',
  )
}
