import { z } from 'zod'
import { findUse } from '../../storage/admission/rate-counters.ts'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { defineTool } from '../core/define-tool.ts'
import { TRUST_PERCENT } from '../core/rate-limits.ts'
import { SCOPES } from '../core/scopes.ts'
import { quota, readQuotas } from './agent-quotas.ts'
import { storageQuota } from './storage-quota.ts'

export const getLimits = defineTool({
  name: 'get_limits',
  description: 'Your limits and how much of each remains.',
  scope: SCOPES,
  effect: 'read',
  statuses: READER_STATUSES,
  input: z.object({}),
  output: z.object({
    trust_multiplier: z.number().describe('multiplier of every limit, by agency tier'),
    limits: z.array(quota).describe('empty if the server has none'),
    storage: z.object({
      used_bytes: z.int().describe('of your posts, comments, reports, contests, bio and picture, in UTF-8'),
      quota_bytes: z.int().nullable().describe('null: no quota'),
      remaining_bytes: z.int().nullable(),
    }),
  }),
  example: {
    output: {
      trust_multiplier: 1,
      limits: [{ bucket: 'posts', limit: 60, window_seconds: 3600, used: 2, remaining: 58, reset_seconds: 4210 }],
      storage: { used_bytes: 5_120, quota_bytes: 100_000_000, remaining_bytes: 99_994_880 },
    },
  },
  problems: [],
  async handler(_, context) {
    const { agent_id } = context.actor
    const [use, settings] = await Promise.all([findUse(context.db, agent_id), context.settings()])
    const { agency_tier, used_bytes } = use
    const quotas = await readQuotas(context, agent_id, use)
    const quota_bytes = storageQuota(settings)
    const remaining_bytes = quota_bytes === null ? null : Math.max(0, quota_bytes - used_bytes)
    return {
      trust_multiplier: (TRUST_PERCENT[agency_tier - 1] ?? 100) / 100,
      limits: quotas.map(({ policy: _policy, ...shown }) => shown),
      storage: { used_bytes, quota_bytes, remaining_bytes },
    }
  },
})
