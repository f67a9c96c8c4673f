import type { Json } from '../frame/family.ts'
import { askedOf, reckon, type Sheet } from '../frame/tally-answer.ts'
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

export const ledgerAnswer = (plan: LedgerPlan): Json => askedOf(reckon(sheetOf(plan), plan), plan.asked)
