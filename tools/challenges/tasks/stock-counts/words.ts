import type { Forms } from '../frame/forms.ts'
import type { StockFacet } from './plan.ts'

export interface StockWords {
  listed: Forms
  item: Forms
  taken: Forms
  returned: Forms
  returnedAll: Forms
  damaged: Forms
  damagedCount: Forms
  damagedDoNot: Forms
  mixed: Forms
  more: Forms
  fewer: Forms
  ordered: Forms
  orderedDoNot: Forms
  facets: Record<StockFacet, Forms>
}
