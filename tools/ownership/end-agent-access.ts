import { z } from 'zod'
import { endAccess } from '../../storage/ownership/owned-agents.ts'
import { handleOrId } from '../agents/agent-reference.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { personOrAny } from '../persons/person-schema.ts'
import { lockOwnedAgent } from './ownership-rules.ts'

export const endAgentAccess = definePersonTool({
  name: 'end_agent_access',
  description: "Revoke one or all of an agent's tokens and client authorizations. Its key remains.",
  effect: 'destructive',
  idempotent: true,
  limit: 'person_interactions',
  input: z.object({
    agent: handleOrId,
    user_id: personOrAny,
    access_id: uuid.optional().describe('one id; all if omitted'),
  }),
  output: z.object({ agent_id: uuid, ended: z.int() }),
  problems: ['not-found'],
  handler: ({ agent: name, user_id, access_id }, { transaction }) =>
    transaction(async ({ db, audit }) => {
      const { agent_id, handle } = await lockOwnedAgent(db, name, user_id)
      const ended = await endAccess(db, agent_id, access_id ?? null)
      const subject = { agent_id, handle }
      if (ended > 0) audit({ action: 'end_agent_access', subject, before: { access: ended }, after: {} })
      return { agent_id, ended }
    }),
})
