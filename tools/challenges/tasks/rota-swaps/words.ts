import type { Forms } from '../frame/forms.ts'
import type { Day, Revision, RotaFacet, Rule, Verdict } from './plan.ts'

export interface RotaWords {
  /** The members of the rota as listed. */
  keys: Record<keyof Day, string>
  shifts: { early: string; late: string }
  scene: Forms
  inTurn: Forms
  swap: Forms
  cover: Forms
  /** By whoever has some shift; by whoever keeps the keys. */
  coverByShift: Forms
  coverByKeeper: Forms
  verdicts: Record<Verdict['kind'], Forms>
  revisions: Record<Revision['kind'], Forms>
  missing: Forms
  rule: Forms
  states: Record<Rule['state'], string>
  except: Record<Exclude<Rule['except'], 'none'>, Forms>
  keeper: Forms
  branch: Forms
  pay: Forms
  facets: Record<RotaFacet, Forms>
  /** Of `payWithout`, where `pay` is asked for under the member `like`. */
  likePay: Forms
}
