import { DAY } from '../../core/durations.ts'

/** How long a removal can be contested (MOD-34). */
export const CONTESTABLE_MS = 14 * DAY

export const EXPLANATION_CHARACTERS = 2_000
