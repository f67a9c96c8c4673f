import type { Family, Schema } from '../frame/family.ts'
import { listOf, objectOf, TEXT, WHOLE } from '../frame/schema.ts'
import { agreementAnswer } from './answer.ts'
import { drawAgreement } from './draw-plan.ts'
import type { AgreementFacet, AgreementPlan } from './plan.ts'
import { tellAgreement } from './tell.ts'

const SHAPES: Record<AgreementFacet, (plan: AgreementPlan) => Schema> = {
  stands: ({ inner: [place, person, day] }) => listOf(objectOf({ [place]: TEXT, [person]: TEXT, [day]: WHOLE })),
  people: ({ inner: [, person, stands] }) => listOf(objectOf({ [person]: TEXT, [stands]: WHOLE })),
  open: () => listOf(TEXT),
  changed: () => listOf(TEXT),
  earliest: () => TEXT,
  latest: () => TEXT,
  free: () => listOf(TEXT),
  opposed: () => WHOLE,
  proposals: () => WHOLE,
  futile: () => WHOLE,
  cost: () => WHOLE,
}

export const agreementsInThreads: Family<AgreementPlan> = {
  name: 'agreements-in-threads',
  type: 'transformation',
  plan: drawAgreement,
  answer: agreementAnswer,
  tell: tellAgreement,
  schema: plan => objectOf(Object.fromEntries(plan.asked.map(({ member, facet }) => [member, SHAPES[facet](plan)]))),
}
