import type { PaymentState } from '../../facade/metrics/payment-metrics.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { listPending, listRelayers } from '../../storage/purchases/relayer-state.ts'
import { countAllReverts } from '../../storage/purchases/reverts.ts'
import { DAY } from '../../tools/core/durations.ts'
import type { PaymentsState } from '../../tools/core/payment-rail.ts'

const WEI_IN_ETHER = 1e18

/** Payment metrics from the database. */
export async function readPaymentGauges(db: Queryable, standing: PaymentsState, now: number): Promise<PaymentState> {
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
