import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { ClientCapabilities } from '@modelcontextprotocol/sdk/types.js'
import type { HttpClient } from './http.ts'
import { notingFetch } from './recorded-exchanges.ts'

/** The official client for protocol revisions with sessions, connected; `push` requests events. */
export async function connectLegacy(
  http: HttpClient,
  token: string,
  push = false,
  capabilities: ClientCapabilities = {},
): Promise<Client> {
  http.require('/mcp')
  const headers = { authorization: `Bearer ${token}`, ...(push ? { 'MCP-Push': 'true' } : {}) }
  const fetch = notingFetch(http.options.exchanges, http.signal)
  const transport = new StreamableHTTPClientTransport(http.url('/mcp'), { requestInit: { headers }, fetch })
  const client = new Client({ name: 'conformance', version: '1.0.0' }, { capabilities })
  // The SDK's class does not satisfy its own interface under exactOptionalPropertyTypes.
  await client.connect(transport as Transport)
  return client
}
