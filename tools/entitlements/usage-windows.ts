import type { Cycle } from '../../storage/services/service-rows.ts'

/** When an allowance is reset: the start of the next UTC day or month; `undefined`: never. */
export function nextWindow(cycle: Cycle, now: Date): Date | undefined {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  if (cycle === 'total') return undefined
  return new Date(cycle === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1))
}
