import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type AsyncListener = (request: IncomingMessage, response: ServerResponse) => void

/** What a connection sends ahead begins once its former answer was taken: it could not be sent before. */
export function serializePipelined(serve: AsyncListener): AsyncListener {
  const latest = new WeakMap<Socket, ServerResponse>()
  return (request, response) => {
    const former = latest.get(request.socket)
    latest.set(request.socket, response)
    if (former === undefined || former.writableFinished) serve(request, response)
    else former.once('close', () => serve(request, response))
  }
}
