/**
 * Client for a node of the payment chain; the only access to it. Rejects only with `NodeUnavailable` or `NodeError`.
 */
export interface JsonRpc {
  call(method: string, parameters: readonly unknown[]): Promise<unknown>
}

/** No response: it is unknown whether the request was executed. `reason` is our own text, without an address. */
export class NodeUnavailable extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(`the node of the chain does not respond: ${reason}`)
    this.reason = reason
  }
}

/** The node rejected the request. Its text is untrusted. */
export class NodeError extends Error {
  readonly code: number
  readonly reason: string
  /** The revert data of a contract call. */
  readonly data: string | undefined

  constructor(code: number, reason: string, data: string | undefined) {
    super(`the node of the chain rejects the call (${code})`)
    this.code = code
    this.reason = reason
    this.data = data
  }
}

const TIMEOUT_MS = 10_000
const MOST_BYTES = 4 * 1024 * 1024

/** The operator's own node: its URL may be on any network and contains credentials, so it is never disclosed. */
export function createJsonRpc(url: string, timeoutMs = TIMEOUT_MS): JsonRpc {
  let count = 0
  return {
    async call(method, parameters) {
      const id = ++count
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params: parameters })
      return resultOf(parse(await post(url, body, timeoutMs)), id)
    },
  }
}

async function post(url: string, body: string, timeoutMs: number): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs)
  const headers = { 'content-type': 'application/json' }
  try {
    // Loaded lazily, since servers without payments do not need it.
    const { request } = await import('undici')
    const { statusCode, body: response } = await request(url, { method: 'POST', headers, body, signal })
    // Nodes may report errors by a status too, with a body.
    if (statusCode === 429 || statusCode >= 500) {
      await response.dump()
      throw new NodeUnavailable(`status ${statusCode}`)
    }
    return await readText(response)
  } catch (error) {
    if (error instanceof NodeUnavailable) throw error
    throw new NodeUnavailable(signal.aborted ? 'timed out' : codeOf(error))
  }
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > MOST_BYTES) throw new NodeUnavailable('the response is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NodeUnavailable('the response is not JSON')
  }
}

function resultOf(response: unknown, id: number): unknown {
  if (typeof response !== 'object' || response === null) throw new NodeUnavailable('the response is not an object')
  const { id: answered, result, error } = response as Record<string, unknown>
  if (typeof error === 'object' && error !== null) {
    const { code, message, data } = error as Record<string, unknown>
    throw new NodeError(Number(code), String(message), typeof data === 'string' ? data : undefined)
  }
  if (answered !== id || result === undefined) throw new NodeUnavailable('the response belongs to another call')
  return result
}

function codeOf(error: unknown): string {
  const { code } = ((error as { cause?: unknown }).cause ?? error) as { code?: unknown }
  return typeof code === 'string' ? code : 'the connection failed'
}
