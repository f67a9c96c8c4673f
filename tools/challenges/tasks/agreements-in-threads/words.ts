import type { Forms } from '../frame/forms.ts'
import type { AgreementFacet } from './plan.ts'

export interface AgreementWords {
  /** The members of each message. */
  from: string
  text: string
  scene: Forms
  proposeSelf: Forms
  proposeOther: Forms
  day: Forms
  takerSelf: Forms
  takerOther: Forms
  drop: Forms
  yes: Forms
  yesAll: Forms
  back: Forms
  no: Forms
  /** To the message just before. */
  yesAtOnce: Forms
  noAtOnce: Forms
  past: Forms
  anybody: Forms
  lead: Forms
  latest: Forms
  noPast: Forms
  noBack: Forms
  cost: Forms
  facets: Record<AgreementFacet, Forms>
}
