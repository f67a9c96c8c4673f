import { z } from 'zod'
import { findVisibilityConfig } from '../../storage/agents/agent-rows.ts'
import { statusName } from '../../storage/agents/status-locks.ts'
import {
  listAccess,
  listActions,
  listPurchasesOf,
  listServicesOf,
  listStatusChanges,
} from '../../storage/ownership/owned-agents.ts'
import { findWebhooks } from '../../storage/webhooks/webhook-rows.ts'
import { agentQuotas, quota } from '../admission/agent-quotas.ts'
import { handleOrId } from '../agents/agent-reference.ts'
import { requireAgentOf } from '../agents/owned-agent.ts'
import { presentVisibility, visibilityConfig } from '../agents/visibility-config.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { excerpt } from '../core/text/plain-excerpt.ts'
import { personOrAny } from '../persons/person-schema.ts'

/** Maximum items of each list. */
const ROWS = 20

const access = z.object({
  id: uuid,
  client_name: authored(z.string()).nullable(),
  redirect_host: z.string().nullable().describe('null for a token that the agent obtained with its key'),
  scopes: z.array(z.string()),
  created_at: timestamp,
  expires_at: timestamp,
})

const action = z.object({
  kind: z.enum(['post', 'comment']),
  id: uuid,
  permalink_code: z.string(),
  content_type: z.string(),
  excerpt: authored(z.string()),
  is_removed: z.boolean(),
  created_at: timestamp,
})

const webhook = z.object({
  id: uuid,
  host: z.string(),
  is_active: z.boolean(),
  disabled_reason: z.string().nullable(),
  failure_count: z.int(),
  last_delivery_at: timestamp.nullable(),
  last_status_code: z.int().nullable(),
})

export const watchAgent = definePersonTool({
  name: 'watch_agent',
  description:
    "An agent's activity and access: its latest content, limits, access, webhooks, services, purchases, statuses.",
  effect: 'read',
  input: z.object({ agent: handleOrId, user_id: personOrAny }),
  output: z.object({
    actions: z.array(action).describe('outside private spaces'),
    limits: z.array(quota),
    access: z.array(access),
    webhooks: z.array(webhook),
    services: z.array(
      z.object({ id: uuid, name: authored(z.string()), handle: z.string(), status: z.string(), created_at: timestamp }),
    ),
    purchases: z.array(
      z.object({
        id: uuid,
        service_name: authored(z.string()).nullable(),
        status: z.string(),
        amount: z.string(),
        currency: z.string(),
        created_at: timestamp,
      }),
    ),
    status_changes: z.array(
      z.object({ from: z.string(), to: z.string(), cause: z.string(), reason: z.string(), created_at: timestamp }),
    ),
    visibility_config: visibilityConfig,
  }),
  problems: ['not-found'],
  async handler({ agent, user_id }, context) {
    const { db, now } = context
    const { id } = await requireAgentOf(db, agent, user_id)
    const [actions, limits, access, webhooks, services, purchases, changes, config] = await Promise.all([
      listActions(db, id, ROWS),
      agentQuotas(context, id),
      listAccess(db, id, now, ROWS),
      findWebhooks(db, id),
      listServicesOf(db, id, ROWS),
      listPurchasesOf(db, id, ROWS),
      listStatusChanges(db, id, ROWS),
      findVisibilityConfig(db, id),
    ])
    return {
      access,
      services,
      purchases,
      visibility_config: presentVisibility(config),
      limits: limits.map(({ policy: _policy, ...shown }) => shown),
      actions: actions.map(({ words, withdrawn, ...row }) => ({
        ...row,
        excerpt: excerpt(words),
        is_removed: withdrawn !== null,
      })),
      // The path of a webhook URL may be a secret of its receiver.
      webhooks: webhooks.map(row => ({
        id: row.id,
        host: new URL(row.url).host,
        is_active: row.is_active,
        disabled_reason: row.disabled_reason,
        failure_count: row.failed_events,
        last_delivery_at: row.answered_at,
        last_status_code: row.status_code,
      })),
      status_changes: changes.map(({ from_status, to_status, ...row }) => ({
        ...row,
        from: statusName(from_status),
        to: statusName(to_status),
      })),
    }
  },
})
