import { z } from 'zod'
import { findHoldRules, putHoldRules } from '../../storage/holds/hold-rules.ts'
import { handleOrId } from '../agents/agent-reference.ts'
import { defineSessionTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { lockOwnedAgent } from '../ownership/ownership-rules.ts'
import { holdRules, isEmpty } from './hold-rules-schema.ts'

/** Sets which calls of an agent its owner approves first (HOLD-1, HOLD-2). Nobody else can, and none is held by default. */
export const setHoldRules = defineSessionTool({
  name: 'set_hold_rules',
  description: "Set which calls of one of the person's agents wait for their approval.",
  effect: 'write',
  idempotent: true,
  limit: 'person_interactions',
  input: holdRules.extend({ agent: handleOrId }),
  output: z.object({ agent_id: uuid, handle: z.string(), rules: holdRules.nullable() }),
  problems: ['not-found'],
  handler: ({ agent, ...given }, { transaction, now, actor: { user_id } }) =>
    transaction(async ({ db, audit }) => {
      const { agent_id, handle } = await lockOwnedAgent(db, agent, user_id)
      const { owner_id: _, ...before } = (await findHoldRules(db, agent_id)) ?? { owner_id: null }
      const rules = isEmpty(given) ? undefined : given
      await putHoldRules(db, agent_id, rules, now)
      audit({ action: 'set_hold_rules', subject: { agent_id, handle }, before, after: rules ?? {} })
      return { agent_id, handle, rules: rules ?? null }
    }),
})
