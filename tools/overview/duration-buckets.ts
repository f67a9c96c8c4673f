/** Upper bounds, in seconds, of the buckets of request durations; the last bucket is unbounded. */
export const DURATION_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/** Estimates a percentile in ms, by linear interpolation within a bucket; `null` without requests. */
export function quantileMs(counts: readonly number[], quantile: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let rank = quantile * total
  for (const [bucket, count] of counts.entries()) {
    const low = DURATION_BOUNDS[bucket - 1] ?? 0
    const high = DURATION_BOUNDS[bucket] ?? DURATION_BOUNDS.at(-1)!
    if (rank <= count) return Math.round((low + ((high - low) * rank) / count) * 1e6) / 1e3
    rank -= count
  }
  return DURATION_BOUNDS.at(-1)! * 1e3
}
