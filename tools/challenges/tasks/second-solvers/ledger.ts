import type { Json } from '../frame/family.ts'
import type { LedgerEntry, LedgerPlan } from '../ledger/plan.ts'
import { answersOfTally } from './tally.ts'

/** Reads the sheet as it stands into slips of points, and lets the notes add further ones. */
export function solveLedger(plan: LedgerPlan): Json {
  const { entries, players } = plan
  const list = entries.map(({ round, player }) => ({
    person: player,
    place: round,
    number: pointsWritten(entries, round, player),
  }))
  return answersOfTally(players, list, plan)
}

function pointsWritten(entries: LedgerEntry[], round: number, player: string): number {
  const entry = entries.find(one => one.round === round && one.player === player)
  if (!entry) return 0
  return entry.as ? pointsWritten(entries, round, entry.as.player) + entry.as.more : entry.points.value
}
