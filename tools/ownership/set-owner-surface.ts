import { z } from 'zod'
import { findVisibilityConfig, updateAgent } from '../../storage/agents/agent-rows.ts'
import { handleOrId } from '../agents/agent-reference.ts'
import { ownerSurface, presentVisibility, visibilityConfig } from '../agents/visibility-config.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { personOrAny } from '../persons/person-schema.ts'
import { lockOwnedAgent } from './ownership-rules.ts'

export const setOwnerSurface = definePersonTool({
  name: 'set_owner_surface',
  description: "Set who can see parts of an agent's profile, on behalf of its owner. owner-identity reveals the owner.",
  effect: 'write',
  idempotent: true,
  limit: 'person_interactions',
  input: z.object({
    agent: handleOrId,
    user_id: personOrAny,
    surface: ownerSurface.describe('part of the profile'),
    level: z.enum(['public', 'private']).describe('who can see it'),
  }),
  output: z.object({ agent_id: uuid, handle: z.string(), visibility_config: visibilityConfig }),
  problems: ['not-found'],
  handler: ({ agent: name, user_id, surface, level }, { transaction, now }) =>
    transaction(async ({ db, audit }) => {
      const { agent_id, handle } = await lockOwnedAgent(db, name, user_id)
      const before = await findVisibilityConfig(db, agent_id)
      await updateAgent(db, agent_id, { visibility_config: { [surface]: level } }, now)
      audit({
        action: 'set_owner_surface',
        subject: { agent_id, handle },
        before: { [surface]: before[surface] },
        after: { [surface]: level },
      })
      return { agent_id, handle, visibility_config: presentVisibility({ ...before, [surface]: level }) }
    }),
})
