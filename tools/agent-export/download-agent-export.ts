import { z } from 'zod'
import { findExport } from '../../storage/agent-export/agent-exports.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireOneself } from '../agents/resolve-agent.ts'
import { defineTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { noExport } from './export-schema.ts'

/** The archive to send; the transport sends it. */
export const downloadAgentExport = defineTool({
  name: 'download_agent_export',
  description: 'Download the archive of your latest export, or a range of its bytes.',
  scope: null,
  keys: 'primary',
  effect: 'read',
  limit: 'export_downloads',
  input: z.object({ identifier: agentReference }),
  output: z.object({ export_id: uuid, size_bytes: z.int() }),
  problems: ['not-found', 'not-own-agent', 'range-not-satisfiable'],
  async handler({ identifier }, context) {
    await requireOneself(context, identifier)
    const found = await findExport(context.db, context.actor.agent_id)
    if (!found || found.completed_at === null || Date.parse(found.expires_at) <= context.now.getTime()) throw noExport()
    return { export_id: found.id, size_bytes: found.bytes }
  },
})
