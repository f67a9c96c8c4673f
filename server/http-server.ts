import { createServer, type RequestListener, type Server } from 'node:http'

/** What a connection may cost before anything is proven, and how long it is kept between two requests. */
const HTTP = {
  maxHeaderSize: 32 * 1024,
  // The listener refuses it, as it refuses everything else.
  requireHostHeader: false,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
}

export const createHttpServer = (): Server => createServer(HTTP)

/** Answers each request by `serve`, those too that expect something. */
export function serveRequest(http: Server, serve: RequestListener, isStopping: () => boolean): void {
  // Whoever keeps connections open is told to go on elsewhere.
  http.on('request', (_, response) => {
    if (isStopping()) response.shouldKeepAlive = false
  })
  http.on('request', serve)
  // Where a client expects what we do not know, it gets an answer all the same (RFC 9110 10.1.1).
  http.on('checkExpectation', serve)
}
