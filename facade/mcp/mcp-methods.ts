// What requests, methods, catalogues and features are: they refer to each other. A feature is what MCP offers besides the
// tools of the service: prompts, resources, templates of resources, and tools whose results are content of MCP.

import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js'
import type { YieldSlot } from '../../concurrency/scheduler.ts'
import type { AgentActor, Runtime } from '../../tools/core/context.ts'
import type { Tool } from '../../tools/core/define-tool.ts'
import type { Json } from '../../tools/core/json-encoding.ts'
import type { Scope } from '../../tools/core/scopes.ts'
import type { HttpExchange } from '../http/exchange.ts'
import type { Streams } from '../http/streams/streams.ts'
import type { CountCoerced } from './arguments/coercions.ts'
import type { ClientInput } from './client/client-input.ts'
import type { SessionChannel } from './client/session-channel.ts'
import type { CompactOutput } from './compact-output/compact-output.ts'
import type { McpCaller } from './mcp-caller.ts'
import type { ServedSkill } from './served-skill.ts'
import type { ClientLog, ResponseStream } from './streams/response-stream.ts'
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
  /** Rendered on the first use. */
  skills(): readonly ServedSkill[]
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
  isDisconnected: () => boolean
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

/** A tool as MCP offers it. */
export interface OfferedTool {
  /** The tool with scopes for bearer tokens. */
  tool: Tool
  /** Its entry of `tools/list`, serialized. */
  json: string
  /** The members of its results' `_meta` as JSON; '' for none. */
  meta: string
  /** The compact form of its output, as text. */
  lean: CompactOutput
  /** The tool that reads what it returns, if that is a thing with one, such as a post. */
  shownBy: string | undefined
}

/** The tools at one address: all, one family, or those that only read. */
export interface Catalogue {
  address: string
  /** Whether sessions opened there have push. */
  push: boolean
  /** Tools available only on REST. */
  onOtherAddress: readonly Tool[]
  /** What it offers besides tools of the service. */
  features: McpFeature
  /** The tool with a name, including spellings by hosts and models: `mcp__colloquy__get_post`, `getPost`. */
  find(name: string): { offered: OfferedTool; isRespelled: boolean } | undefined
  /** Among the tools that these scopes allow. */
  names(scopes: readonly Scope[]): string[]
  /** The JSON array of the tools that these scopes allow. */
  list(scopes: readonly Scope[]): string
}

/** An admitted request, as a feature handles it. */
export interface FeatureCall {
  parts: McpParts
  visit: McpRequest
  actor: AgentActor
}

/** Values that start with what was typed, the best first. */
export type Completer = (call: FeatureCall, typed: string) => Promise<string[]> | string[]

export interface PromptArgument {
  description: string
  required: boolean
  complete?: Completer
}

export interface Prompt {
  name: string
  title: string
  description: string
  arguments: Readonly<Record<string, PromptArgument>>
  /** The service's tools that it tells a model to use: without all of them it is not offered. */
  tools: readonly string[]
  /** The messages; the arguments are those that it declares, with all that are required. */
  get(given: Readonly<Record<string, string>>, call: FeatureCall): object[] | Promise<object[]>
}

export interface McpResource {
  uri: string
  name: string
  title?: string
  description: string
  mimeType: string
  /** In bytes. */
  size?: number
  /** A token needs it; `undefined`: none. */
  scope?: Scope
  /** Whether its updates are pushed. */
  isPushed: boolean
  /** The `contents`. */
  read(call: FeatureCall): Promise<object[]>
}

export interface ResourceTemplate {
  /** An RFC 6570 template whose variables are simple, such as `{id}`. */
  uriTemplate: string
  name: string
  title: string
  description: string
  mimeType: string
  /** The service's tool that reads it, which the address and the token must offer. */
  tool?: string
  variables: Readonly<Record<string, { complete?: Completer }>>
  /** The member of that tool's output that is its variable. */
  key?: 'id' | 'handle'
  /** The `contents`; `undefined`: there is no such resource. */
  read(uri: string, variables: Readonly<Record<string, string>>, call: FeatureCall): Promise<object[] | undefined>
}

/** A tool that only MCP has. */
export interface ProtocolTool {
  listed: ListedTool
  /** The members of the result; it admits its caller, or calls a tool of the service that does. */
  call(parts: McpParts, visit: McpRequest, params: Params): Promise<{ members: Json; meta: string }>
}

export interface McpFeature {
  tools: readonly ProtocolTool[]
  prompts: readonly Prompt[]
  resources: readonly McpResource[]
  templates: readonly ResourceTemplate[]
}
