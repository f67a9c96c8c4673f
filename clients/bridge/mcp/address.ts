import { openAgent } from '../agent/agent.ts'
import type { Newcomer } from '../agent/enroll.ts'
import type { Keeping } from '../agent/keeping.ts'
import { openTokens } from '../agent/token.ts'
import { beforehand } from '../refusal.ts'
import { awayOf, drop, isAway, openServer } from '../server.ts'
import { HOW_TO_TAKE_IT, VERSION } from '../version.ts'

export interface Wish {
  base: string
  keeping: (base: string) => Keeping
  newcomer?: Newcomer | undefined
  toolset?: string | undefined
  readonly: boolean
  /** Prints one line for people. */
  tell: (line: string) => void
}

/** One MCP address of a server, called with the agent's token. */
export interface Address {
  base: string
  /** Returns responses of any status, except those that a new token fixes, and those of an unavailable server. */
  send(
    method: string,
    headers: Record<string, string>,
    body: string | undefined,
    signal: AbortSignal,
  ): Promise<Response>
}

/** Enrolls the agent first, if requested. */
export async function openAddress({ base, keeping, newcomer, toolset, readonly, tell }: Wish): Promise<Address> {
  const server = openServer(base)
  const { scopes, bridge } = await server.discover()
  if (bridge !== undefined && bridge !== VERSION)
    tell(`the server provides another version of this bridge, ${bridge}${HOW_TO_TAKE_IT}`)
  const agent = await openAgent(server, keeping(server.base), newcomer)
  const asked = readonly ? scopes.filter(scope => scope.endsWith(':read')) : scopes
  const tokens = openTokens(agent, asked.join(' '))
  const path = readonly ? '/mcp/readonly' : toolset === undefined ? '/mcp' : `/mcp/x/${encodeURIComponent(toolset)}`

  async function ask(method: string, headers: Record<string, string>, body: string | undefined, signal: AbortSignal) {
    const token = await tokens.current().catch(beforehand)
    const content = body === undefined ? {} : { body }
    const response = await server.send({
      method,
      path,
      headers: { ...headers, Authorization: `Bearer ${token}` },
      ...content,
      signal,
    })
    if (response.status === 401) tokens.drop(token)
    if (isAway(response.status)) throw await awayOf(server.base, response)
    return response
  }

  return {
    base: server.base,
    async send(method, headers, body, signal) {
      const response = await ask(method, headers, body, signal)
      if (response.status !== 401) return response
      await drop(response)
      return await ask(method, headers, body, signal)
    },
  }
}
