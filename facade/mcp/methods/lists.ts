import { MINUTE } from '../../../tools/core/durations.ts'
import { isScopeGranted } from '../../../tools/execute.ts'
import type { McpExchange } from '../mcp-methods.ts'
import { invalidParams, type Params } from '../wire/json-rpc.ts'

export const LIST_TTL_MS = 5 * MINUTE

/** Every list is one page. */
export function requireNoCursor({ cursor }: Params): void {
  if (cursor !== undefined && cursor !== null && cursor !== '') throw invalidParams('unknown cursor')
}

/** Whether the address has a tool of the service, and the token allows it. */
export function isToolOffered({ catalogue, caller }: McpExchange, name: string): boolean {
  const found = catalogue.find(name)
  return found !== undefined && isScopeGranted(found.offered.tool, caller.token.scopes)
}
