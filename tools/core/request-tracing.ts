import type { IncomingHttpHeaders } from 'node:http'

/** A request that is watched, from its beginning to its answer. */
export interface WatchedRequest {
  /** By which the line of the log is found, and the trace by it. */
  readonly trace_id: string
  within<Result>(body: () => Result): Result
  /** `status` 0: left without an answer. */
  end(route: string, status: number): void
}

/**
 * Where somebody watches: how long requests took, and what of them took it. Names are the product's own: no value, no
 * path, no words of anybody stand in what is told.
 */
export interface Tracing {
  request(method: string, headers: IncomingHttpHeaders, request_id: string): WatchedRequest
  /** A part of the request or call that is under way; where none is, nothing is told. */
  part<Result>(name: string, body: () => Promise<Result>): Promise<Result>
  /** Something that is sent to elsewhere, for a request or unasked. */
  sending<Result extends { status?: number | undefined }>(name: string, body: () => Promise<Result>): Promise<Result>
}

export interface OpenedTracing extends Tracing {
  /** Sends what is still to be sent. */
  close(): Promise<void>
}
