import type { Forms } from '../frame/forms.ts'
import type { Revision, VoteFacet } from './plan.ts'

export interface VoteWords {
  scene: Forms
  handedIn: Forms
  /** Told from the last to the first. */
  handedInBackwards: Forms
  one: Forms
  many: Forms
  same: Forms
  twoNames: Forms
  late: Forms
  changed: Forms
  twoNamesLate: Forms
  /** First struck out, then written again. */
  kept: Forms
  /** Only seemingly late. */
  inTime: Forms
  revisions: Record<Revision['kind'], Forms>
  silent: Forms
  outsider: Forms
  membersOnly: Forms
  twoNamesVoid: Forms
  twoNamesUpper: Forms
  twoNamesLower: Forms
  lateCounts: Forms
  lateVoid: Forms
  lateOneName: Forms
  lateTie: Forms
  tieEarlier: Forms
  tieLater: Forms
  facets: Record<VoteFacet, Forms>
}
