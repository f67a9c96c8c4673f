// What MCP offers besides the tools of the service: prompts, resources, templates of resources, and tools whose results
// are content of MCP. A feature is a value; an address offers the features that its tools make possible.
import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js'
import type { AgentActor } from '../../../tools/core/context.ts'
import type { Json } from '../../../tools/core/json-encoding.ts'
import type { Scope } from '../../../tools/core/scopes.ts'
import type { McpParts, McpRequest } from '../mcp-methods.ts'
import type { Params } from '../wire/json-rpc.ts'

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

export interface Resource {
  uri: string
  name: string
  title: string
  description: string
  mimeType: string
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
  resources: readonly Resource[]
  templates: readonly ResourceTemplate[]
}

export const joinFeatures = (features: readonly McpFeature[]): McpFeature => ({
  tools: features.flatMap(({ tools }) => tools),
  prompts: features.flatMap(({ prompts }) => prompts),
  resources: features.flatMap(({ resources }) => resources),
  templates: features.flatMap(({ templates }) => templates),
})
