import { z } from 'zod'
import { defineSessionTool } from '../core/define-tool.ts'
import { fateOfAgents, readFate } from '../persons/fate-of-agents.ts'

export const showAccountDeletion = defineSessionTool({
  name: 'show_account_deletion',
  description: "What becomes of the person's agents if they delete their account.",
  effect: 'read',
  input: z.object({}),
  output: z.object({ agents: fateOfAgents }),
  problems: [],
  handler: async (_, { actor, db }) => ({ agents: await readFate(db, actor.user_id) }),
})
