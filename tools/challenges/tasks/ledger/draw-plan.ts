import { type Amount, earlierAmount, numbersOf } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import { drawUntil } from '../frame/draw-until.ts'
import type { Earlier } from '../frame/family.ts'
import { membersFrom, peopleFrom } from '../frame/names.ts'
import { reckon } from '../frame/tally-answer.ts'
import { drawFacets, drawTally, isClear } from '../frame/tally-draw.ts'
import { ledgerAnswer, sheetOf } from './answer.ts'
import type { LedgerEntry, LedgerPlan } from './plan.ts'

export const ROUNDS = [1, 2, 3]

export const drawLedger = (draw: Draw, earlier: Earlier): LedgerPlan =>
  drawUntil(draw, again => drawOnce(again, earlier), isSound)

function isSound(plan: LedgerPlan): boolean {
  if (!isClear(reckon(sheetOf(plan), plan), plan, ROUNDS)) return false
  const changed = plan.entries.map(entry =>
    entry === plan.entries[0] && entry.points
      ? { ...entry, points: { ...entry.points, value: entry.points.value + 1 } }
      : entry,
  )
  const right = ledgerAnswer(plan)
  const offers = numbersOf(right).length > 0 || plan.entries[0]!.points!.value > 200
  return offers && JSON.stringify(right) !== JSON.stringify(ledgerAnswer({ ...plan, entries: changed }))
}

function drawOnce(draw: Draw, earlier: Earlier): LedgerPlan {
  const players = peopleFrom(draw, 4)
  const rounds = draw.shuffle(ROUNDS)
  const absent = draw.sample(players, rounds.length)
  const entries = rounds.flatMap((round, index) =>
    drawRound(
      draw,
      round,
      players.filter(player => player !== absent[index]),
      index === 0 ? earlierAmount(draw, earlier, 15, 40) : amount(draw),
    ),
  )
  const tally = drawTally(draw, sheetOf({ players, entries }), ROUNDS)
  const [best, worst, ...keys] = membersFrom(draw, 4) as [string, string, ...string[]]
  const facets = drawFacets(draw, tally, entries[0]!.player, players, ROUNDS)
  return {
    players,
    entries,
    ...tally,
    members: { best, worst },
    asked: facets.map((facet, index) => ({ member: keys[index]!, facet })),
  }
}

const amount = (draw: Draw): Amount => ({ value: draw.integer(14, 35) })

/** The third by the points of the second. */
function drawRound(draw: Draw, round: number, players: string[], points: Amount): LedgerEntry[] {
  const [one, two, three] = draw.shuffle(players) as [string, string, string]
  return [
    { round, player: one, points },
    { round, player: two, points: amount(draw) },
    { round, player: three, as: { player: two, more: draw.integer(2, 9) } },
  ]
}
