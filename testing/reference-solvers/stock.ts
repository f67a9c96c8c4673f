import type { Json } from '../../tools/challenges/tasks/engine/json.ts'
import type { StockEvent, StockPlan } from '../../tools/challenges/tasks/families/stock/stock-plan.ts'
import { answerOf, sumOf } from './answer-of.ts'

/** Counts for each title what is missing from or in excess of the first list, regardless of the order of events. */
export function solveStock(plan: StockPlan): Json {
  const loans = loansOf(plan)
  const stocks = stocksOf(plan)
  const [first, second] = plan.pair.map(title => stocks.find(one => one.title === title)!.stock) as [number, number]
  const ordered = [...stocks].sort((one, other) => one.stock - other.stock)
  const [most] = stocks.toSorted((one, other) => other.change - one.change)
  const stillOut = loans.filter(({ out }) => out > 0)
  return answerOf(plan.asked, {
    order: () => ordered.map(({ title }) => title),
    total: () => sumOf(stocks.map(({ stock }) => stock)),
    spread: () => ordered.at(-1)!.stock - ordered[0]!.stock,
    pair: () => sumOf(stocks.filter(({ title }) => plan.pair.includes(title)).map(({ stock }) => stock)),
    borrowers: () => stillOut.map(({ person }) => person).sort(),
    out: () => sumOf(stillOut.map(({ out }) => out)),
    changed: () => most!.title,
    change: () => most!.change,
    missing: () => sumOf(stocks.map(({ stock }) => Math.max(0, plan.wanted! - stock))),
    damaged: () => sumOf(loans.map(({ damaged }) => damaged)),
    first: () => first,
    gap: () => Math.max(first, second) - Math.min(first, second),
    second: () => ordered.at(-2)!.title,
    below: () => stocks.filter(({ stock }) => stock < plan.wanted!).length,
    lent: () => sumOf(loans.map(({ copies }) => copies)),
    unremarked: () => {
      const { remark: _, ...untold } = plan
      return stocksOf(untold).find(({ title }) => title === plan.pair[0])!.stock
    },
  })
}

function stocksOf(plan: StockPlan): { title: string; stock: number; change: number }[] {
  const loans = loansOf(plan)
  return plan.listed.map(({ title, copies }) => {
    const theirs = loans.filter(loan => loan.title === title)
    const gone = sumOf(theirs.map(({ out, damaged }) => out + (plan.damagedCount ? 0 : damaged)))
    const stock = copies + sumOf(plan.events.map(event => corrected(title, event, plan))) - gone
    return { title, stock, change: Math.abs(stock - copies) }
  })
}

interface Loan {
  /** Who still has what is lent out. */
  person: string
  title: string
  copies: number
  out: number
  damaged: number
}

const loansOf = ({ events, remark }: StockPlan): Loan[] =>
  events.flatMap(event => {
    if (event.kind !== 'taken') return []
    const { person } = event
    const isMeant = remark?.person === person
    const copies = isMeant && remark.kind === 'copies' ? remark.to : event.copies
    const title = isMeant && remark.kind === 'title' ? remark.to : event.title
    const back = events.find(one => one.kind === 'returned' && one.person === person)
    const passed = events.find(one => one.kind === 'passed' && one.person === person)
    const { kept, damaged } = back?.kind === 'returned' ? back : { kept: copies, damaged: 0 }
    return [{ person: passed?.kind === 'passed' ? passed.to : person, title, copies, out: kept, damaged }]
  })

/** How much an event corrects the list for a title. */
function corrected(title: string, event: StockEvent, { amount }: StockPlan): number {
  if (event.kind === 'mixed') return event.copies * (Number(event.to === title) - Number(event.from === title))
  if (!('title' in event) || event.title !== title) return 0
  if (event.kind === 'fewer' || event.kind === 'sold') return -event.copies
  if (event.kind === 'given') return event.copies
  return event.kind === 'more' ? amount : 0
}
