import type { z } from 'zod'
import type { Runtime } from '../../tools/kernel/context.ts'
import type { LookingTool, PublicTool, Tool, Typed } from '../../tools/kernel/define.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Links } from './links.ts'

export type Role = 'reader' | 'moderator' | 'operator'

/** A person who is signed in. */
export interface Visitor {
  user_id: string
  session_id: string
  signed_in_at: string
  email: string
  display_name: string
  roles: readonly Role[]
  /** What only forms of ours in this session know. */
  form_token: string
}

/** Who is signed in, by what a request brings. */
export interface Sessions {
  visitorOf(exchange: Exchange): Promise<Visitor | undefined>
}

/** One look at a page, or one form that was sent. */
export interface Visit {
  readonly runtime: Runtime
  readonly exchange: Exchange
  readonly links: Links
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly now: Date
  readonly visitor: Visitor | undefined
  /** What the page before has to say here, once. */
  readonly flash: string | undefined
  /** Asks a tool as somebody without an identity. */
  look<Input extends z.ZodObject, Output extends z.ZodObject>(
    tool: Typed<Tool | PublicTool | LookingTool, Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output>>
}
