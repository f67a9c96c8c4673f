import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js'
import { LRUCache } from 'lru-cache'
import type { Tool } from '../../../tools/core/define-tool.ts'
import { SCOPES } from '../../../tools/core/scopes.ts'
import { type JsonSchema, outputSchema } from '../../../tools/core/tool-json-schema.ts'
import { isScopeGranted } from '../../../tools/execute.ts'
import { TOKEN_HOLDERS } from '../../../tools/tokens/token-statuses.ts'
import { compactOutputOf } from '../compact-output/compact-output.ts'
import type { Catalogue, McpFeature, OfferedTool, ProtocolTool } from '../mcp-methods.ts'
import { plainName } from './tool-names.ts'
import { toolInputSchema, toolOutputSchema } from './tool-schema.ts'
import { ADDRESSES, type McpAddress } from './toolsets.ts'
import { untrustedMark } from './untrusted.ts'

/** Cached: a list of 65 tools is about 100 KB, and agents choose their scopes. */
const MAX_CATALOGUES = 64

export interface OfferedFeatures {
  /** At every address. */
  everywhere: McpFeature
  /** In addition at the address of the shortest list. */
  lean: McpFeature
  /** By the path of an address of its own, which has all tools in addition. */
  added: ReadonlyMap<string, McpFeature>
}

/** Catalogues by address: '/mcp', '/mcp/readonly', '/mcp/x/feed' and so on. */
export function createCatalogues(tools: readonly Tool[], offered: OfferedFeatures): ReadonlyMap<string, Catalogue> {
  const onMcp = tools.filter(tool => tool.listedOnMcp).map(offer)
  const onOtherAddress = tools.filter(tool => !tool.listedOnMcp)
  const catalogues = new Map<McpAddress['has'], Pick<Catalogue, 'features' | keyof Lists>>()
  const listed = [...ADDRESSES].map(([address, { has, push, isLean }]): [string, Catalogue] => {
    const features = isLean ? joinFeatures([offered.everywhere, offered.lean]) : offered.everywhere
    const lists = catalogues.get(has) ?? {
      features,
      ...openLists(
        onMcp.filter(({ tool }) => has(tool)),
        features.tools,
      ),
    }
    catalogues.set(has, lists)
    return [address, { address, push, onOtherAddress, ...lists }]
  })
  const added = [...offered.added].map(([address, feature]): [string, Catalogue] => {
    const features = joinFeatures([offered.everywhere, feature])
    return [address, { address, push: false, onOtherAddress, features, ...openLists(onMcp, features.tools) }]
  })
  return new Map([...listed, ...added])
}

const joinFeatures = (features: readonly McpFeature[]): McpFeature => ({
  tools: features.flatMap(({ tools }) => tools),
  prompts: features.flatMap(({ prompts }) => prompts),
  resources: features.flatMap(({ resources }) => resources),
  templates: features.flatMap(({ templates }) => templates),
})

/** Addresses with the same tools share them. */
type Lists = Pick<Catalogue, 'find' | 'names' | 'list'>

function offer(tool: Tool): OfferedTool {
  const schema = outputSchema(tool.output)
  const mark = untrustedMark(schema)
  const _meta = Object.keys(mark).length === 0 ? {} : { _meta: mark }
  return {
    tool: Object.freeze({ ...tool, statuses: tool.statuses.filter(status => TOKEN_HOLDERS.includes(status)) }),
    json: JSON.stringify({ ...describeTool(tool, schema), ..._meta }),
    meta: JSON.stringify(mark).slice(1, -1),
    lean: compactOutputOf(schema),
    shownBy: typeof schema.shownBy === 'string' ? schema.shownBy : undefined,
  }
}

function openLists(offered: readonly OfferedTool[], own: readonly ProtocolTool[]): Lists {
  const byName = new Map(offered.map(entry => [entry.tool.name, { offered: entry, isRespelled: false }]))
  const bySpelling = new Map(offered.map(entry => [plainName(entry.tool.name), { offered: entry, isRespelled: true }]))
  const lists = new LRUCache<string, string>({ max: MAX_CATALOGUES })
  return {
    find: name => byName.get(name) ?? bySpelling.get(plainName(name)),
    names: scopes => offered.filter(({ tool }) => isScopeGranted(tool, scopes)).map(({ tool }) => tool.name),
    list(scopes) {
      const key = SCOPES.filter(scope => scopes.includes(scope)).join(' ')
      let list = lists.get(key)
      if (list === undefined) {
        const allowed = offered.filter(({ tool }) => isScopeGranted(tool, scopes))
        list = `[${[...allowed.map(({ json }) => json), ...own.map(({ listed }) => JSON.stringify(listed))].join(',')}]`
        lists.set(key, list)
      }
      return list
    },
  }
}

const titleOf = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`

/** A tool's entry in `tools/list`; the hints are derived from its effect. */
function describeTool(tool: Tool, schema: JsonSchema): ListedTool {
  const { name, description, effect, idempotent = effect === 'read' } = tool
  return {
    name,
    title: titleOf(name),
    description,
    inputSchema: toolInputSchema(tool.input, tool.restOnlyInputs) as ListedTool['inputSchema'],
    outputSchema: toolOutputSchema(schema),
    annotations: {
      readOnlyHint: effect === 'read',
      destructiveHint: effect === 'destructive',
      idempotentHint: idempotent,
      openWorldHint: false,
    },
  }
}
