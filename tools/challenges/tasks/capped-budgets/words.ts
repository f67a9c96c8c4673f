import type { Forms } from '../frame/forms.ts'
import type { BudgetFacet, Exempt, LowOf, Note, Request, Revision } from './plan.ts'

type KeysOf<T> = T extends T ? keyof T : never

export interface BudgetWords {
  /** The members of a request as listed. */
  keys: Record<keyof Request, string>
  scene: Forms
  /** One request, as the subject of a sentence: by its number, by who asks for what, by its place among all. */
  byNumber: Forms
  byPair: Forms
  largest: Forms
  smallest: Forms
  first: Forms
  last: Forms
  notes: Record<Note['kind'], Forms>
  revisions: Record<Revision['kind'], Forms>
  cap: Forms
  low: Forms
  lowOf: Record<KeysOf<LowOf>, Forms>
  exempt: Forms
  exemptOf: Record<KeysOf<Exempt>, Forms>
  excess: Forms
  facets: Record<BudgetFacet, Forms>
  /** Of `totalWithout`, where `total` is asked for under the member `like`. */
  likeTotal: Forms
}
