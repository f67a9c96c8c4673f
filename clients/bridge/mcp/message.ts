export type Id = string | number

/** The parts of a host's JSON-RPC message that the bridge reads. */
export interface Message {
  id?: Id
  method?: string
  params?: { name?: unknown; uri?: unknown; requestId?: unknown; _meta?: Record<string, unknown> }
}

/** Batches are an array of messages. */
export function parseMessages(text: string): Message[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const messages = Array.isArray(value) ? value : [value]
    return messages.every(message => typeof message === 'object' && message !== null) ? messages : undefined
  } catch {
    return undefined
  }
}

export const isRequest = ({ id, method }: Message): boolean => id !== undefined && method !== undefined

export const errorFor = (id: Id | null, code: number, message: string, data?: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } })

/** On stdio each message is one line. */
export const oneLine = (json: string): string => (json.includes('\n') ? JSON.stringify(JSON.parse(json)) : json)

const META_VERSION = 'io.modelcontextprotocol/protocolVersion'

/** The headers that the revision without sessions requires (MCP-20, MCP-55 to MCP-65). */
export function modernHeaders({ method, params }: Message): Record<string, string> | undefined {
  const version = params?._meta?.[META_VERSION]
  if (typeof version !== 'string' || method === undefined) return undefined
  const name = method === 'resources/read' ? params?.uri : params?.name
  return {
    'MCP-Protocol-Version': version,
    'Mcp-Method': method,
    ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
  }
}
