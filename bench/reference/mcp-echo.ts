// The MCP SDK's own Streamable HTTP server, stateful as in its documentation, with one tool that echoes.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const sessions = new Map<string, StreamableHTTPServerTransport>()

async function openSession(): Promise<StreamableHTTPServerTransport> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: id => void sessions.set(id, transport),
  })
  const mcp = new Server({ name: 'echo', version: '1.0.0' }, { capabilities: { tools: {} } })
  mcp.setRequestHandler(CallToolRequestSchema, async ({ params }) => ({
    content: [{ type: 'text', text: JSON.stringify(params.arguments) }],
  }))
  await mcp.connect(transport as Transport)
  return transport
}

const server = createServer(async (request, response) => {
  const known = sessions.get(String(request.headers['mcp-session-id']))
  const transport = known ?? (await openSession())
  await transport.handleRequest(request, response)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
