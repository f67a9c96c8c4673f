import type { Family, Schema } from '../frame/family.ts'
import { listOf, objectOf, TEXT, WHOLE } from '../frame/schema.ts'
import { routeAnswer } from './answer.ts'
import { drawRoute } from './draw-plan.ts'
import type { RouteMeasure, RoutePlan } from './plan.ts'
import { tellRoute } from './tell.ts'

const SHAPES: Record<RouteMeasure['kind'], Schema> = {
  stops: listOf(TEXT),
  longestTo: TEXT,
  after: TEXT,
  arrival: TEXT,
  departure: TEXT,
  midway: TEXT,
  driving: WHOLE,
  waiting: WHOLE,
  longest: WHOLE,
  whole: WHOLE,
  between: WHOLE,
  longWaits: WHOLE,
}

export const routesWithDetour: Family<RoutePlan> = {
  name: 'routes-with-detour',
  type: 'structured_reasoning',
  plan: drawRoute,
  answer: routeAnswer,
  tell: tellRoute,
  schema: ({ asked }) =>
    objectOf(Object.fromEntries(asked.map(({ member, measure }) => [member, SHAPES[measure.kind]]))),
}
