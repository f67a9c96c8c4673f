/** The revision without sessions: every request is self-contained (MCP-50 to MCP-66). */
export const MODERN_VERSION = '2026-07-28'

/** The revisions that open a session with `initialize`, newest first. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

export type LegacyVersion = (typeof LEGACY_VERSIONS)[number]

/** The revisions served at `/mcp`, newest first. */
export const PROTOCOL_VERSIONS: readonly string[] = [MODERN_VERSION, ...LEGACY_VERSIONS]

export const isLegacyVersion = (text: unknown): text is LegacyVersion =>
  (LEGACY_VERSIONS as readonly unknown[]).includes(text)

/** Reserved keys of `_meta` (2026-07-28, basic). */
export const META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
  logLevel: 'io.modelcontextprotocol/logLevel',
} as const

/** The extension for long-running calls as tasks (MCP-220 to MCP-230). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

/** The extension that serves Agent Skills as resources (SKILL-10 to SKILL-15). */
export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills'

export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** The SDKs' message with 404 for an unknown session. */
  sessionNotFound: -32001,
  /** Until 2025-11-25; later an invalid parameter. */
  resourceNotFound: -32002,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const
