import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client'
import type { Door } from './http.ts'
import { notingFetch } from './recorded-exchanges.ts'

/** The official client, version 2, connected with revision 2026-07-28 unless `mode` says otherwise. */
export async function connectModern(
  door: Door,
  token: string,
  mode: VersionNegotiationMode = { pin: '2026-07-28' },
): Promise<Client> {
  door.require('/mcp')
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const fetch = notingFetch(door.manners.exchanges, door.signal)
  const transport = new StreamableHTTPClientTransport(door.url('/mcp'), { requestInit, fetch })
  const client = new Client({ name: 'conformance', version: '2.0.0' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return client
}
