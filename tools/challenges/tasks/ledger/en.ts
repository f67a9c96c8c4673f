import type { LedgerWords } from './words.ts'

const AT = (round: number) => `points in round ${round}`

export const en: LedgerWords = {
  scene: [
    '{players} played three rounds, and a sheet was kept.',
    'Three rounds were played by {players}; somebody kept a sheet of the points.',
    'A sheet has the points of {players} from three rounds of a game.',
  ],
  round: [
    'Round {round}: {entries}.',
    'For round {round} the sheet has: {entries}.',
    'In round {round} it reads: {entries}.',
  ],
  leaning: ['{player} {more} more than {as}', '{player} as many as {as} and {more} more'],
  sheet: [
    'Comparisons on the sheet go by what it says itself for that round; whoever it does not name in a round has no points there.',
    'Where the sheet compares, it means its own figure for the same round. Whoever is missing in a round has nothing there.',
  ],
  notes: ['Four notes were added.', 'On the back are four notes.'],
  units: {
    at: round => ({ at: AT(round) }),
    first: (limit, round) => `the first ${limit} ${AT(round)}`,
    place: round => `in round ${round}`,
    each: 'point',
    totals: {
      total: 'the final total',
      totals: 'final totals',
      byTotal: 'final total',
      counted: 'points in their final total',
    },
    note: {
      added: ['{who} made {number} points {place} beyond those on the sheet.'],
      done: [
        'A bonus of {number} points {place} was promised to {who}, then called into question, and given in the end.',
      ],
      dropped: [
        'A bonus of {number} points {place} was promised to {who}, then confirmed once more, and not given in the end.',
      ],
      upheld: ['{who} claimed {number} further points {place}, and the claim was first rejected and then upheld.'],
      overturned: ['{who} claimed {number} further points {place}, and the claim was first upheld and then rejected.'],
      excess: [
        'Of what the sheet has for {who} {place}, {number} points were taken to be right and found to be a mistake.',
      ],
      confirmed: [
        'Of what the sheet has for {who} {place}, {number} points were taken to be a mistake and found to be right.',
      ],
      given: [
        'Of what the sheet has for {who} {place}, {number} points were at first left as they were and then given to {other} instead.',
      ],
      kept: [
        'Of what the sheet has for {who} {place}, {number} points were at first meant for {other} instead and then left as they were.',
      ],
    },
  },
  best: ['the name of the player with the greatest final total', 'the name of whoever comes first in the end'],
  worst: ['the name of the player with the smallest final total', 'the name of whoever comes last in the end'],
}
