import type { YieldSlot } from '../../concurrency/scheduler.ts'
import type { AgentActor, Runtime } from '../../tools/core/context.ts'
import type { Json } from '../../tools/core/json-encoding.ts'
import type { HttpExchange } from '../http/exchange.ts'
import type { Streams } from '../http/streams/streams.ts'
import type { CountCoerced } from './call-tool.ts'
import type { Catalogue } from './catalogue/tool-catalogue.ts'
import type { ClientInput } from './client/client-input.ts'
import type { ClientLog } from './client/client-log.ts'
import type { SessionChannel } from './client/session-channel.ts'
import type { McpCaller } from './mcp-caller.ts'
import type { ResponseStream } from './streams/response-stream.ts'
import type { Params } from './wire/json-rpc.ts'
import type { Revision } from './wire/revisions/revision.ts'

/** Dependencies of all methods, created once. */
export interface McpParts {
  runtime: Runtime
  streams: Streams
  countCoerced: CountCoerced
  sessionKey: Buffer
  channel: SessionChannel
  /** JSON text of the server's `Implementation`: whole where it introduces itself, and short in every result. */
  serverInfo: { whole: string; short: string }
}

/** An HTTP request with its token, and the tools at its path. */
export interface McpExchange {
  exchange: HttpExchange
  caller: McpCaller
  catalogue: Catalogue
  /** Maximum size of the response, if part of a batch has one already. */
  bytes?: number
  /** Lets it wait for changes by others; not within a batch. */
  yieldSlot?: YieldSlot | undefined
  /** What the response becomes if something is sent ahead of the answer; not within a batch. */
  stream?: ResponseStream | undefined
  /** Whether nobody waits for the answer any more. */
  isGone: () => boolean
}

/** The same as a request of one revision. */
export interface McpRequest extends McpExchange {
  revision: Revision
  input: ClientInput
  log: ClientLog
}

export interface McpMethod {
  /** The members of the result, as JSON text without the braces. */
  run(parts: McpParts, visit: McpRequest, params: Params, actor: AgentActor): Json | Promise<Json>
  /** How long a modern client may cache the result; it depends on the token, so shared caches may not. */
  ttlMs?: number
}

/** What a method returns: the members of its result, and what revisions make of them. */
export interface MethodResult {
  /** Without members, an empty result. */
  members: Json
  /** Members of `_meta`. */
  meta?: string
  type?: 'complete' | 'task' | 'input_required'
  ttlMs?: number | undefined
}
