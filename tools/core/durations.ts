/** In ms, like all durations without a unit in their name. */
export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms)
