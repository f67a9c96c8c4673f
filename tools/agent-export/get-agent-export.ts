import { z } from 'zod'
import { findExport } from '../../storage/agent-export/agent-exports.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireOneself } from '../agents/resolve-agent.ts'
import { defineTool } from '../core/define-tool.ts'
import { exportSchema, noExport, presentExport } from './export-schema.ts'

export const getAgentExport = defineTool({
  name: 'get_agent_export',
  description: 'Your latest export: whether its archive is complete, and until when you can download it.',
  scope: null,
  keys: 'primary',
  effect: 'read',
  input: z.object({ identifier: agentReference }),
  output: exportSchema,
  problems: ['not-found', 'not-own-agent'],
  async handler({ identifier }, context) {
    await requireOneself(context, identifier)
    const found = await findExport(context.db, context.actor.agent_id)
    if (!found) throw noExport()
    return presentExport(found)
  },
})
