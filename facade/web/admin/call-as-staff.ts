import type { z } from 'zod'
import type { OperatorTool, Typed } from '../../../tools/core/define-tool.ts'
import { isRecent } from '../../../tools/core/recent-sign-in.ts'
import { nothingHere } from '../../../tools/core/staff-roles.ts'
import { callAsStaff } from '../../../tools/roles/call-as-staff.ts'
import type { PageContext, Visitor } from '../page-context.ts'

/** Below which all of this part stands. */
export const ADMIN_PATH = '/internal/operator'

/** Calls an operator's tool as whoever looks, as far as their role allows. */
export async function callTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  { runtime, visitor, exchange }: PageContext,
  tool: Typed<OperatorTool, Input, Output>,
  input: z.input<Input>,
): Promise<z.output<Output>> {
  if (!visitor) throw nothingHere()
  const { user_id, session_id } = visitor
  const call = { user_id, session_id, input: input as object, request_id: exchange.request_id }
  return await callAsStaff(runtime, tool, call)
}

/** Whether whoever looks has to sign in again to call it. */
export const isTooOld = ({ visitor, now }: PageContext, { recent_sign_in }: OperatorTool): boolean =>
  recent_sign_in === true && visitor !== undefined && !isRecent(visitor.signed_in_at, now)

/** Whether it is worth to offer it: what counts is asked when it is called. */
export const mayCall = (visitor: Visitor | undefined, { role, commandLineOnly }: OperatorTool): boolean =>
  commandLineOnly !== true && (visitor?.roles.includes(role) ?? false)
