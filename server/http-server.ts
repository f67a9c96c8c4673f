import { createServer, type RequestListener, type Server } from 'node:http'

/** Limits of a connection before authentication, and keep-alive. */
const HTTP = {
  maxHeaderSize: 32 * 1024,
  // The listener rejects it like any other error.
  requireHostHeader: false,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
}

export const createHttpServer = (): Server => createServer(HTTP)

/** Answers each request by `serve`, those too that expect something. */
export function serveRequests(http: Server, serve: RequestListener): void {
  http.on('request', serve)
  // An unknown expectation is ignored (RFC 9110 10.1.1).
  http.on('checkExpectation', serve)
}

/** From now on, responses close their connections, so that clients reconnect elsewhere. */
export function endKeepAlive(http: Server): void {
  const end: RequestListener = (_, response) => {
    response.shouldKeepAlive = false
  }
  http.prependListener('request', end)
  http.prependListener('checkExpectation', end)
}
