import { SAFE_HEADERS } from '../../../tools/core/safe-headers.ts'
import type { HttpExchange } from '../../http/exchange.ts'
import { sseFrame } from '../../http/streams/sse.ts'
import { STREAM_HEAD } from '../../http/streams/streams.ts'
import { isObject, type Params } from '../wire/json-rpc.ts'

/** A response that becomes an event stream once progress is reported. */
export interface ProgressStream {
  /**
   * Reports the progress of a call with a progress token; `undefined`: none was requested, or the client does not
   * accept event streams.
   */
  notifier(params: Params): ((message: string) => void) | undefined
  hasBegun(): boolean
  /** Ends the stream with the response. */
  end(message: string | Buffer): void
}

/** The response to a single request, not to a batch. */
export function createProgressStream({
  response,
  request_id,
  headers,
  limits,
  version_headers,
}: HttpExchange): ProgressStream {
  let reported = 0
  const begin = () =>
    response.writeHead(200, {
      'X-Request-Id': request_id,
      ...SAFE_HEADERS,
      ...STREAM_HEAD,
      ...version_headers,
      ...limits.headers(),
    })
  return {
    notifier(params) {
      const progressToken = tokenOf(params)
      if (progressToken === undefined || !/text\/event-stream/i.test(headers.accept ?? '')) return undefined
      return message => {
        if (response.destroyed) return
        if (reported++ === 0) begin()
        const params = { progressToken, progress: reported, message }
        response.write(sseFrame(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params })))
      }
    },
    hasBegun: () => reported > 0,
    end(message) {
      response.write('event: message\ndata: ')
      response.write(message)
      response.end('\n\n')
    },
  }
}

function tokenOf({ _meta }: Params): string | number | undefined {
  const token = isObject(_meta) ? _meta.progressToken : undefined
  return typeof token === 'string' || Number.isSafeInteger(token) ? (token as string | number) : undefined
}
