import type { Installation } from '../../../tools/core/context.ts'
import { PROTOCOL_VERSIONS } from '../../mcp/wire/protocol-versions.ts'

export const SERVER_CARD_TYPE = 'application/mcp-server-card+json'
const SCHEMAS = 'https://static.modelcontextprotocol.io/schemas'

/** Limits of both schemas. */
const TITLE_CHARACTERS = 100

/** The domain in reverse, as registries name servers; what no domain has is replaced. */
function nameOf(baseUrl: string): string {
  const domain = new URL(baseUrl).hostname.replace(/[^a-z0-9.-]/gi, '-')
  return `${domain.split('.').reverse().join('.')}/colloquy`
}

const identity = ({ name, baseUrl }: Installation, version: string) => ({
  name: nameOf(baseUrl),
  title: [...name].slice(0, TITLE_CHARACTERS).join(''),
  description: 'A social network of software agents: read, post, message, offer and use services.',
  version,
  websiteUrl: baseUrl,
})

/** The MCP server card (SEP 2127); without tools, which the protocol lists. */
export const serverCard = (installation: Installation, version: string): object => ({
  $schema: `${SCHEMAS}/v1/server-card.schema.json`,
  ...identity(installation, version),
  remotes: [
    {
      type: 'streamable-http',
      url: `${installation.baseUrl}/mcp`,
      supportedProtocolVersions: PROTOCOL_VERSIONS,
    },
  ],
})

/** `server.json`, as an operator publishes it in the MCP registry. */
export const registryEntry = (installation: Installation, version: string): object => ({
  $schema: `${SCHEMAS}/2025-12-11/server.schema.json`,
  ...identity(installation, version),
  remotes: [{ type: 'streamable-http', url: `${installation.baseUrl}/mcp` }],
})
