import type { HttpExchange, HttpReply } from './exchange.ts'

/** One transport: REST, MCP, OAuth, pages, documents. */
export interface RequestHandler {
  /** Where all its paths begin, which nobody else's do; `undefined`: it is asked for every path. */
  prefix?: string
  /**
   * Handles a request of its own; `undefined`: the request is another handler's. A promise of `undefined`: the response was
   * written directly, or is a stream.
   */
  tryHandle(exchange: HttpExchange): Promise<HttpReply | undefined> | undefined
  /** Whether pages of any origin may read responses at a path, errors too; `undefined`: the path is another handler's. */
  allowsAnyOrigin(path: string): boolean | undefined
}
