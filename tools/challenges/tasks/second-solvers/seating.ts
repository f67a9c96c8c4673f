import type { Json } from '../frame/family.ts'
import type { Clue, SeatingPlan } from '../seating/plan.ts'
import { arrangementsOf } from './arrangements.ts'

/** Tries every final order: that one is right before whose exchange all clues held. */
export function solveSeating(plan: SeatingPlan): Json {
  const [one, other] = plan.exchange
  const exchanged = (name: string) => (name === one ? other : name === other ? one : name)
  const orders = [...arrangementsOf(plan.people)].filter(order => {
    const before = order.map(exchanged)
    return plan.clues.every(clue => holds(clue, before))
  })
  if (orders.length !== 1) throw new Error(`${orders.length} orders fit the clues`)
  const [order] = orders as [string[]]
  const at = order.indexOf(plan.payer)
  let price = plan.price.value
  for (let seat = 0; seat < at; seat++) price += plan.step
  if ([order.at(0), order.at(-1)].includes(plan.payer)) price -= plan.off
  return { [plan.members.order]: plan.isFromRight ? order.toReversed() : order, [plan.members.pays]: price }
}

function holds(clue: Clue, order: string[]): boolean {
  if (!('other' in clue)) {
    const isAtEnd = [order.at(0), order.at(-1)].includes(clue.one)
    return clue.kind === 'end' ? isAtEnd : !isAtEnd
  }
  const way = order.indexOf(clue.other) - order.indexOf(clue.one)
  if (clue.kind === 'left') return way > 0
  if (clue.kind === 'gap') return Math.abs(way) === clue.between + 1
  return clue.kind === 'next' ? Math.abs(way) === 1 : Math.abs(way) > 1
}
