import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client'
import type { HttpClient } from './http.ts'
import { notingFetch } from './recorded-exchanges.ts'

/** The official client, version 2, connected with revision 2026-07-28 unless `mode` says otherwise. */
export async function connectModern(
  http: HttpClient,
  token: string,
  mode: VersionNegotiationMode = { pin: '2026-07-28' },
): Promise<Client> {
  http.require('/mcp')
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const fetch = notingFetch(http.options.exchanges, http.signal)
  const transport = new StreamableHTTPClientTransport(http.url('/mcp'), { requestInit, fetch })
  const client = new Client({ name: 'conformance', version: '2.0.0' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return client
}
