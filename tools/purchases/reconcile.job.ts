import { DatabaseUnavailable } from '../../storage/db/db.ts'
import { setAside } from '../../storage/jobs/set-aside.ts'
import type { PurchaseRow } from '../../storage/purchases/purchase-rows.ts'
import { isAnyPurchaseDue, listDuePurchases, scheduleCheck } from '../../storage/purchases/settlement-rows.ts'
import { SECOND } from '../core/durations.ts'
import type { Job, JobContext } from '../core/job-runner.ts'
import { Problem } from '../core/problems/problem.ts'

const AT_ONCE = 10
/** After what could not be asked, or went wrong. */
const AGAIN_MS = 10 * SECOND

/** Asks the chain what has become of the purchases that are due, and does what follows (PURCHASE-40 and after). */
export const reconcileJob: Job = {
  name: 'reconcile_purchases',
  everyMs: 2 * SECOND,
  // Of a process that died another takes over soon. Where two run, holds of the purchases keep them apart.
  leaseMs: 5 * SECOND,
  isAlone: true,
  isDue: isAnyPurchaseDue,
  async run(work) {
    const { db, payments, now } = work
    const rail = payments.state()
    if (typeof rail === 'string') return { more: false }
    const due = await listDuePurchases(db, { chain_id: rail.chain_id, now, limit: AT_ONCE })
    if (due.length === 0) return { more: false }
    // Servers without payments go without the module of the chain.
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

/** Whether the chain could be asked. */
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
      // Another process has taken it over, its relayer is out of gas (reported where that is seen), or nothing can be
      // asked now.
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
