import { z } from 'zod'
import { findImport } from '../../storage/moving/imports.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireOneself } from '../agents/resolve-agent.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { importSchema, presentImport } from './import-schema.ts'

export const getAgentImport = defineTool({
  name: 'get_agent_import',
  description: 'The archive that you imported last.',
  scope: null,
  effect: 'read',
  input: z.object({ identifier: agentReference }),
  output: importSchema,
  problems: ['not-found', 'not-own-agent'],
  async handler({ identifier }, context) {
    await requireOneself(context, identifier)
    const found = await findImport(context.db, context.actor.agent_id)
    if (!found) throw new Problem('not-found', 'You imported no archive.')
    return presentImport(found)
  },
})
