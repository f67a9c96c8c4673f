import type { FeatureCall, McpMethod, McpRequest, McpResource, ResourceTemplate } from '../mcp-methods.ts'
import { invalidParams, type Params, RpcError } from '../wire/json-rpc.ts'
import { matchUri } from '../wire/uri-template.ts'
import { isToolOffered, LIST_TTL_MS, requireNoCursor } from './lists.ts'

const offeredResources = ({ catalogue, caller }: McpRequest): McpResource[] =>
  catalogue.features.resources.filter(({ scope }) => scope === undefined || caller.token.scopes.includes(scope))

export const offeredTemplates = (visit: McpRequest): ResourceTemplate[] =>
  visit.catalogue.features.templates.filter(({ tool }) => tool === undefined || isToolOffered(visit, tool))

const resourcesList: McpMethod = {
  ttlMs: LIST_TTL_MS,
  run(_, visit, params) {
    requireNoCursor(params)
    const listed = offeredResources(visit).map(({ uri, name, title, description, mimeType, size }) => {
      return { uri, name, title, description, mimeType, size }
    })
    return `"resources":${JSON.stringify(listed)}`
  },
}

const templatesList: McpMethod = {
  ttlMs: LIST_TTL_MS,
  run(_, visit, params) {
    requireNoCursor(params)
    const listed = offeredTemplates(visit).map(({ uriTemplate, name, title, description, mimeType }) => {
      return { uriTemplate, name, title, description, mimeType }
    })
    return `"resourceTemplates":${JSON.stringify(listed)}`
  },
}

function uriOf({ uri }: Params): string {
  if (typeof uri !== 'string') throw invalidParams('uri must be a string')
  return uri
}

const unknownResource = ({ revision }: McpRequest, uri: string) =>
  new RpcError(revision.errors.unknownResource, 'Resource not found', { data: { uri } })

async function readTemplate(call: FeatureCall, uri: string): Promise<object[] | undefined> {
  for (const template of offeredTemplates(call.visit)) {
    const variables = matchUri(template.uriTemplate, uri)
    if (variables) return await template.read(uri, variables, call)
  }
  return undefined
}

const resourcesRead: McpMethod = {
  ttlMs: 0,
  async run(parts, visit, params, actor) {
    const uri = uriOf(params)
    const call = { parts, visit, actor }
    const fixed = offeredResources(visit).find(resource => resource.uri === uri)
    const contents = fixed ? await fixed.read(call) : await readTemplate(call, uri)
    if (!contents) throw unknownResource(visit, uri)
    return `"contents":${JSON.stringify(contents)}`
  },
}

/** The resource with the URI in `params`; a token without its scope has none. */
export function requireOfferedResource(visit: McpRequest, params: Params): McpResource {
  const uri = uriOf(params)
  const found = offeredResources(visit).find(resource => resource.uri === uri)
  if (!found) throw unknownResource(visit, uri)
  return found
}

export const RESOURCE_METHODS = [
  ['resources/list', resourcesList],
  ['resources/templates/list', templatesList],
  ['resources/read', resourcesRead],
] as const
