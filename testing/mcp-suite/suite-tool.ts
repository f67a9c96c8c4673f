import { admitCaller } from '../../facade/mcp/mcp-caller.ts'
import type { McpRequest, ProtocolTool } from '../../facade/mcp/mcp-methods.ts'
import { isObject, type Params } from '../../facade/mcp/wire/json-rpc.ts'

type InputSchema = ProtocolTool['listed']['inputSchema']

const NOTHING: InputSchema = { type: 'object', properties: {} }

/** The schema of an input of required strings. */
export const texts = (...names: string[]): InputSchema => ({
  type: 'object',
  properties: Object.fromEntries(names.map(name => [name, { type: 'string' }])),
  required: names,
})

/** The call of a suite tool: the request, its params and arguments. */
export interface SuiteCall {
  visit: McpRequest
  params: Params
  args: Params
}

interface SuiteResult {
  content: object[]
  isError?: true
}

/** Defines a tool that the official conformance suite expects of a server. */
export const suiteTool = (
  name: string,
  description: string,
  run: (call: SuiteCall) => SuiteResult | Promise<SuiteResult>,
  inputSchema = NOTHING,
): ProtocolTool => ({
  listed: { name, description, inputSchema },
  async call({ runtime }, visit, params) {
    await admitCaller(runtime, visit.caller)
    const args = isObject(params.arguments) ? params.arguments : {}
    const result = await run({ visit, params, args })
    return { members: JSON.stringify(result).slice(1, -1), meta: '' }
  },
})

export const text = (value: string): SuiteResult => ({ content: [{ type: 'text', text: value }] })
