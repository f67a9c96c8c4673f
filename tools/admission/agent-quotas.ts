import { z } from 'zod'
import { type AgentUse, findCounters, findUse } from '../../storage/admission/rate-counters.ts'
import type { Context } from '../core/context.ts'
import type { BucketName } from '../core/rate-limits.ts'
import { atLater, counterClaim, NOT_COUNTED, type QuotaState, quotaOf, quotasOf } from './quota-state.ts'

export const quota = z.object({
  bucket: z.string(),
  limit: z.int().describe('calls per window, including the bonus of your agency tier'),
  window_seconds: z.int(),
  used: z.int(),
  remaining: z.int(),
  reset_seconds: z
    .int()
    .describe('seconds until the window is empty; if nothing remains, until the next call is allowed'),
})

/** The usage of an agent's limits. */
export async function readQuotas(
  { db, limits, now }: Pick<Context, 'db' | 'limits' | 'now'>,
  agentId: string,
  { agency_tier: tier, slot, previous, current }: AgentUse,
): Promise<QuotaState[]> {
  if (!limits) return []
  const nowMs = now.getTime()
  const [window] = limits.requests.windows
  const counted = atLater({ previous: previous ?? 0, current: current ?? 0 }, window.windowMs, slot ?? 0, nowMs)
  const buckets = (Object.keys(limits) as BucketName[])
    .filter(bucket => bucket !== 'requests' && limits[bucket].per === 'agent')
    .map(bucket => ({ bucket, digest: counterClaim(limits, bucket, agentId).counter }))
  const rows = await findCounters(
    db,
    buckets.map(({ digest }) => digest),
  )
  const states = new Map(rows.map(row => [row.digest, row]))
  return [
    quotaOf({ bucket: 'requests' }, window, tier, counted, nowMs),
    ...buckets.flatMap(({ bucket, digest }) =>
      quotasOf(limits, bucket, tier, states.get(digest) ?? NOT_COUNTED, nowMs),
    ),
  ]
}

export const agentQuotas = async (
  context: Pick<Context, 'db' | 'limits' | 'now'>,
  agentId: string,
): Promise<QuotaState[]> => readQuotas(context, agentId, await findUse(context.db, agentId))
