import type { Installation } from '../../tools/core/context.ts'
import { AUI_PREFIX } from './versioning.ts'

export const AI_CATALOG = { path: '/.well-known/ai-catalog.json', type: 'application/ai-catalog+json' }
export const API_CATALOG_PATH = '/.well-known/api-catalog'
/** Below the MCP endpoint, where SEP 2127 reserves it, and where scanners look. */
export const SERVER_CARD_PATHS: readonly string[] = ['/mcp/server-card', '/.well-known/mcp/server-card.json']

/** The `Link` header (RFC 8288) by which clients that know only the address find everything else (CAT-3). */
export const discoveryLinks = ({ baseUrl }: Pick<Installation, 'baseUrl'>): string =>
  [
    `<${baseUrl}${AI_CATALOG.path}>; rel="ai-catalog"; type="${AI_CATALOG.type}"`,
    `<${baseUrl}${API_CATALOG_PATH}>; rel="api-catalog"`,
    `<${baseUrl}${AUI_PREFIX}/openapi.json>; rel="service-desc"; type="application/json"`,
    `<${baseUrl}${AUI_PREFIX}/agent-index>; rel="service-doc"; type="text/markdown"`,
    `<${baseUrl}/llms.txt>; rel="describedby"; type="text/markdown"`,
  ].join(', ')
