import {
  leasePurchase,
  type PurchaseLease,
  releasePurchase,
  renewHold,
} from '../../../storage/purchases/settlement-rows.ts'
import { SECOND } from '../../core/durations.ts'
import type { SettlementParts } from './settlement-parts.ts'

/** How long nobody else works at a purchase after its holder renewed the hold last: a process that died lets go as soon. */
const HOLD_MS = 5 * SECOND
const RENEW_MS = 1_500

export interface Done<Result> {
  result: Result
}

/** The time now, of a call or a job that knows only when it began. */
export function clockFrom({ now, monotonic }: Pick<SettlementParts, 'now' | 'monotonic'>): () => Date {
  const began = monotonic()
  return () => new Date(now.getTime() + monotonic() - began)
}

/** Runs while nobody else works at the purchase; `undefined`: somebody else does. */
export async function whileHeld<Result>(
  { db, newId, clock }: Pick<SettlementParts, 'db' | 'newId'> & { clock: () => Date },
  id: string,
  body: (hold: PurchaseLease) => Promise<Result>,
): Promise<Done<Result> | undefined> {
  const hold = { id, holder: newId() }
  const until = () => new Date(clock().getTime() + HOLD_MS)
  if (!(await leasePurchase(db, hold, { now: clock(), until: until() }))) return undefined
  // A renewal that fails is one that is late: whoever takes the purchase then fences this holder off.
  const timer = setInterval(() => void renewHold(db, hold, until()).catch(() => {}), RENEW_MS)
  try {
    return { result: await body(hold) }
  } finally {
    clearInterval(timer)
    await releasePurchase(db, hold)
  }
}
