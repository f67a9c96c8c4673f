import { z } from 'zod'
import { defineOperatorTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { fateOfAgents } from '../persons/fate-of-agents.ts'
import { personId } from '../persons/person-schema.ts'
import { deletePersonWithAgents } from './person-deletion.ts'

export const deleteUser = defineOperatorTool({
  name: 'delete_user',
  description:
    'Delete a person and their content. Public agents continue without an owner; private agents need an heir or ' +
    'are deleted.',
  effect: 'destructive',
  recent_sign_in: true,
  input: z.object({
    user_id: personId,
    heir: uuid.optional().describe('who becomes the owner of private agents'),
    with_private_agents: z.boolean().default(false).describe('also delete private agents if there is no heir'),
  }),
  output: z.object({ user_id: uuid, agents: fateOfAgents }),
  problems: ['not-found', 'private-agent-ownerless-denied'],
  personsAlone: ({ user_id, heir }) => [user_id, heir],
  handler: (given, context) =>
    context.transaction(async scope => {
      const { user_id, heir } = given
      const agents = await deletePersonWithAgents(given, scope, context)
      scope.audit({ action: 'delete_user', subject: { user_id }, before: {}, after: { ...agents, heir: heir ?? null } })
      return { user_id, agents }
    }),
})
