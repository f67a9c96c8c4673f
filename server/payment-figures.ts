import type { PaymentsSeen } from '../facade/metrics/payments.ts'
import type { Queryable } from '../storage/db/db.ts'
import { countAllReverts } from '../storage/purchases/reverts.ts'
import { listPending, listRelayers } from '../storage/purchases/standing.ts'
import { DAY } from '../tools/kernel/durations.ts'
import type { Standing } from '../tools/kernel/payments.ts'

const WEI_IN_ETHER = 1e18

/** What the database tells of payments, for whoever watches them. */
export async function lookAtPayments(db: Queryable, standing: Standing, now: number): Promise<PaymentsSeen> {
  const [relayers, pending, reverts] = await Promise.all([
    listRelayers(db),
    listPending(db),
    countAllReverts(db, new Date(now - DAY)),
  ])
  const own =
    typeof standing === 'string'
      ? undefined
      : relayers.find(({ chain_id, relayer }) => chain_id === standing.chain_id && relayer === standing.relayer)
  return {
    reverts,
    relayer:
      own && own.balance !== null && own.affords !== null && own.seen_at !== null
        ? {
            balanceEther: Number(own.balance) / WEI_IN_ETHER,
            affords: own.affords,
            seenAt: Date.parse(own.seen_at) / 1_000,
          }
        : undefined,
    pending: pending.map(({ status, count, oldest_at }) => ({
      status,
      count,
      ageSeconds: Math.max(0, (now - Date.parse(oldest_at)) / 1_000),
    })),
  }
}
