// For hosts with few slots for tools: one tool finds the tools of the service by what they do, another calls them.
import { admitCaller } from '../mcp-caller.ts'
import type { Catalogue, McpFeature, McpRequest, ProtocolTool } from '../mcp-methods.ts'
import { callOfferedTool } from '../methods/tool-methods.ts'
import { invalidParams, isObject, type Params } from '../wire/json-rpc.ts'

/** Tools that one call finds. */
const FOUND = 5

const QUERY_CHARACTERS = 200

interface Described {
  name: string
  description: string
  inputSchema: object
}

const termsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]{2,}/g) ?? []

/** Words that nearly every query has, and that tell tools apart no better than nothing. */
const COMMON: ReadonlySet<string> = new Set([
  'an',
  'the',
  'of',
  'to',
  'for',
  'in',
  'on',
  'my',
  'with',
  'and',
  'or',
  'is',
])

/** By how many words of the query a tool has: those of its name count most, and a word may be the beginning of another. */
function scoreOf({ name, description }: Described, query: readonly string[]): number {
  const [own, more] = [termsOf(name), termsOf(description)]
  const has = (terms: readonly string[], term: string) =>
    terms.some(word => word === term || (term.length > 3 && (word.startsWith(term) || term.startsWith(word))))
  return query.reduce((score, word) => score + (has(own, word) ? 3 : has(more, word) ? 1 : 0), 0)
}

function findTools(catalogue: Catalogue, { caller }: McpRequest, query: string): Described[] {
  const terms = termsOf(query).filter(word => !COMMON.has(word))
  const tools: Described[] = JSON.parse(catalogue.list(caller.token.scopes))
  return tools
    .map(tool => ({ tool, score: scoreOf(tool, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, FOUND)
    .map(({ tool: { name, description, inputSchema } }) => ({ name, description, inputSchema }))
}

const annotations = (isReading: boolean) => ({
  readOnlyHint: isReading,
  destructiveHint: !isReading,
  idempotentHint: isReading,
  openWorldHint: false,
})

const LISTED = {
  find: {
    name: 'find_tool',
    title: 'Find tool',
    description: 'Find further tools by what they do; call them with use_tool.',
    inputSchema: {
      type: 'object' as const,
      properties: { query: { type: 'string', description: 'what to do, in a few words or by a name' } },
      required: ['query'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object' as const,
      properties: { tools: { type: 'array', items: { type: 'object' } } },
    },
    annotations: annotations(true),
  },
  use: {
    name: 'use_tool',
    title: 'Use tool',
    description: 'Call a tool that find_tool returned.',
    inputSchema: {
      type: 'object' as const,
      properties: {
        name: { type: 'string', description: 'its name' },
        arguments: { type: 'object', description: 'as its inputSchema says', additionalProperties: true },
      },
      required: ['name'],
      additionalProperties: false,
    },
    outputSchema: { type: 'object' as const },
    annotations: annotations(false),
  },
}

function argumentsOf({ arguments: given }: Params): Params {
  if (given === undefined) return {}
  if (!isObject(given)) throw invalidParams('arguments must be an object')
  return given
}

/** The pair over all tools of the service; `all` returns their catalogue. */
export function createFindAndUse(all: () => Catalogue): McpFeature {
  const findTool: ProtocolTool = {
    listed: LISTED.find,
    async call({ runtime }, visit, params) {
      await admitCaller(runtime, visit.caller)
      const { query } = argumentsOf(params)
      if (typeof query !== 'string') throw invalidParams('query must be a string')
      const output = JSON.stringify({ tools: findTools(all(), visit, query.slice(0, QUERY_CHARACTERS)) })
      const members = `"content":[{"type":"text","text":${JSON.stringify(output)}}],"structuredContent":${output}`
      return { members, meta: '' }
    },
  }
  const useTool: ProtocolTool = {
    listed: LISTED.use,
    async call(parts, visit, params) {
      const { name, arguments: given } = argumentsOf(params)
      return await callOfferedTool(
        parts,
        { ...visit, catalogue: all() },
        { params: { ...params, name, arguments: given } },
      )
    },
  }
  return { tools: [findTool, useTool], prompts: [], resources: [], templates: [] }
}
