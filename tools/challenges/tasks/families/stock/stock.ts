import type { Draw } from '../../engine/draw.ts'
import type { Family } from '../../engine/family.ts'
import type { Outline, Phrase } from '../../engine/render.ts'
import wording from '../../wording/stock.json' with { type: 'json' }
import { drawStock, isSoundStock } from './draw-stock.ts'
import { solveStock } from './solve-stock.ts'
import type { StockEvent, StockPlan } from './stock-plan.ts'

export const stock: Family<StockPlan> = {
  name: 'stock',
  type: 'structured_reasoning',
  wording,
  amounts: [3, 30],
  draw: drawStock,
  isSound: isSoundStock,
  solve: solveStock,
  outline: outlineStock,
}

function outlineStock(plan: StockPlan, amount: string | number, draw: Draw): Outline {
  const events = plan.events.flatMap(event => eventPhrases(event, amount))
  for (const { title, copies } of plan.ordered) {
    events.splice(draw.integer(0, events.length), 0, { say: 'ordered', with: { title, n: copies } })
  }
  const list = plan.listed.map(({ title, copies }): Phrase => ({ say: 'item', with: { title, n: copies } }))
  const [first, second] = plan.pair
  const slots = { first, second, n: plan.wanted === undefined ? undefined : String(plan.wanted) }
  return {
    opening: [{ say: 'listed', with: { list } }],
    // It corrects the preceding text.
    body: [events, plan.remark ? [{ say: `remark.${plan.remark.kind}`, with: { ...plan.remark } }] : []],
    notes: [
      { say: plan.damagedCount ? 'damagedRule.count' : 'damagedRule.doNot' },
      ...(plan.ordered.length > 0 ? [{ say: 'orderedDoNot' }] : []),
    ],
    asked: plan.asked.map(({ member, facet }) => ({ member, what: { say: `facets.${facet}`, with: slots } })),
  }
}

function eventPhrases(event: StockEvent, amount: string | number): Phrase[] {
  if (event.kind === 'more') return [{ say: 'more', with: { title: event.title, n: amount } }]
  if (event.kind !== 'returned')
    return [{ say: event.kind, with: 'copies' in event ? { ...event, n: event.copies } : { ...event } }]
  const { person, kept, damaged } = event
  return [
    { say: kept > 0 ? 'returned' : 'returnedAll', with: { person, kept } },
    { say: 'damaged', with: { person, n: damaged } },
  ]
}
