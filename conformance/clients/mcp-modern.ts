import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client'

/** The official client of version 2, connected: to 2026-07-28 unless `mode` says otherwise. */
export async function connectModern(
  mcpUrl: string,
  token: string,
  mode: VersionNegotiationMode = { pin: '2026-07-28' },
): Promise<Client> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const transport = new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit })
  const client = new Client({ name: 'conformance', version: '2.0.0' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return client
}
