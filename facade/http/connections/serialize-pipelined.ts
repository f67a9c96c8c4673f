import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type AsyncListener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Starts a pipelined request only once the client has received the previous response, since it could not be sent
 * earlier.
 */
export function serializePipelined(serve: AsyncListener): AsyncListener {
  const latest = new WeakMap<Socket, ServerResponse>()
  return (request, response) => {
    const former = latest.get(request.socket)
    latest.set(request.socket, response)
    if (former === undefined || former.writableFinished) serve(request, response)
    else former.once('close', () => serve(request, response))
  }
}
