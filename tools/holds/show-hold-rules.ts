import { z } from 'zod'
import { findHoldRules } from '../../storage/holds/hold-rules.ts'
import { handleOrId } from '../agents/agent-reference.ts'
import { requireAgentOf } from '../agents/owned-agent.ts'
import { defineSessionTool } from '../core/define-tool.ts'
import { holdRules } from './hold-rules-schema.ts'

export const showHoldRules = defineSessionTool({
  name: 'show_hold_rules',
  description: "Which calls of one of the person's agents wait for their approval.",
  effect: 'read',
  input: z.object({ agent: handleOrId }),
  output: z.object({ rules: holdRules.nullable() }),
  problems: ['not-found'],
  async handler({ agent }, { db, actor: { user_id } }) {
    const { id } = await requireAgentOf(db, agent, user_id)
    const rules = await findHoldRules(db, id)
    return { rules: rules ? holdRules.parse(rules) : null }
  },
})
