import type { HttpExchange, HttpReply } from './exchange.ts'

/** A way in: REST, MCP, the documents. */
export interface RequestHandler {
  /**
   * Answers a request that is its own; `undefined`: it is another door's. A promise of `undefined`: the answer was
   * written here, or is a stream.
   */
  tryHandle(exchange: HttpExchange): Promise<HttpReply | undefined> | undefined
  /** Whether pages of any origin may read what is answered at a path, refusals too; `undefined`: it is another door's. */
  allowsAnyOrigin(path: string): boolean | undefined
}
