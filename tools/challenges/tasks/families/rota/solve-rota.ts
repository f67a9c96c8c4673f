import type { Json } from '../../engine/json.ts'
import { type Outcome, outcomeOf } from './rota-outcome.ts'
import type { Day, RotaFacet, RotaPlan } from './rota-plan.ts'

const shiftsOf = (rota: Day[], name: string) => {
  const early = rota.filter(day => day.early === name).length
  const late = rota.filter(day => day.late === name).length
  return { early, late, all: early + late }
}

const namesIn = (rota: Day[]) => [...new Set(rota.flatMap(({ early, late }) => [early, late]))].sort()

const payOf = ({ pay }: RotaPlan, rota: Day[], name: string) => {
  const { early, late } = shiftsOf(rota, name)
  return early * pay.early + late * pay.late
}

const FACETS: Record<RotaFacet, (plan: RotaPlan, outcome: Outcome) => Json> = {
  table: ({ inner: [when, first, second] }, { rota }) =>
    rota.map(({ day, early, late }) => ({ [when]: day, [first]: early, [second]: late })),
  people: ({ inner: [, who, many] }, { rota }) =>
    namesIn(rota).map(name => ({ [who]: name, [many]: shiftsOf(rota, name).all })),
  daysOf: ({ person }, { rota }) =>
    rota.filter(({ early, late }) => early === person || late === person).map(({ day }) => day),
  changedDays: (plan, { rota }) =>
    rota
      .filter(({ early, late }, at) => early !== plan.rota[at]!.early || late !== plan.rota[at]!.late)
      .map(({ day }) => day),
  late: (_, { rota }) => rota.map(({ late }) => late),
  failed: (_, { stopped, ruled }) => [...stopped, ...ruled].sort((a, b) => a - b),
  ruled: (_, { ruled }) => ruled.toSorted((a, b) => a - b),
  gained: (plan, { rota }) => namesIn(rota).filter(name => shiftsOf(rota, name).all > shiftsOf(plan.rota, name).all),
  noLate: (_, { rota }) => namesIn(rota).filter(name => shiftsOf(rota, name).late === 0),
  pay: (plan, { rota }) => plan.amount + payOf(plan, rota, plan.paid),
  payWithout: plan => plan.amount + payOf(plan, outcomeOf(plan, plan.without).rota, plan.paid),
  earned: (plan, { rota }) =>
    namesIn(rota)
      .filter(name => shiftsOf(rota, name).all >= 2)
      .reduce((sum, name) => sum + payOf(plan, rota, name), 0),
}

export function solveRota(plan: RotaPlan): Record<string, Json> {
  const outcome = outcomeOf(plan)
  return Object.fromEntries(plan.asked.map(({ member, facet }) => [member, FACETS[facet](plan, outcome)]))
}
