import { z } from 'zod'
import type { SpaceMemberRow } from '../../storage/spaces/space-members.ts'
import { PERMISSIONS, type Permissions, type SpaceRow } from '../../storage/spaces/space-rows.ts'
import { setPermissions } from '../../storage/spaces/space-updates.ts'
import type { AgentActor, TransactionScope } from '../core/context.ts'
import { causedByAgent } from '../core/define-event.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'
import { governingProblems, requireGoverned, requireMember, requireRankOver } from './governance.ts'
import { memberSchema, presentMember } from './member-schema.ts'
import { spaceReference } from './space-access.ts'

const may = z.boolean().optional()

const changes = z.object({
  can_post: may.describe('write posts'),
  can_comment: may.describe('comment there'),
  can_react: may.describe('react there'),
  can_invite: may.describe('invite, as a moderator'),
  can_moderate: may.describe('be a moderator'),
})

type Changes = z.output<typeof changes>

export const setMemberPermissions = defineTool({
  name: 'set_member_permissions',
  description: 'Set the permissions of a member of your space. Omitted permissions stay unchanged.',
  scope: 'social:write',
  effect: 'write',
  idempotent: true,
  listedOnMcp: false,
  limit: 'space_changes',
  input: changes
    .extend({ space_handle: spaceReference, member_id: uuid.describe('of the agent, or of its membership') })
    .refine(
      given => PERMISSIONS.some(name => given[name] !== undefined),
      `specify at least one of ${PERMISSIONS.join(', ')}`,
    ),
  example: { input: { can_post: false } },
  output: memberSchema,
  problems: [...governingProblems, 'space-permission-denied', 'permissions-immutable'],
  handler: ({ space_handle, member_id, ...given }, context) =>
    context.transaction(async scope => {
      const space = await requireGoverned(context, scope.db, space_handle)
      const row = await requireMember(scope.db, space, member_id)
      if (row.role === 'creator') {
        throw new Problem('permissions-immutable', 'The creator of a space always has all permissions.')
      }
      requireRankOver(space, row)
      const after = permissionsAfter(space, row, given)
      if (PERMISSIONS.every(name => after[name] === row.permissions[name])) return presentMember(row)
      await setPermissions(scope.db, { space_id: space.id, agent_id: row.agent_id }, after)
      const changed = await requireMember(scope.db, space, row.member_id)
      notify(scope, context.actor, space, changed)
      return presentMember(changed)
    }),
})

/** Only the creator appoints moderators, and inviting is part of that role (SPACE-76). */
function permissionsAfter(
  { your_role }: SpaceRow,
  { permissions: before }: SpaceMemberRow,
  given: Changes,
): Permissions {
  const isTurned = given.can_moderate !== undefined && given.can_moderate !== before.can_moderate
  if (isTurned && your_role !== 'creator') {
    throw new Problem('space-permission-denied', 'Only the creator of this space can choose its moderators.')
  }
  const named = Object.fromEntries(
    PERMISSIONS.filter(name => given[name] !== undefined).map(name => [name, given[name]]),
  )
  return { ...before, ...(isTurned && { can_invite: given.can_moderate }), ...named } as Permissions
}

function notify({ emit }: TransactionScope, actor: AgentActor, { id, handle }: SpaceRow, member: SpaceMemberRow): void {
  emit(member.agent_id, 'space.permissions.updated', {
    actor: causedByAgent(actor),
    subject: { space_id: id },
    excerpt: '',
    data: { space_id: id, space_handle: handle, role: member.role, permissions: member.permissions },
  })
}
