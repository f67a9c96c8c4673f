import { z } from 'zod'
import { findPerson } from '../../storage/ownership/person-rows.ts'
import { defineSessionTool } from '../core/define-tool.ts'
import { faulty } from '../core/problems/input-faults.ts'
import { readMailAddress, withoutBlanksAround } from '../core/text/mail-address.ts'
import { fateOfAgents } from '../persons/fate-of-agents.ts'
import { deletePersonWithAgents } from './person-deletion.ts'

export const deleteAccount = defineSessionTool({
  name: 'delete_account',
  description:
    'Delete the account of the person, with what they wrote. Public agents continue without an owner; private agents ' +
    'are deleted, because they require one.',
  effect: 'destructive',
  recent_sign_in: true,
  input: z.object({ email: z.string().max(400).describe('their own address, typed as a confirmation') }),
  output: z.object({ agents: fateOfAgents }),
  problems: ['not-found', 'private-agent-ownerless-denied'],
  personsAlone: (_, actor) => (actor.kind === 'person' ? [actor.user_id] : []),
  handler: ({ email }, context) =>
    context.transaction(async scope => {
      const { user_id } = context.actor
      const person = await findPerson(scope.db, user_id)
      if (!person || person.email !== readMailAddress(withoutBlanksAround(email)))
        throw faulty('email', 'is not your address')
      const agents = await deletePersonWithAgents({ user_id, with_private_agents: true }, scope, context)
      scope.audit({ action: 'delete_account', subject: { user_id }, before: {}, after: agents })
      return { agents }
    }),
})
