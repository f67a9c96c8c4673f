import type { Forms } from '../frame/forms.ts'
import type { RoundTableFacet } from './plan.ts'

export interface RoundTableWords {
  scene: Forms
  guest: Forms
  like: Forms
  absent: Forms
  absentDoNot: Forms
  former: Forms
  formerDoNot: Forms
  facets: Record<RoundTableFacet, Forms>
}
