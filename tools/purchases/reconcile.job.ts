import { DatabaseUnavailable } from '../../storage/db/db.ts'
import { setAside } from '../../storage/jobs/set-aside.ts'
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
      // Another process has taken it over, its relayer is out of gas (reported where that is seen), or nothing can be
      // asked now.
      if (error instanceof Problem || error instanceof DatabaseUnavailable || isAway(error)) {
        await lookAgain(db, hold, new Date(now.getTime() + AGAIN_MS))
        if (isAway(error)) log.warn({ err: error }, 'payments wait for the chain')
        return false
      }
      const { attempts, until } = await setAside(db, 'reconcile purchases with their chain', row.id, now)
      await lookAgain(db, hold, new Date(until))
      if (attempts === 1) log.warn({ err: error, purchase: row.id }, 'a payment is stuck')
      return true
    }
  })
  return held?.result ?? true
}
