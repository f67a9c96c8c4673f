import type { Exchange, Reply } from './exchange.ts'

/** A way in: REST, MCP, the documents. */
export interface Door {
  /**
   * Answers a request that is its own; `undefined`: it is another door's. A promise of `undefined`: the answer was
   * written here, or is a stream.
   */
  enter(exchange: Exchange): Promise<Reply | undefined> | undefined
  /** Whether pages of any origin may read what is answered at a path, refusals too; `undefined`: it is another door's. */
  isOpen(path: string): boolean | undefined
}
