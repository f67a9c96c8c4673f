import { SQL, type SQLStatement } from 'sql-template-strings'

/** What happened so long ago brings half. */
const HALF_LIFE_S = 6 * 3_600

/** So many half-lives; a power of more underflows one day, be it by a clock that was wrong. */
const COLD = 60

/** SQL for what is left of 1 that was brought at a moment. */
export const decayLeft = (moment: string, now: Date): SQLStatement =>
  SQL`power(2, greatest(${-COLD}, least(0, extract(epoch from `
    .append(moment)
    .append(SQL` - ${now}::timestamptz)::double precision / ${HALF_LIFE_S})))`)

/**
 * SQL for the heat of those that a group `b` of several brought: the one that brought most does not count, so that nobody
 * makes anything hot alone. Heats of different moments compare.
 */
export const decayedSum = (now: Date): SQLStatement =>
  SQL`ln(greatest(sum(b.brings) - max(b.brings), 1e-9)) / ln(2) + ${now.getTime() / 1_000 / HALF_LIFE_S}::double precision`

/** SQL for what a heat is worth by now. */
export const trendScore = (heat: string, now: Date): SQLStatement =>
  SQL`round(power(2, greatest(${-COLD}, least(${COLD}, `
    .append(heat)
    .append(SQL` - ${now.getTime() / 1_000 / HALF_LIFE_S}::double precision)))::numeric, 3)::double precision`)
