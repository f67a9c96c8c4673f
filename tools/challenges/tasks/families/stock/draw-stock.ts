import type { Draw } from '../../engine/draw.ts'
import { areDistinct } from '../../engine/draw-plan.ts'
import { membersFrom, peopleFrom, thingsFrom } from '../../engine/names.ts'
import { changes, stockOf } from './solve-stock.ts'
import type { StockEvent, StockFacet, StockPlan, StockRemark } from './stock-plan.ts'

const TITLES: readonly StockFacet[] = ['order', 'borrowers', 'changed']
const LEANING_ON_ALL: readonly StockFacet[] = ['total', 'spread', 'change']
const PARTIAL: readonly StockFacet[] = ['pair', 'out', 'missing', 'damaged']
const RARE: readonly StockFacet[] = ['first', 'gap', 'second', 'below', 'lent', 'damaged', 'out']

export function drawStock(draw: Draw, amount: number): StockPlan {
  const titles = thingsFrom(draw, draw.pick([3, 4, 4, 5]))
  const pair = draw.sample(titles, 2)
  const events = drawEvents(draw, titles)
  const remark = drawRemark(draw, titles, events)
  const rare = remark && draw.isHeads() ? 'unremarked' : draw.pick(RARE)
  const facets = draw.shuffle([
    draw.pick(TITLES),
    draw.pick(LEANING_ON_ALL),
    draw.isHeads() ? draw.pick(PARTIAL) : rare,
  ])
  const members = membersFrom(draw, facets.length)
  return {
    listed: titles.map(title => ({ title, copies: draw.integer(38, 90) })),
    events,
    amount,
    damagedCount: draw.isHeads(),
    ordered: Array.from({ length: draw.pick([0, 1, 1, 2]) }, () => ({
      title: draw.pick(titles),
      copies: draw.integer(13, 29),
    })),
    ...(remark ? { remark } : {}),
    pair: [pair[0]!, pair[1]!],
    ...((facets.includes('missing') || facets.includes('below')) && { wanted: draw.integer(7, 11) * 10 }),
    asked: facets.map((facet, index) => ({ member: members[index]!, facet })),
  }
}

function drawEvents(draw: Draw, titles: string[]): StockEvent[] {
  const [visitor, ...people] = peopleFrom(draw, draw.pick([3, 4, 4, 5])) as [string, ...string[]]
  const takes = people.map(person => {
    return { kind: 'taken' as const, person, title: draw.pick(titles), copies: draw.integer(11, 24) }
  })
  const returns = takes.slice(0, draw.pick([1, 2, 2])).map(({ person }, at) => {
    return {
      kind: 'returned' as const,
      person,
      kept: at === 0 ? draw.integer(2, 5) : draw.pick([0, 2, 3]),
      damaged: draw.integer(2, 5),
    }
  })
  const [from, to] = draw.sample(titles, 2) as [string, string]
  const mends: StockEvent[] = [
    { kind: 'mixed', from, to, copies: draw.integer(2, 9) },
    { kind: 'fewer', title: draw.pick(titles), copies: draw.integer(2, 12) },
  ]
  const others: StockEvent[] = [
    { kind: draw.pick(['given', 'sold', 'declined'] as const), title: draw.pick(titles), copies: draw.integer(3, 12) },
    { kind: 'wanted', person: visitor, title: draw.pick(titles), copies: draw.integer(11, 24) },
    { kind: 'passed', person: draw.pick(people), to: visitor },
  ]
  const more: StockEvent = { kind: 'more', title: draw.pick(titles) }
  const rest = [...draw.sample(mends, draw.pick([0, 1, 1, 2])), ...draw.sample(others, draw.pick([0, 1, 1]))]
  return inOrder(draw.shuffle([...takes, ...returns, ...rest, more]))
}

/** Nobody returns or passes on copies before borrowing them. */
function inOrder(events: StockEvent[]): StockEvent[] {
  const late = events.filter((event, at) => {
    return event.kind === 'returned' && events.some((other, when) => when > at && isTakeOf(other, event.person))
  })
  const last = events.filter(({ kind }) => kind === 'passed')
  return [...events.filter(event => !late.includes(event) && !last.includes(event)), ...late, ...last]
}

/** The remark about a loan, or none. */
function drawRemark(draw: Draw, titles: string[], events: StockEvent[]): StockRemark | undefined {
  const { person, title, copies } = draw.pick(events.filter(event => event.kind === 'taken'))
  const kind = draw.pick(['copies', 'title', 'doubted', 'none', 'none'] as const)
  if (kind === 'none') return undefined
  if (kind === 'copies') return { kind, person, to: copies + draw.integer(1, 6) }
  return { kind, person, from: title, to: draw.pick(titles.filter(other => other !== title)) }
}

const isTakeOf = (event: StockEvent, person: string) => event.kind === 'taken' && event.person === person

export function isSoundStock(plan: StockPlan): boolean {
  const stock = stockOf(plan)
  const counts = [...stock.copies.values()]
  const { wanted } = plan
  const isShort = wanted === undefined || counts.some(copies => copies < wanted)
  const isSettled = [...stock.out.values()].some(copies => copies > 0)
  const passed = plan.events.flatMap(event => (event.kind === 'passed' ? [stock.out.get(event.to)] : []))
  return (
    counts.every(copies => copies > 1) &&
    isShort &&
    doesRemarkMatter(plan) &&
    isSettled &&
    !passed.includes(0) &&
    areDistinct(counts) &&
    areDistinct(changes(plan, stock).map(({ change }) => change))
  )
}

/** If the result without the remark is requested, it differs from the actual one. */
function doesRemarkMatter(plan: StockPlan): boolean {
  if (plan.asked.every(({ facet }) => facet !== 'unremarked')) return true
  const { remark: _, ...untold } = plan
  const [title] = plan.pair
  return stockOf(plan).copies.get(title) !== stockOf(untold).copies.get(title)
}
