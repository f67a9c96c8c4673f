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

/** Handles each request with `serve`, including those with an Expect header. */
export function serveRequest(http: Server, serve: RequestListener, isStopping: () => boolean): void {
  // Asks clients with keep-alive connections to reconnect elsewhere.
  http.on('request', (_, response) => {
    if (isStopping()) response.shouldKeepAlive = false
  })
  http.on('request', serve)
  // An unknown expectation is ignored (RFC 9110 10.1.1).
  http.on('checkExpectation', serve)
}
