import type { HoldOutcome } from '../../storage/holds/held-calls.ts'

/** What becomes of a held call: `refused` when it was carried out; `canceled`: the person who was asked owns the agent no more. */
export const HOLD_OUTCOMES = ['done', 'refused', 'declined', 'expired', 'canceled'] as const satisfies HoldOutcome[]
