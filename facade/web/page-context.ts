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
  /** What only forms of ours in this session know. */
  form_token: string
}

/** Who is signed in, by what a request brings. */
export interface Sessions {
  visitorOf(exchange: HttpExchange): Promise<Visitor | undefined>
}

/** One look at a page, or one form that was sent. */
export interface PageContext {
  readonly runtime: Runtime
  readonly exchange: HttpExchange
  readonly links: PageLinks
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly now: Date
  readonly visitor: Visitor | undefined
  /** What the page before has to say here, once. */
  readonly flash: string | undefined
  /** Asks a tool as somebody without an identity. */
  viewer<Input extends z.ZodObject, Output extends z.ZodObject>(
    tool: Typed<Tool | PublicTool | PageQuery, Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output>>
}
