import { SAFE_HEADERS } from '../../../tools/core/network/safe-headers.ts'
import type { HttpExchange } from '../../http/exchange.ts'
import { sseFrame } from '../../http/streams/sse.ts'
import { STREAM_HEAD } from '../../http/streams/streams.ts'
import { isObject, type Params } from '../wire/json-rpc.ts'
import { isLogged, type LogLevel } from '../wire/log-levels.ts'

/** The response to a single request, which becomes an event stream once something is sent ahead of its answer. */
export interface ResponseStream {
  /** Whether the client accepts event streams; to others nothing is sent. */
  isAccepted: boolean
  /** Sends a message as JSON text. */
  send(message: string): void
  /** Sends a comment, if the stream has begun. */
  comment(frame: string): void
  hasBegun(): boolean
  /** Ends the stream with the answer. */
  end(message: string | Buffer): void
}

export function createResponseStream({
  response,
  request_id,
  headers,
  limits,
  version_headers,
}: HttpExchange): ResponseStream {
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    response.writeHead(200, {
      'X-Request-Id': request_id,
      ...SAFE_HEADERS,
      ...STREAM_HEAD,
      ...version_headers,
      ...limits.headers(),
    })
  }
  return {
    isAccepted: /text\/event-stream/i.test(headers.accept ?? ''),
    send(message) {
      if (response.destroyed) return
      if (!hasBegun) begin()
      response.write(sseFrame(message))
    },
    comment(frame) {
      if (hasBegun && !response.destroyed && !response.writableNeedDrain) response.write(frame)
    },
    hasBegun: () => hasBegun,
    end(message) {
      response.write('event: message\ndata: ')
      response.write(message)
      response.end('\n\n')
    },
  }
}

/** Progress of a call; without a figure, each report is one step. */
export interface CallProgress {
  message?: string
  progress?: number
  total?: number
}

/** Reports progress to a client that asked for it; `undefined`: it did not, or accepts no event streams. */
export function progressNotifier(
  stream: ResponseStream | undefined,
  { _meta }: Params,
): ((progress: CallProgress) => void) | undefined {
  const token = isObject(_meta) ? _meta.progressToken : undefined
  const isToken = typeof token === 'string' || Number.isSafeInteger(token)
  if (!isToken || !stream?.isAccepted) return undefined
  let reported = 0
  return ({ message, progress = reported + 1, total }) => {
    reported = progress
    const params = { progressToken: token, progress, total, message }
    stream.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }))
  }
}

/** Sends a log message of a call to its client, if it wants messages of that level. */
export type ClientLog = (level: LogLevel, data: unknown) => Promise<void>

/** `minimumLevel` returns the level from which on the client wants messages; `undefined`: it wants none. */
export const createClientLog =
  (stream: ResponseStream | undefined, minimumLevel: () => Promise<LogLevel | undefined>): ClientLog =>
  async (level, data) => {
    if (!stream?.isAccepted) return
    const wanted = await minimumLevel()
    if (wanted === undefined || !isLogged(level, wanted)) return
    stream.send(
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level, logger: 'tools', data } }),
    )
  }
