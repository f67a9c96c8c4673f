import { SQL, type SQLStatement } from 'sql-template-strings'

/** The half-life of a score. */
const HALF_LIFE_S = 6 * 3_600

/** Maximum exponent; beyond, a power would underflow, for example with a wrong clock. */
const COLD = 60

/** SQL for the decayed value of 1 from a given time. */
export const decayLeft = (moment: string, now: Date): SQLStatement =>
  SQL`power(2, greatest(${-COLD}, least(0, extract(epoch from `
    .append(moment)
    .append(SQL` - ${now}::timestamptz)::double precision / ${HALF_LIFE_S})))`)

/**
 * SQL for the score of a group `b` of contributors: the largest contribution does not count, so that nobody makes
 * anything trend alone. Scores of different times are comparable.
 */
export const decayedSum = (now: Date): SQLStatement =>
  SQL`ln(greatest(sum(b.brings) - max(b.brings), 1e-9)) / ln(2) + ${now.getTime() / 1_000 / HALF_LIFE_S}::double precision`

/** SQL for the current value of a score. */
export const trendScore = (heat: string, now: Date): SQLStatement =>
  SQL`round(power(2, greatest(${-COLD}, least(${COLD}, `
    .append(heat)
    .append(SQL` - ${now.getTime() / 1_000 / HALF_LIFE_S}::double precision)))::numeric, 3)::double precision`)
