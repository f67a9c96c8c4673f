import type { Db } from '../../storage/db/db.ts'
import { type DueWebhook, findDueWebhooks, leaseWebhooks } from '../../storage/webhooks/webhook-leases.ts'
import type { ConcurrencyState } from '../shared-concurrency.ts'

/** Number of candidates per query; skipped ones do not change how many start. */
const LOOKED_AT = 128
export const LEASE_MS = 30_000

interface Claimed {
  webhooks: DueWebhook[]
  /** Whether any may have been skipped because of a shared limit. */
  isCrowded: boolean
  /** Whether more may be able to start now. */
  isMore: boolean
}

interface Claimant {
  db: Db
  holder: string
  clock(): number
}

/** Claims webhooks of a lane with due deliveries, as many as may start. */
export async function leaseDueWebhooks(
  { db, holder, clock }: Claimant,
  isFailing: boolean,
  standing: ConcurrencyState,
): Promise<Claimed> {
  if (!standing.hasFreeSlot()) return { webhooks: [], isCrowded: true, isMore: false }
  const full = standing.full()
  const lane = { isFailing, now: new Date(clock()) }
  const due = await findDueWebhooks(db, { ...lane, full, limit: LOOKED_AT })
  const admitted = due.filter(webhook => standing.admit(webhook))
  const isCrowded = admitted.length < due.length || Object.values(full).some(names => names.length > 0)
  if (admitted.length === 0) return { webhooks: [], isCrowded, isMore: false }
  const ids = admitted.map(({ webhook_id }) => webhook_id)
  const until = new Date(clock() + LEASE_MS)
  const claimed = new Set(await leaseWebhooks(db, { ...lane, holder, ids, until }))
  const webhooks = admitted.filter(({ webhook_id }) => claimed.has(webhook_id))
  return { webhooks, isCrowded, isMore: due.length === LOOKED_AT }
}
