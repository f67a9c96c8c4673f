import type { Json } from '../../engine/json.ts'
import type { StockEvent, StockFacet, StockPlan } from './stock-plan.ts'

export interface Stock {
  copies: Map<string, number>
  /** Borrowers, with the copies they still have. */
  out: Map<string, number>
  damaged: number
}

/** The state of the list after all events. */
export function stockOf(plan: StockPlan): Stock {
  const { listed, amount, damagedCount } = plan
  const stock: Stock = {
    copies: new Map(listed.map(({ title, copies }) => [title, copies])),
    out: new Map(),
    damaged: 0,
  }
  const borrowed = new Map<string, string>()
  const add = (title: string, copies: number) => stock.copies.set(title, stock.copies.get(title)! + copies)
  const apply = (event: StockEvent) => {
    if (event.kind === 'taken') {
      borrowed.set(event.person, event.title)
      stock.out.set(event.person, event.copies)
      add(event.title, -event.copies)
    } else if (event.kind === 'returned') {
      const back = stock.out.get(event.person)! - event.kept
      stock.out.set(event.person, event.kept)
      stock.damaged += event.damaged
      add(borrowed.get(event.person)!, damagedCount ? back : back - event.damaged)
    } else if (event.kind === 'mixed') {
      add(event.from, -event.copies)
      add(event.to, event.copies)
    } else if (event.kind === 'passed') {
      stock.out.set(event.to, stock.out.get(event.person)!)
      stock.out.set(event.person, 0)
    } else if (event.kind === 'fewer' || event.kind === 'sold') add(event.title, -event.copies)
    else if (event.kind === 'given') add(event.title, event.copies)
    else if (event.kind === 'more') add(event.title, amount)
  }
  for (const event of read(plan)) apply(event)
  return stock
}

/** The events as corrected by the remark. */
function read({ events, remark }: Pick<StockPlan, 'events' | 'remark'>): StockEvent[] {
  return events.map(event => {
    if (event.kind !== 'taken' || event.person !== remark?.person || remark.kind === 'doubted') return event
    return remark.kind === 'copies' ? { ...event, copies: remark.to } : { ...event, title: remark.to }
  })
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0)

/** The difference of each title's stock from the initial list. */
export const changes = (plan: Pick<StockPlan, 'listed'>, { copies }: Stock) =>
  plan.listed.map(({ title, copies: first }) => ({ title, change: Math.abs(copies.get(title)! - first) }))

const FACETS: Record<StockFacet, (plan: StockPlan, stock: Stock) => Json> = {
  order: (_, { copies }) => [...copies].sort(([, a], [, b]) => a - b).map(([title]) => title),
  total: (_, { copies }) => sum(copies.values()),
  spread: (_, { copies }) => Math.max(...copies.values()) - Math.min(...copies.values()),
  pair: ({ pair }, { copies }) => sum(pair.map(title => copies.get(title)!)),
  borrowers: (_, { out }) => [...out].flatMap(([person, copies]) => (copies > 0 ? person : [])).sort(),
  out: (_, { out }) => sum(out.values()),
  changed: (plan, stock) => mostChanged(plan, stock).title,
  change: (plan, stock) => mostChanged(plan, stock).change,
  missing: ({ wanted }, { copies }) => sum([...copies.values()].map(number => Math.max(0, wanted! - number))),
  damaged: (_, { damaged }) => damaged,
  first: ({ pair }, { copies }) => copies.get(pair[0])!,
  gap: ({ pair }, { copies }) => Math.abs(copies.get(pair[0])! - copies.get(pair[1])!),
  second: (_, { copies }) => [...copies].sort(([, a], [, b]) => b - a)[1]![0],
  below: ({ wanted }, { copies }) => [...copies.values()].filter(number => number < wanted!).length,
  lent: plan => sum(read(plan).flatMap(event => (event.kind === 'taken' ? [event.copies] : []))),
  unremarked: ({ remark: _, ...plan }) => stockOf(plan).copies.get(plan.pair[0])!,
}

const mostChanged = (plan: StockPlan, stock: Stock) => changes(plan, stock).sort((a, b) => b.change - a.change)[0]!

export function solveStock(plan: StockPlan): Record<string, Json> {
  const stock = stockOf(plan)
  return Object.fromEntries(plan.asked.map(({ member, facet }) => [member, FACETS[facet](plan, stock)]))
}
