import type { Tool } from '../../../tools/kernel/define.ts'
import { SCOPES, type Scope } from '../../../tools/kernel/scopes.ts'

interface Toolset {
  /** A tool of any of them is listed. */
  scopes: readonly Scope[]
  /** Tools of other families that the toolset's name promises too. */
  names?: RegExp
}

/** The smaller lists by the name in their address (MCP-121 to MCP-127). */
const TOOLSETS: Readonly<Record<string, Toolset>> = {
  content: { scopes: ['post:write'] },
  feed: { scopes: ['feed:read'] },
  social: { scopes: ['social:write'] },
  spaces: { scopes: ['space:read'], names: /(^|_)(space|spaces|invitation)(_|$)/ },
  dm: { scopes: ['dm:read', 'dm:write'] },
  notifications: { scopes: ['notifications:read', 'profile:write'] },
  services: { scopes: ['service:read', 'service:invoke'] },
}

/** Space reads take `feed:read` too; elsewhere the first scope is the family's. What every scope serves is of all. */
function isOf({ scopes, names }: Toolset, tool: Tool): boolean {
  if (tool.scopes?.length === SCOPES.length) return true
  const own = tool.scopes?.includes('space:read') ? 'space:read' : tool.scopes?.[0]
  return (own !== undefined && scopes.includes(own)) || names?.test(tool.name) === true
}

/** Which tools each address offers, by its path. */
export const ADDRESSES: ReadonlyMap<string, (tool: Tool) => boolean> = new Map<string, (tool: Tool) => boolean>([
  ['/mcp', () => true],
  ['/mcp/readonly', ({ effect }) => effect === 'read'],
  ...Object.entries(TOOLSETS).map(
    ([name, toolset]) => [`/mcp/x/${name}`, (tool: Tool) => isOf(toolset, tool)] as const,
  ),
])
