import type { z } from 'zod'
import { findRole } from '../../storage/roles/staff-roles.ts'
import type { Runtime } from '../core/context.ts'
import type { OperatorTool, Typed } from '../core/define-tool.ts'
import { invoke } from '../core/invoke-tool.ts'
import { covers, nothingHere, RoleRevoked, STAFF_ROLES, type StaffRole } from '../core/staff-roles.ts'

export interface StaffCall {
  user_id: string
  session_id: string
  input: object
  request_id: string
}

/**
 * Invokes an operator's tool for a person whose role allows it; the role is read for this call and locked until its
 * writes are committed. For others the tool does not exist.
 */
export async function callAsStaff<Input extends z.ZodObject, Output extends z.ZodObject>(
  runtime: Runtime,
  tool: Typed<OperatorTool, Input, Output>,
  { user_id, session_id, input, request_id }: StaffCall,
): Promise<z.output<Output>> {
  const role = await findRole(runtime.db, user_id)
  if (!mayCall(role, tool)) throw nothingHere()
  const actor = { kind: 'operator' as const, name: `user ${user_id}`, staff: { user_id, session_id, role } }
  try {
    return (await invoke(runtime, tool, { actor, input, request_id, strict: true })).output as z.output<Output>
  } catch (error) {
    throw error instanceof RoleRevoked ? nothingHere() : error
  }
}

function mayCall(role: StaffRole | undefined, tool: OperatorTool): role is StaffRole {
  return role !== undefined && tool.commandLineOnly !== true && covers(role, tool.role)
}

/** The roles that a person may act in, in increasing order. */
export async function rolesOf(runtime: Pick<Runtime, 'db'>, user_id: string): Promise<StaffRole[]> {
  const held = await findRole(runtime.db, user_id)
  return held === undefined ? [] : STAFF_ROLES.filter(role => covers(held, role))
}
