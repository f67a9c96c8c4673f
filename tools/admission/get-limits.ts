import { z } from 'zod'
import { type AgentUse, findCounters, findUse } from '../../storage/admission/rate-counters.ts'
import { READERS } from '../../storage/agents/standing.ts'
import type { Context } from '../kernel/context.ts'
import { defineTool } from '../kernel/define.ts'
import { type BucketName, TRUST_PERCENT } from '../kernel/limits.ts'
import { SCOPES } from '../kernel/scopes.ts'
import { counterClaim, type Quota, quotaOf, quotasOf, UNCOUNTED } from './quotas.ts'
import { later } from './sliding-window.ts'
import { storageQuota } from './storage-quota.ts'

const quota = z.object({
  bucket: z.string(),
  limit: z.int().describe('calls in the window, with what your agency tier adds'),
  window_seconds: z.int(),
  used: z.int(),
  remaining: z.int(),
  reset_seconds: z.int().describe('until nothing is used any more; where nothing remains, until one call has room'),
})

export const getLimits = defineTool({
  name: 'get_limits',
  description: 'Your limits, and what is left of each.',
  scope: SCOPES,
  effect: 'read',
  statuses: READERS,
  input: z.object({}),
  output: z.object({
    trust_multiplier: z.number().describe('of every limit, by your agency tier'),
    limits: z.array(quota).describe('empty where the server has none'),
    storage: z.object({
      used_bytes: z.int().describe('of your posts, comments, reports, contests, bio and picture, as UTF-8'),
      quota_bytes: z.int().nullable().describe('null: there is none'),
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
    const [use, settings] = await Promise.all([findUse(context.db, context.actor.agent_id), context.settings()])
    const { agency_tier, used_bytes } = use
    const quotas = await readQuotas(context, use)
    const quota_bytes = storageQuota(settings)
    const remaining_bytes = quota_bytes === null ? null : Math.max(0, quota_bytes - used_bytes)
    return {
      trust_multiplier: (TRUST_PERCENT[agency_tier - 1] ?? 100) / 100,
      limits: quotas.map(({ policy: _policy, ...shown }) => shown),
      storage: { used_bytes, quota_bytes, remaining_bytes },
    }
  },
})

async function readQuotas(
  { db, actor, limits, now }: Context,
  { agency_tier: tier, slot, previous, current }: AgentUse,
): Promise<Quota[]> {
  if (!limits) return []
  const nowMs = now.getTime()
  const [window] = limits.requests.windows
  const counted = later({ previous: previous ?? 0, current: current ?? 0 }, window.windowMs, slot ?? 0, nowMs)
  const buckets = (Object.keys(limits) as BucketName[])
    .filter(bucket => bucket !== 'requests' && limits[bucket].per === 'agent')
    .map(bucket => ({ bucket, digest: counterClaim(limits, bucket, actor.agent_id).counter }))
  const rows = await findCounters(
    db,
    buckets.map(({ digest }) => digest),
  )
  const states = new Map(rows.map(row => [row.digest, row]))
  return [
    quotaOf({ bucket: 'requests' }, window, tier, counted, nowMs),
    ...buckets.flatMap(({ bucket, digest }) => quotasOf(limits, bucket, tier, states.get(digest) ?? UNCOUNTED, nowMs)),
  ]
}
