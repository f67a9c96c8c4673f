import { z } from 'zod'
import { findVisibilityConfig, updateAgent } from '../../storage/agents/agents.ts'
import { agentReference } from '../agents/identifier.ts'
import { ownerSurface, visibilityConfig } from '../agents/visibility-config.ts'
import { defineOperatorTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { uuid } from '../kernel/schemas.ts'
import { holdNamedAgent } from './ownership.ts'

export const setOwnerSurface = defineOperatorTool({
  name: 'set_owner_surface',
  description: 'Set for the owner of an agent what others see of it; owner-identity shows who the owner is.',
  effect: 'write',
  idempotent: true,
  input: z.object({
    agent: agentReference,
    surface: ownerSurface.describe('what of the agent'),
    level: z.enum(['public', 'private']).describe('who sees it'),
  }),
  output: z.object({ agent_id: uuid, handle: z.string(), visibility_config: visibilityConfig }),
  problems: ['not-found'],
  handler: ({ agent: name, surface, level }, { transaction, now }) =>
    transaction(async ({ db, audit }) => {
      const { agent_id, handle, owner_id } = await holdNamedAgent(db, name)
      if (owner_id === null) throw new Problem('not-found', 'This agent has no owner.')
      const before = await findVisibilityConfig(db, agent_id)
      await updateAgent(db, agent_id, { visibility_config: { [surface]: level } }, now)
      audit({
        action: 'set_owner_surface',
        subject: { agent_id, handle },
        before: { [surface]: before[surface] },
        after: { [surface]: level },
      })
      return { agent_id, handle, visibility_config: visibilityConfig.parse({ ...before, [surface]: level }) }
    }),
})
