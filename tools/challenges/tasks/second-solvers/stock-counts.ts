import type { Json } from '../frame/family.ts'
import type { StockEvent, StockPlan } from '../stock-counts/plan.ts'
import { answerOf, sumOf } from './asked.ts'

/** Counts for each title what is missing from or beyond the first list, with no regard to when it came to be so. */
export function solveStock(plan: StockPlan): Json {
  const loans = loansOf(plan.events)
  const stocks = plan.listed.map(({ title, copies }) => {
    const theirs = loans.filter(loan => loan.title === title)
    const gone = sumOf(theirs.map(({ out, damaged }) => out + (plan.damagedCount ? 0 : damaged)))
    const stock = copies + sumOf(plan.events.map(event => corrected(title, event, plan))) - gone
    return { title, stock, change: Math.abs(stock - copies) }
  })
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
  })
}

interface Loan {
  person: string
  title: string
  out: number
  damaged: number
}

const loansOf = (events: StockEvent[]): Loan[] =>
  events.flatMap(event => {
    if (event.kind !== 'taken') return []
    const back = events.find(one => one.kind === 'returned' && one.person === event.person)
    const { kept, damaged } = back?.kind === 'returned' ? back : { kept: event.copies, damaged: 0 }
    return [{ person: event.person, title: event.title, out: kept, damaged }]
  })

/** By how much an event puts the list right for a title. */
function corrected(title: string, event: StockEvent, { amount }: StockPlan): number {
  if (event.kind === 'mixed') return event.copies * (Number(event.to === title) - Number(event.from === title))
  if (event.kind === 'fewer' && event.title === title) return -event.copies
  return event.kind === 'more' && event.title === title ? amount.value : 0
}
