import { type Amount, earlierAmount, numbersOf } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import { drawUntil } from '../frame/draw-until.ts'
import type { Earlier } from '../frame/family.ts'
import { membersFrom, peopleFrom } from '../frame/names.ts'
import type { TallyFacet } from '../frame/tally.ts'
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
  const told = [...JSON.stringify({ ...plan, asked: [] }).matchAll(/\d+/g)].map(([figure]) => Number(figure))
  const reckoned = numbersOf(right).filter(([, number]) => !told.includes(number))
  const offers = reckoned.length > 0 || plan.entries[0]!.points!.value > 200
  return offers && JSON.stringify(right) !== JSON.stringify(ledgerAnswer({ ...plan, entries: changed }))
}

function drawOnce(draw: Draw, earlier: Earlier): LedgerPlan | undefined {
  const players = peopleFrom(draw, draw.pick([4, 4, 5]))
  const rounds = draw.shuffle(ROUNDS)
  const entries = rounds.flatMap((round, index) =>
    drawRound(draw, round, draw.sample(players, 3), index === 0 ? earlierAmount(draw, earlier, 15, 40) : amount(draw)),
  )
  if (players.some(player => entries.every(entry => entry.player !== player))) return undefined
  const tally = drawTally(draw, sheetOf({ players, entries }), ROUNDS)
  const facets = [...drawRanks(draw), ...drawFacets(draw, tally, entries[0]!.player, players, ROUNDS)]
  const members = membersFrom(draw, facets.length)
  return {
    players,
    entries,
    ...tally,
    asked: facets.map((facet, index) => ({ member: members[index]!, facet })),
  }
}

function drawRanks(draw: Draw): TallyFacet<number>[] {
  const kinds = draw.pick([['best', 'worst'], ['ranking'], ['best'], ['worst'], ['third', 'best']] as const)
  return kinds.map(kind => ({ kind }))
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
