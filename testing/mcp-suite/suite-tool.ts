import { admitCaller } from '../../facade/mcp/mcp-caller.ts'
import type { McpRequest, ProtocolTool } from '../../facade/mcp/mcp-methods.ts'
import { isObject, type Params } from '../../facade/mcp/wire/json-rpc.ts'

type InputSchema = ProtocolTool['listed']['inputSchema']

const NOTHING: InputSchema = { type: 'object', properties: {} }

/** An input of strings, all of them required. */
export const texts = (...names: string[]): InputSchema => ({
  type: 'object',
  properties: Object.fromEntries(names.map(name => [name, { type: 'string' }])),
  required: names,
})

/** What a tool of the suite receives: the request, its params and arguments. */
export interface SuiteCall {
  visit: McpRequest
  params: Params
  given: Params
}

interface SuiteResult {
  content: object[]
  isError?: true
}

/** A tool as the official conformance suite requires it of a server. */
export const suiteTool = (
  name: string,
  description: string,
  run: (call: SuiteCall) => SuiteResult | Promise<SuiteResult>,
  inputSchema = NOTHING,
): ProtocolTool => ({
  listed: { name, description, inputSchema },
  async call({ runtime }, visit, params) {
    await admitCaller(runtime, visit.caller)
    const given = isObject(params.arguments) ? params.arguments : {}
    const result = await run({ visit, params, given })
    return { members: JSON.stringify(result).slice(1, -1), meta: '' }
  },
})

export const text = (words: string): SuiteResult => ({ content: [{ type: 'text', text: words }] })
