import { DatabaseUnavailable } from '../../storage/db/db.ts'
import { setAside } from '../../storage/jobs/set-aside.ts'
import type { PurchaseRow } from '../../storage/purchases/purchase-rows.ts'
import { isAnyPurchaseDue, listDuePurchases, scheduleCheck } from '../../storage/purchases/settlement-rows.ts'
import { SECOND } from '../core/durations.ts'
import type { Job, JobContext } from '../core/jobs/job-runner.ts'
import { Problem } from '../core/problems/problem.ts'

const AT_ONCE = 10
/** Delay after a failure. */
const AGAIN_MS = 10 * SECOND

/** Checks due purchases on the chain, and applies the result (PURCHASE-40 and following). */
export const reconcileJob: Job = {
  name: 'reconcile_purchases',
  everyMs: 2 * SECOND,
  // If its process dies, another takes over soon. If two run, claims on purchases separate them.
  leaseMs: 5 * SECOND,
  isAlone: true,
  isDue: isAnyPurchaseDue,
  async run(work) {
    const { db, payments, now } = work
    const rail = payments.state()
    if (typeof rail === 'string') return { more: false }
    const due = await listDuePurchases(db, { chain_id: rail.chain_id, now, limit: AT_ONCE })
    if (due.length === 0) return { more: false }
    // Loaded lazily, since servers without payments do not need the chain module.
    const [{ stepSettlement }, { clockFrom, whileHeld }, { isNodeUnavailable }] = await Promise.all([
      import('./settlement/step.ts'),
      import('./settlement/hold.ts'),
      import('./settlement/settlement-parts.ts'),
    ])
    const clock = clockFrom(work)
    const bring = (row: PurchaseRow) =>
      bringOn({ ...work, clock }, row, { rail, stepSettlement, whileHeld, isNodeUnavailable })
    const brought = await Promise.all(due.map(bring))
    return { more: due.length === AT_ONCE && brought.includes(true) }
  },
}

type Means = { rail: import('../core/payment-rail.ts').Rail } & Pick<
  typeof import('./settlement/step.ts'),
  'stepSettlement'
> &
  Pick<typeof import('./settlement/hold.ts'), 'whileHeld'> &
  Pick<typeof import('./settlement/settlement-parts.ts'), 'isNodeUnavailable'>

/** Whether the chain responded. */
async function bringOn(
  work: JobContext & { clock: () => Date },
  row: PurchaseRow,
  { rail, stepSettlement, whileHeld, isNodeUnavailable }: Means,
): Promise<boolean> {
  const { db, now, log } = work
  const held = await whileHeld(work, row.id, async hold => {
    try {
      await stepSettlement({ ...work, rail }, hold, row)
      return true
    } catch (error) {
      // Another process has taken over, its relayer is out of gas (reported elsewhere), or the chain does not respond.
      if (error instanceof Problem || error instanceof DatabaseUnavailable || isNodeUnavailable(error)) {
        await scheduleCheck(db, hold, new Date(now.getTime() + AGAIN_MS))
        if (isNodeUnavailable(error)) log.warn({ err: error }, 'payments are waiting for the chain')
        return false
      }
      const { attempts, until } = await setAside(db, 'reconcile_purchases', row.id, now)
      await scheduleCheck(db, hold, new Date(until))
      if (attempts === 1) log.warn({ err: error, purchase: row.id }, 'a payment is stuck')
      return true
    }
  })
  return held?.result ?? true
}
