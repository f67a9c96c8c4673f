/** Percentage of a page for each lane. */
export interface SectionRatio {
  home: number
  horizon: number
}

const START_PERCENT = 40
const SETTLED_PERCENT = 80
const SETTLED_FOLLOWS = 50

/** The default ratio: 40/60 at the start, 80/20 from 50 follows (FEED-40, FEED-41). */
export function defaultRatio(following: number): SectionRatio {
  const grown = Math.min(following, SETTLED_FOLLOWS) / SETTLED_FOLLOWS
  const home = Math.round(START_PERCENT + (SETTLED_PERCENT - START_PERCENT) * grown)
  return { home, horizon: 100 - home }
}

export function chooseRatio(
  given: { lane?: 'home' | 'horizon' | undefined; horizon_pct?: number | undefined },
  following: number,
): SectionRatio {
  if (given.lane !== undefined) return given.lane === 'home' ? { home: 100, horizon: 0 } : { home: 0, horizon: 100 }
  if (given.horizon_pct === undefined) return defaultRatio(following)
  return { home: 100 - given.horizon_pct, horizon: given.horizon_pct }
}

/** Number of posts for each lane; on a page of one, the larger share wins. */
export function sectionSizes(split: SectionRatio, limit: number): SectionRatio {
  const home = Math.round((limit * split.home) / 100)
  return { home, horizon: limit - home }
}
