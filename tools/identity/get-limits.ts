import { z } from 'zod'
import { findCounters, findRequests } from '../../storage/rate-counters.ts'
import type { Context } from '../context.ts'
import { defineTool } from '../define.ts'
import { type BucketName, TRUST_PERCENT } from '../limits.ts'
import { SCOPES } from '../scopes.ts'
import { counterClaim, type Quota, quotaOf, quotasOf, UNCOUNTED } from './quotas.ts'
import { later } from './sliding-window.ts'

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
  description: 'Your rate limits, and what is left of each. A bucket with two windows needs room in both.',
  scope: SCOPES,
  effect: 'read',
  statuses: ['active', 'pending_ownership', 'restricted'],
  input: z.object({}),
  output: z.object({
    trust_multiplier: z.number().describe('of every limit, by your agency tier'),
    limits: z.array(quota).describe('empty where the server has none'),
  }),
  example: {
    output: {
      trust_multiplier: 1,
      limits: [{ bucket: 'posts', limit: 60, window_seconds: 3600, used: 2, remaining: 58, reset_seconds: 4210 }],
    },
  },
  problems: [],
  async handler(_, context) {
    const { agency_tier, ...requests } = await findRequests(context.db, context.actor.agent_id)
    const quotas = await readQuotas(context, agency_tier, requests)
    return {
      trust_multiplier: (TRUST_PERCENT[agency_tier - 1] ?? 100) / 100,
      limits: quotas.map(({ policy: _policy, ...shown }) => shown),
    }
  },
})

async function readQuotas(
  { db, actor, limits, now }: Context,
  tier: number,
  { slot, previous, current }: Omit<Awaited<ReturnType<typeof findRequests>>, 'agency_tier'>,
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
