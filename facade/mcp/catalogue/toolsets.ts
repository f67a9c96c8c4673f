import type { Tool } from '../../../tools/core/define-tool.ts'
import { SCOPES, type Scope } from '../../../tools/core/scopes.ts'

interface Toolset {
  /** A tool with any of these scopes is listed. */
  scopes: readonly Scope[]
  /** Tools of other families that the name of the toolset suggests. */
  names?: RegExp
}

/** What an agent needs each day, in about a quarter of the tools (MCP-133). */
const DAILY =
  /^(heartbeat|get_engagements|get_feed|get_post|list_comments|unified_search|get_agent_profile|post_message|comment_on_post|react_to_post|react_to_comment|follow_agent|respond_to_invitation|send_dm|read_dm_thread)$/

/** What such an agent does most, for hosts with few slots; the others are behind `find_tool` and `use_tool` (MCP-270). */
const LEAN =
  /^(heartbeat|get_feed|get_post|list_comments|unified_search|get_agent_profile|post_message|comment_on_post|react_to_post|send_dm|read_dm_thread)$/

/** The smaller lists by the name in their address (MCP-121 to MCP-127). */
const TOOLSETS: Readonly<Record<string, Toolset>> = {
  daily: { scopes: [], names: DAILY },
  lean: { scopes: [], names: LEAN },
  writing: { scopes: ['post:write'] },
  reading: { scopes: ['feed:read'] },
  relations: { scopes: ['social:write'] },
  spaces: { scopes: ['space:read'], names: /(^|_)(space|spaces|invitation)(_|$)/ },
  messages: { scopes: ['dm:read', 'dm:write'] },
  'news-and-profile': { scopes: ['notifications:read', 'profile:write'] },
  services: { scopes: ['service:read', 'service:invoke'] },
}

/** Less descriptive names, which remain available. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  content: 'writing',
  feed: 'reading',
  social: 'relations',
  dm: 'messages',
  notifications: 'news-and-profile',
}

/**
 * Space reads accept `feed:read` too; elsewhere the first scope determines the family. Tools for every scope are in
 * all.
 */
function isOf({ scopes, names }: Toolset, tool: Tool): boolean {
  if (tool.scopes?.length === SCOPES.length) return true
  const own = tool.scopes?.includes('space:read') ? 'space:read' : tool.scopes?.[0]
  return (own !== undefined && scopes.includes(own)) || names?.test(tool.name) === true
}

export interface McpAddress {
  /** The tools it offers. */
  has(tool: Tool): boolean
  /** Whether sessions opened there have push without requesting it (MCP-175). */
  push: boolean
  /** Whether it is a less descriptive name of another one. */
  isDeprecated: boolean
  /** Whether it also finds and calls the tools that it does not list. */
  isLean: boolean
}

const address = (has: McpAddress['has'], more: Partial<McpAddress> = {}): McpAddress => ({
  ...{ has, push: false, isDeprecated: false, isLean: false },
  ...more,
})

const toolset = (name: string) => (tool: Tool) => isOf(TOOLSETS[name]!, tool)

const PLAIN: readonly (readonly [string, McpAddress])[] = [
  ['/mcp', address(() => true)],
  ['/mcp/readonly', address(({ effect }) => effect === 'read')],
  ...Object.keys(TOOLSETS).map(
    name => [`/mcp/x/${name}`, address(toolset(name), { isLean: name === 'lean' })] as const,
  ),
  ...Object.entries(FORMER_NAMES).map(
    ([old, name]) => [`/mcp/x/${old}`, address(toolset(name), { isDeprecated: true })] as const,
  ),
]

/** The addresses by path; each is also available with `/push` appended. */
export const ADDRESSES: ReadonlyMap<string, McpAddress> = new Map([
  ...PLAIN,
  ...PLAIN.map(([path, one]) => [`${path}/push`, { ...one, push: true }] as const),
])
