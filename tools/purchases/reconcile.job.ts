import type { PurchaseRow } from '../../storage/purchases/purchases.ts'
import { isAnyPurchaseDue, listDuePurchases, lookAgain } from '../../storage/purchases/settling.ts'
import { SECOND } from '../kernel/durations.ts'
import type { Job, JobContext } from '../kernel/jobs.ts'
import { Problem } from '../kernel/problems/problems.ts'

const AT_ONCE = 10
/** After what could not be asked, or went wrong. */
const AGAIN_MS = 10 * SECOND

/** Asks the chain what has become of the purchases that are due, and does what follows (PURCHASE-40 and after). */
export const reconcileJob: Job = {
  name: 'reconcile purchases with their chain',
  everyMs: 2 * SECOND,
  // Of a process that died another takes over soon. Where two run, holds of the purchases keep them apart.
  leaseMs: 5 * SECOND,
  isAlone: true,
  isDue: isAnyPurchaseDue,
  async run(work) {
    const { db, payments, now } = work
    const rail = payments.standing()
    if (typeof rail === 'string') return { more: false }
    const due = await listDuePurchases(db, { chain_id: rail.chain_id, now, limit: AT_ONCE })
    if (due.length === 0) return { more: false }
    // Servers without payments go without the module of the chain.
    const [{ advance }, { clockFrom, whileHeld }, { isAway }] = await Promise.all([
      import('./settling/advance.ts'),
      import('./settling/hold.ts'),
      import('./settling/settling.ts'),
    ])
    const clock = clockFrom(work)
    const bring = (row: PurchaseRow) => bringOn({ ...work, clock }, row, { rail, advance, whileHeld, isAway })
    const brought = await Promise.all(due.map(bring))
    return { more: due.length === AT_ONCE && brought.includes(true) }
  },
}

type Means = { rail: import('../kernel/payments.ts').Rail } & Pick<typeof import('./settling/advance.ts'), 'advance'> &
  Pick<typeof import('./settling/hold.ts'), 'whileHeld'> &
  Pick<typeof import('./settling/settling.ts'), 'isAway'>

/** Whether the chain could be asked. */
async function bringOn(
  work: JobContext & { clock: () => Date },
  row: PurchaseRow,
  { rail, advance, whileHeld, isAway }: Means,
): Promise<boolean> {
  const { db, now, log } = work
  const held = await whileHeld(work, row.id, async hold => {
    try {
      await advance({ ...work, rail }, hold, row)
      return true
    } catch (error) {
      await lookAgain(db, hold, new Date(now.getTime() + AGAIN_MS))
      // Another has taken it over, or its relayer is out of gas, which is told where it is seen.
      if (!(error instanceof Problem))
        log.warn({ err: error }, isAway(error) ? 'payments wait for the chain' : 'a payment is stuck')
      return false
    }
  })
  return held?.result ?? true
}
