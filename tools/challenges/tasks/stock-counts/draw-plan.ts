import { type Amount, earlierAmount } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import { areDistinct, drawUntil, isLinked } from '../frame/draw-until.ts'
import type { Earlier } from '../frame/family.ts'
import { membersFrom, peopleFrom, thingsFrom } from '../frame/names.ts'
import { changes, stockAnswer, stockOf } from './answer.ts'
import type { StockEvent, StockFacet, StockPlan } from './plan.ts'

const TITLES: readonly StockFacet[] = ['order', 'borrowers', 'changed']
const LEANING_ON_ALL: readonly StockFacet[] = ['total', 'spread', 'change']
const PARTIAL: readonly StockFacet[] = ['pair', 'out', 'missing', 'damaged']

export function drawStock(draw: Draw, earlier: Earlier): StockPlan {
  const amount = earlierAmount(draw, earlier, 3, 30)
  return drawUntil(draw, drawn => drawOnce(drawn, amount), isSound)
}

function drawOnce(draw: Draw, amount: Amount): StockPlan {
  const titles = thingsFrom(draw, 4)
  const pair = draw.sample(titles, 2)
  const facets = draw.shuffle([draw.pick(TITLES), draw.pick(LEANING_ON_ALL), draw.pick(PARTIAL)])
  const members = membersFrom(draw, facets.length)
  return {
    listed: titles.map(title => ({ title, copies: draw.integer(38, 90) })),
    events: drawEvents(draw, titles),
    amount,
    damagedCount: draw.isHeads(),
    ordered: { title: draw.pick(titles), copies: draw.integer(13, 29) },
    pair: [pair[0]!, pair[1]!],
    ...(facets.includes('missing') && { wanted: draw.integer(7, 11) * 10 }),
    asked: facets.map((facet, index) => ({ member: members[index]!, facet })),
  }
}

function drawEvents(draw: Draw, titles: string[]): StockEvent[] {
  const people = peopleFrom(draw, 3)
  const takes = people.map(person => {
    return { kind: 'taken' as const, person, title: draw.pick(titles), copies: draw.integer(11, 24) }
  })
  const returns = takes.slice(0, 2).map(({ person }, at) => {
    return {
      kind: 'returned' as const,
      person,
      kept: at === 0 ? draw.integer(2, 5) : draw.pick([0, 2, 3]),
      damaged: draw.integer(2, 5),
    }
  })
  const [from, to, fewer, more] = [...draw.sample(titles, 2), ...draw.sample(titles, 2)] as [
    string,
    string,
    string,
    string,
  ]
  const mends: StockEvent[] = [
    { kind: 'mixed', from, to, copies: draw.integer(2, 9) },
    { kind: 'fewer', title: fewer, copies: draw.integer(2, 12) },
  ]
  const happened = [...takes, ...returns, draw.pick(mends), { kind: 'more' as const, title: more }]
  const order = draw.shuffle(happened)
  return inOrder(order)
}

/** Nobody brings back before they borrowed. */
function inOrder(events: StockEvent[]): StockEvent[] {
  const late = events.filter((event, at) => {
    return event.kind === 'returned' && events.some((other, when) => when > at && isTakeOf(other, event.person))
  })
  return [...events.filter(event => !late.includes(event)), ...late]
}

const isTakeOf = (event: StockEvent, person: string) => event.kind === 'taken' && event.person === person

function isSound(plan: StockPlan): boolean {
  const stock = stockOf(plan)
  const counts = [...stock.copies.values()]
  const { wanted } = plan
  const isShort = wanted === undefined || counts.some(copies => copies < wanted)
  return (
    isLinked(plan, stockAnswer) &&
    counts.every(copies => copies > 1) &&
    isShort &&
    areDistinct(counts) &&
    areDistinct(changes(plan, stock).map(({ change }) => change))
  )
}
