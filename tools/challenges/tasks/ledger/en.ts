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
  notes: ['{count} notes were added.', 'On the back are {count} notes.', 'Somebody wrote {count} notes about it.'],
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
      added: [
        '{who} made {number} points {place} beyond those on the sheet.',
        'The sheet lacks {number} points that {who} made {place}.',
        '{number} more points {place} than written belong to {who}.',
      ],
      done: [
        'A bonus of {number} points {place} was promised to {who}, then called into question, and given in the end.',
        '{who} did get a bonus of {number} points {place}, although it had been called into question.',
        'There had been doubts about a bonus of {number} points {place}. It was given all the same, to {who}.',
        'Called off for a while, a bonus of {number} points {place} went to {who} all the same.',
      ],
      dropped: [
        'A bonus of {number} points {place} was promised to {who}, then confirmed once more, and not given in the end.',
        '{who} did not get a bonus of {number} points {place}, although it had been confirmed.',
        'There had been no doubt about a bonus of {number} points {place}. In spite of that it was not given to {who}.',
        'Firmly promised for a while, a bonus of {number} points {place} never went to {who}.',
      ],
      upheld: [
        '{who} claimed {number} further points {place}, and the claim was first rejected and then upheld.',
        'The claim of {who} to {number} further points {place} was granted, after a first refusal.',
        '{number} further points {place} were claimed by {who}. Nobody wanted to hear of it, until they gave in.',
        'A rejected claim of {who} to {number} further points {place} was taken up once more, with success.',
      ],
      overturned: [
        '{who} claimed {number} further points {place}, and the claim was first upheld and then rejected.',
        'The claim of {who} to {number} further points {place} was refused, after a first consent.',
        '{number} further points {place} were claimed by {who}. Everybody was for it, until they found against it.',
        'An accepted claim of {who} to {number} further points {place} was taken up once more, and failed.',
      ],
      excess: [
        'Of what the sheet has for {who} {place}, {number} points were taken to be right and found to be a mistake.',
        'The sheet has {number} points too many for {who} {place}, although nobody saw anything wrong with it at first.',
        '{number} of the points for {who} {place} should not be there. Somebody had vouched for them too soon.',
      ],
      confirmed: [
        'Of what the sheet has for {who} {place}, {number} points were taken to be a mistake and found to be right.',
        'The sheet has no points too many for {who} {place}, although {number} of them seemed wrong at first.',
        '{number} of the points for {who} {place} ought to be there after all. Somebody had objected to them too soon.',
      ],
      given: [
        'Of what the sheet has for {who} {place}, {number} points were at first left as they were and then given to {other} instead.',
        '{other} got {number} of the points that the sheet has for {who} {place}, though these were at first to be left as they were.',
        'Leaving everything as it was {place} was the first idea. In the end {number} points went from {who} to {other}.',
      ],
      kept: [
        'Of what the sheet has for {who} {place}, {number} points were at first meant for {other} instead and then left as they were.',
        '{other} got none of the {number} points that were to come {place} from those of {who}, who kept them.',
        'Moving {number} points {place} from {who} to {other} was the first idea. In the end everything was left as it was.',
      ],
    },
  },
}
