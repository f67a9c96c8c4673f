import type { Json } from '../frame/family.ts'
import { askedOf, ranked, reckon, type Sheet } from '../frame/tally-answer.ts'
import type { LedgerEntry, LedgerPlan } from './plan.ts'

function notedPoints({ points, as, round }: LedgerEntry, entries: readonly LedgerEntry[]): number {
  if (points) return points.value
  const other = entries.find(entry => entry.round === round && entry.player === as.player)!
  return notedPoints(other, entries) + as.more
}

export function sheetOf({ players, entries }: Pick<LedgerPlan, 'players' | 'entries'>): Sheet<number> {
  const sheet: Sheet<number> = new Map(players.map(player => [player, new Map()]))
  for (const entry of entries) sheet.get(entry.player)!.set(entry.round, notedPoints(entry, entries))
  return sheet
}

export function ledgerAnswer(plan: LedgerPlan): Json {
  const reckoned = reckon(sheetOf(plan), plan)
  const ranks = ranked(reckoned.totals)
  const { best, worst } = plan.members
  return { [best]: ranks[0]!, [worst]: ranks.at(-1)!, ...askedOf(reckoned, plan.asked) }
}
