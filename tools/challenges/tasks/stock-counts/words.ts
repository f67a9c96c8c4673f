import type { Forms } from '../frame/forms.ts'
import type { StockFacet, StockRemark } from './plan.ts'

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
  given: Forms
  sold: Forms
  declined: Forms
  wanted: Forms
  passed: Forms
  remark: Record<StockRemark['kind'], Forms>
  fewer: Forms
  ordered: Forms
  orderedDoNot: Forms
  facets: Record<StockFacet, Forms>
}
