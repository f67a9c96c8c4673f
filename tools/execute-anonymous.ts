import type { z } from 'zod'
import { ANONYMOUS } from './core/agent-status/anonymous.ts'
import type { Runtime } from './core/context.ts'
import type { PageQuery, PublicTool, Tool, Typed } from './core/define-tool.ts'
import { invoke } from './core/invoke-tool.ts'

/**
 * Executes a tool for an unauthenticated client: one that requires no authentication, or a read that is available to
 * strangers.
 */
export async function executeAnonymous<Input extends z.ZodObject, Output extends z.ZodObject>(
  runtime: Runtime,
  tool: Typed<Tool | PublicTool | PageQuery, Input, Output>,
  input: z.input<Input>,
  request_id: string,
): Promise<z.output<Output>> {
  if (tool.audience === 'agent' && (!tool.allowsAnonymous || tool.effect !== 'read')) {
    throw new Error(`${tool.name} is not available to anonymous clients`)
  }
  const actor = tool.audience === 'agent' ? ANONYMOUS : ({ kind: 'anyone' } as const)
  const { output } = await invoke(runtime, tool, { actor, input, request_id })
  return output as z.output<Output>
}
