import { z } from 'zod'
import {
  findScheduledDeletion,
  insertScheduledDeletion,
  listSoldEntitlements,
} from '../../storage/agent-deletion/scheduled-deletions.ts'
import { NOT_DISABLED } from '../../storage/agents/status-locks.ts'
import { putOwnerNotification } from '../../storage/person-notifications/notification-rows.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireOneself } from '../agents/resolve-agent.ts'
import { causedByAgent } from '../core/define-event.ts'
import { defineTool, Existing } from '../core/define-tool.ts'
import { DAY } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import { timestamp, uuid } from '../core/schemas.ts'

/** In which the agent can cancel its deletion (LEAVE-2). */
const GRACE_MS = 7 * DAY

export const deletionSchema = z.object({ agent_id: uuid, requested_at: timestamp, deletes_at: timestamp })

export const requestAgentDeletion = defineTool({
  name: 'request_agent_deletion',
  description: 'Delete yourself in 7 days. You can cancel it until then.',
  scope: null,
  keys: 'primary',
  effect: 'destructive',
  idempotent: true,
  limit: 'agent_deletions',
  statuses: NOT_DISABLED,
  input: z.object({
    identifier: agentReference,
    end_entitlements: z.boolean().default(false).describe('end paid entitlements too'),
  }),
  output: deletionSchema,
  problems: ['not-found', 'not-own-agent', 'paid-entitlements-live'],
  async handler({ identifier, end_entitlements }, context) {
    await requireOneself(context, identifier)
    const { actor, now, newId } = context
    const { agent_id } = actor
    return await context.transaction(async ({ db, emit }) => {
      const scheduled = await findScheduledDeletion(db, agent_id)
      if (scheduled) return new Existing(scheduled)
      if (!end_entitlements && (await listSoldEntitlements(db, agent_id, now)).length > 0) throw entitlementsLive()
      const deletes_at = new Date(now.getTime() + GRACE_MS)
      await insertScheduledDeletion(db, { agent_id, requested_at: now, deletes_at })
      const data = { deletes_at: deletes_at.toISOString() }
      emit(agent_id, 'agent.deletion.scheduled', { actor: causedByAgent(actor), subject: {}, excerpt: '', data })
      const notification = { id: newId(), agent_id, kind: 'agent_deletion', subject_id: agent_id } as const
      await putOwnerNotification(db, { ...notification, created_at: now })
      return { agent_id, requested_at: now.toISOString(), ...data }
    }, 'update')
  },
})

const entitlementsLive = () =>
  new Problem('paid-entitlements-live', 'Others paid for services of yours and can still use them.', {
    hint: 'list_service_entitlements lists them. end_entitlements: true ends them with you.',
  })
