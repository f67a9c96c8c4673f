import type { Family, Schema } from '../frame/family.ts'
import { listOf, objectOf, TEXT, WHOLE } from '../frame/schema.ts'
import { stockAnswer } from './answer.ts'
import { drawStock } from './draw-plan.ts'
import type { StockFacet, StockPlan } from './plan.ts'
import { tellStock } from './tell.ts'

const SHAPES: Record<StockFacet, Schema> = {
  order: listOf(TEXT),
  total: WHOLE,
  spread: WHOLE,
  pair: WHOLE,
  borrowers: listOf(TEXT),
  out: WHOLE,
  changed: TEXT,
  change: WHOLE,
  missing: WHOLE,
  damaged: WHOLE,
  first: WHOLE,
  gap: WHOLE,
  second: TEXT,
  below: WHOLE,
  lent: WHOLE,
  unremarked: WHOLE,
}

export const stockCounts: Family<StockPlan> = {
  name: 'stock-counts',
  type: 'structured_reasoning',
  plan: drawStock,
  answer: stockAnswer,
  tell: tellStock,
  schema: ({ asked }) => objectOf(Object.fromEntries(asked.map(({ member, facet }) => [member, SHAPES[facet]]))),
}
