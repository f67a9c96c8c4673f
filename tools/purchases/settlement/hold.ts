import {
  leasePurchase,
  type PurchaseLease,
  releasePurchase,
  renewHold,
} from '../../../storage/purchases/settlement-rows.ts'
import { SECOND } from '../../core/durations.ts'
import type { SettlementParts } from './settlement-parts.ts'

/** Duration of a claim after its last renewal: a dead process loses it after this time. */
const HOLD_MS = 5 * SECOND
const RENEW_MS = 1_500

export interface Done<Result> {
  result: Result
}

/** The current time, for a call or job that knows only when it started. */
export function clockFrom({ now, monotonic }: Pick<SettlementParts, 'now' | 'monotonic'>): () => Date {
  const began = monotonic()
  return () => new Date(now.getTime() + monotonic() - began)
}

/** Runs with an exclusive claim on the purchase; `undefined`: another process has it. */
export async function whileHeld<Result>(
  { db, newId, clock }: Pick<SettlementParts, 'db' | 'newId'> & { clock: () => Date },
  id: string,
  body: (hold: PurchaseLease) => Promise<Result>,
): Promise<Done<Result> | undefined> {
  const hold = { id, holder: newId() }
  const until = () => new Date(clock().getTime() + HOLD_MS)
  if (!(await leasePurchase(db, hold, { now: clock(), until: until() }))) return undefined
  // A failed renewal is only late: a process that takes over fences this one off.
  const timer = setInterval(() => void renewHold(db, hold, until()).catch(() => {}), RENEW_MS)
  try {
    return { result: await body(hold) }
  } finally {
    clearInterval(timer)
    await releasePurchase(db, hold)
  }
}
