import type { z } from 'zod'
import type { OperatorTool, Typed } from '../../../tools/core/define-tool.ts'
import { isRecent } from '../../../tools/core/recent-sign-in.ts'
import { nothingHere } from '../../../tools/core/staff-roles.ts'
import { callAsStaff } from '../../../tools/roles/call-as-staff.ts'
import type { PageContext, Visitor } from '../page-context.ts'

/** The base path of the admin pages. */
export const ADMIN_PATH = '/internal/operator'

/** Calls an operator tool as the visitor, with the permissions of their role. */
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

/** Whether the visitor must sign in again to call the tool. */
export const isTooOld = ({ visitor, now }: PageContext, { recent_sign_in }: OperatorTool): boolean =>
  recent_sign_in === true && visitor !== undefined && !isRecent(visitor.signed_in_at, now)

/** Whether to show the tool. Permissions are checked again when it is called. */
export const mayCall = (visitor: Visitor | undefined, { role, commandLineOnly }: OperatorTool): boolean =>
  commandLineOnly !== true && (visitor?.roles.includes(role) ?? false)
