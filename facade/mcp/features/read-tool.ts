import { Problem } from '../../../tools/core/problems/problem.ts'
import { isScopeGranted } from '../../../tools/execute.ts'
import { readToolArguments } from '../arguments/read-arguments.ts'
import { runTool } from '../call-tool.ts'
import type { FeatureCall } from '../mcp-methods.ts'
import type { Params } from '../wire/json-rpc.ts'

/**
 * What a reading tool of the service returns to the caller, who pays for it as for a call; `undefined`: there is no such
 * thing for this caller, or the address or the token does not have the tool.
 */
export async function readTool(
  { parts, visit }: FeatureCall,
  name: string,
  input: Params,
): Promise<Params | undefined> {
  const { caller, exchange, yieldSlot, catalogue } = visit
  const offered = catalogue.find(name)?.offered
  if (!offered || !isScopeGranted(offered.tool, caller.token.scopes)) return undefined
  const call = { caller, request_id: exchange.request_id, yieldSlot }
  try {
    return (await runTool(parts.runtime, call, offered, readToolArguments(offered.tool, input))).output
  } catch (error) {
    const isUnknown = error instanceof Problem && (error.slug === 'not-found' || error.slug === 'validation-error')
    if (isUnknown) return undefined
    throw error
  }
}
