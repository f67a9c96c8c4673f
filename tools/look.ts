import type { z } from 'zod'
import type { Runtime } from './kernel/context.ts'
import type { LookingTool, PublicTool, Tool, Typed } from './kernel/define.ts'
import { invoke } from './kernel/invoke.ts'
import { STRANGER } from './kernel/standing/stranger.ts'

/** What somebody without an identity is answered by a tool: one that needs none, or a read that is for strangers too. */
export async function look<Input extends z.ZodObject, Output extends z.ZodObject>(
  runtime: Runtime,
  tool: Typed<Tool | PublicTool | LookingTool, Input, Output>,
  input: z.input<Input>,
  request_id: string,
): Promise<z.output<Output>> {
  if (tool.audience === 'agent' && (!tool.forStrangers || tool.effect !== 'read')) {
    throw new Error(`${tool.name} is not for strangers`)
  }
  const actor = tool.audience === 'agent' ? STRANGER : ({ kind: 'anyone' } as const)
  const { output } = await invoke(runtime, tool, { actor, input, request_id })
  return output as z.output<Output>
}
