import { RESOURCE_LIMITS } from '../../concurrency/resource-limits.ts'
import type { YieldSlot } from '../../concurrency/scheduler.ts'
import type { AgentActor, Runtime } from '../../tools/core/context.ts'
import { MINUTE } from '../../tools/core/durations.ts'
import type { HttpExchange } from '../http/exchange.ts'
import type { Streams } from '../http/streams/streams.ts'
import { type CountCoerced, executeToolCall, type McpToolResult } from './call-tool.ts'
import type { Catalogue } from './catalogue/tool-catalogue.ts'
import type { McpCaller } from './mcp-caller.ts'
import { readSkill, type ServedSkill, skillResources } from './skills.ts'
import { INBOX_RESOURCE, INBOX_SCOPE, INBOX_URI, readInbox } from './streams/inbox-resource.ts'
import type { ProgressStream } from './streams/progress-stream.ts'
import { isObject, type Params, RpcError, type RpcRequest } from './wire/json-rpc.ts'
import { RPC } from './wire/protocol-versions.ts'

/** Dependencies of all methods, created once. */
export interface McpParts {
  runtime: Runtime
  streams: Streams
  countCoerced: CountCoerced
  sessionKey: Buffer
  /** JSON text of the server's `Implementation`. */
  serverInfo: string
  /** Rendered on the first use. */
  skills(): readonly ServedSkill[]
}

/** An HTTP request with its token, and the tools at its path. */
export interface McpRequest {
  exchange: HttpExchange
  caller: McpCaller
  catalogue: Catalogue
  /** Maximum size of the response, if part of a batch has one already. */
  bytes?: number
  /** Lets it wait for changes by others; not within a batch. */
  yieldSlot?: YieldSlot | undefined
  /** Lets it tell how it goes on; not within a batch. */
  progress?: McpProgress | undefined
  /** Whether nobody waits for the answer any more. */
  isGone: () => boolean
}

/** The stream of the progress of a call, opened for a client that asked for it. */
export interface McpProgress {
  open(): ProgressStream
  hasBegun(): boolean
}

export interface McpMethod {
  /** The members of the result, as JSON text without the braces. */
  run(parts: McpParts, visit: McpRequest, params: Params, actor: AgentActor): string | Promise<string>
  /** How long a modern client may cache the result; it depends on the token, so shared caches may not. */
  ttlMs?: number
}

const LIST_TTL_MS = 5 * MINUTE

export const invalidParams = (reason: string, data?: object): RpcError =>
  new RpcError(RPC.invalidParams, `Invalid params: ${reason}`, data ? { data } : {})

/** Every list is one page. */
export function requireNoCursor({ cursor }: Params): void {
  if (cursor !== undefined && cursor !== null && cursor !== '') throw invalidParams('unknown cursor')
}

const mayReadInbox = ({ caller }: McpRequest) => caller.token.scopes.includes(INBOX_SCOPE)

const toolsList: McpMethod = {
  ttlMs: LIST_TTL_MS,
  run(_, { catalogue, caller }, params) {
    requireNoCursor(params)
    return `"tools":${catalogue.list(caller.token.scopes)}`
  },
}

const resourcesList: McpMethod = {
  ttlMs: LIST_TTL_MS,
  run({ skills }, visit, params) {
    requireNoCursor(params)
    const inbox = mayReadInbox(visit) ? [INBOX_RESOURCE] : []
    return `"resources":[${[...inbox, ...skillResources(skills()).map(one => JSON.stringify(one))]}]`
  },
}

const templatesList: McpMethod = {
  ttlMs: LIST_TTL_MS,
  run(_, __, params) {
    requireNoCursor(params)
    return '"resourceTemplates":[]'
  },
}

const resourcesRead: McpMethod = {
  ttlMs: 0,
  async run({ runtime, skills }, visit, params, actor) {
    const skill = readSkill(skills(), params)
    if (skill) return `"contents":${JSON.stringify(skill)}`
    requireInbox(visit, params)
    return `"contents":${JSON.stringify(await readInbox(runtime, actor.agent_id))}`
  },
}

/** The inbox is the only resource besides skills; a token without its scope does not have it. */
export function requireInbox(visit: McpRequest, { uri }: Params): void {
  if (typeof uri !== 'string') throw invalidParams('uri must be a string')
  if (uri !== INBOX_URI || !mayReadInbox(visit)) throw invalidParams('unknown resource', { uri })
}

/** The methods of all revisions, in addition to `tools/call`. */
export const SHARED_METHODS: readonly (readonly [string, McpMethod])[] = [
  ['tools/list', toolsList],
  ['resources/list', resourcesList],
  ['resources/templates/list', templatesList],
  ['resources/read', resourcesRead],
]

export const handleToolCall = (
  { runtime, countCoerced }: McpParts,
  {
    exchange: { path, request_id },
    caller,
    catalogue,
    yieldSlot,
    progress,
    bytes = RESOURCE_LIMITS.mcp_bytes.limit,
  }: McpRequest,
  { params, paramsText }: RpcRequest,
): Promise<McpToolResult> => {
  const asksForProgress = isObject(params._meta) && params._meta.progressToken !== undefined
  const tellProgress = yieldSlot && asksForProgress ? progress?.open().notifier(params) : undefined
  return executeToolCall(runtime, {
    caller,
    catalogue,
    params,
    paramsText,
    countCoerced,
    path,
    request_id,
    bytes,
    yieldSlot,
    notifyProgress: tellProgress,
  })
}
