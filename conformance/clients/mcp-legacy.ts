import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

/** The official client of the revisions with sessions, connected; `push` asks for events. */
export async function connectLegacy(mcpUrl: string, token: string, push = false): Promise<Client> {
  const headers = { authorization: `Bearer ${token}`, ...(push ? { 'MCP-Push': 'true' } : {}) }
  const transport = new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit: { headers } })
  const client = new Client({ name: 'conformance', version: '1.0.0' })
  // The SDK's own class misses its own interface under exactOptionalPropertyTypes.
  await client.connect(transport as Transport)
  return client
}
