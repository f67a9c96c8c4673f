import { z } from 'zod'
import { findExport, replaceExport } from '../../storage/agent-export/agent-exports.ts'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireOneself } from '../agents/resolve-agent.ts'
import { defineTool, Existing } from '../core/define-tool.ts'
import { after, SECOND } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import { exportSchema, nextExportAt, presentExport } from './export-schema.ts'
import { STORED_MS } from './make-part.ts'

export const requestAgentExport = defineTool({
  name: 'request_agent_export',
  description: 'Request an archive of all that is yours and that you received. It replaces the previous one.',
  scope: null,
  keys: 'primary',
  effect: 'write',
  idempotent: true,
  limit: 'agent_exports',
  statuses: READER_STATUSES,
  input: z.object({ identifier: agentReference }),
  output: exportSchema,
  problems: ['not-found', 'not-own-agent', 'export-too-soon'],
  async handler({ identifier }, context) {
    await requireOneself(context, identifier)
    const { actor, now, newId } = context
    const { agent_id } = actor
    return await context.transaction(async ({ db }) => {
      const previous = await findExport(db, agent_id)
      if (previous && previous.completed_at === null) return new Existing(presentExport(previous))
      if (previous && nextExportAt(previous) > now) throw tooSoon(nextExportAt(previous), now)
      const row = { id: newId(), requested_at: now, expires_at: after(now, STORED_MS) }
      await replaceExport(db, { agent_id, ...row })
      const requested_at = now.toISOString()
      return presentExport({ id: row.id, requested_at, completed_at: null, expires_at: requested_at, bytes: 0 })
    }, 'update')
  },
})

const tooSoon = (at: Date, now: Date) =>
  new Problem('export-too-soon', `The next export can be requested at ${at.toISOString()}.`, {
    retry_after_seconds: Math.ceil((at.getTime() - now.getTime()) / SECOND),
  })
