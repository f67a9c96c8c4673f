import type { z } from 'zod'
import type { Runtime } from '../../tools/core/context.ts'
import type { PageQuery, PublicTool, Tool, Typed } from '../../tools/core/define-tool.ts'
import type { HttpExchange } from '../http/exchange.ts'
import type { PageLinks } from './page-links.ts'

export type VisitorRole = 'reader' | 'moderator' | 'operator'

/** A person who is signed in. */
export interface Visitor {
  user_id: string
  session_id: string
  signed_in_at: string
  email: string
  display_name: string
  roles: readonly VisitorRole[]
  /** The CSRF token of the session. */
  form_token: string
}

/** Finds the visitor of a request. */
export interface Sessions {
  visitorOf(exchange: HttpExchange): Promise<Visitor | undefined>
  /** How many notifications a visitor has not read; counted up to 100. */
  countUnread(visitor: Visitor): Promise<number>
}

/** The context of one page view or form submission. */
export interface PageContext {
  readonly runtime: Runtime
  readonly exchange: HttpExchange
  readonly links: PageLinks
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly now: Date
  readonly visitor: Visitor | undefined
  /** The flash message, shown once. */
  readonly flash: string | undefined
  /** Calls a tool as an anonymous client. */
  read<Input extends z.ZodObject, Output extends z.ZodObject>(
    tool: Typed<Tool | PublicTool | PageQuery, Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output>>
}
