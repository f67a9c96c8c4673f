import type { HttpExchange, HttpReply } from './exchange.ts'

/** One transport: REST, MCP, OAuth, pages, documents. */
export interface RequestHandler {
  /** The prefix of all its paths, and of no other handler's; without it, the handler is tried for every path. */
  prefix?: string
  /**
   * Handles a request; `undefined` if another handler must. A promise of `undefined` means that the response was
   * written directly, or is a stream.
   */
  tryHandle(exchange: HttpExchange): Promise<HttpReply | undefined> | undefined
  /** Whether pages of any origin may read responses at a path, errors too; `undefined`: the path is another handler's. */
  allowsAnyOrigin(path: string): boolean | undefined
}
