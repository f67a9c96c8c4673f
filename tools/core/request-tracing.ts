import type { IncomingHttpHeaders } from 'node:http'

/** A traced request, from its start to its response. */
export interface WatchedRequest {
  /** The trace id, which the request log contains. */
  readonly trace_id: string
  within<Result>(body: () => Result): Result
  /** `status` 0: the client left before the response. */
  end(route: string, status: number): void
}

/**
 * Tracing of requests and their parts. Names are the product's own: spans contain no values, no paths and no text of
 * users.
 */
export interface Tracing {
  request(method: string, headers: IncomingHttpHeaders, request_id: string): WatchedRequest
  /** Traces a part of the current request or call; does nothing outside of one. */
  part<Result>(name: string, body: () => Promise<Result>): Promise<Result>
  /** Traces an outbound call, within a request or in the background. */
  sending<Result extends { status?: number | undefined }>(name: string, body: () => Promise<Result>): Promise<Result>
}

export interface OpenedTracing extends Tracing {
  /** Flushes pending spans. */
  close(): Promise<void>
}
