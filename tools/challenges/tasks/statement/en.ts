import type { StatementWords } from './words.ts'

const CUTS = {
  first: 'except the first, in their order',
  last: 'except the last, in their order',
  reversed: 'in the reverse of their registered order',
}

export const en: StatementWords = {
  scene: [
    'The input is your own entry as it is registered here.',
    'What is registered about you is given in the input.',
    'The input shows the entry under which you are registered.',
  ],
  base: (base, each) => [
    `You start with ${base} points, and each of your registered interests adds ${each}.`,
    `Every interest in your entry gives ${each} points, on top of the ${base} that you have anyway.`,
    `Your points are ${base} to begin with, plus ${each} per registered interest.`,
  ],
  few: (few, bonus) => [
    `If you have fewer than ${few} interests, ${bonus} points are added once; with ${few} or more there is no such addition.`,
    `An entry with fewer than ${few} interests gets ${bonus} points more, once; one with ${few} or more gets nothing more.`,
    `A single extra of ${bonus} points goes to you only if the number of your interests is below ${few}.`,
  ],
  other: other => {
    if (other.kind === 'exactly') {
      return [`${other.name} has ${other.points} points.`, `The points of ${other.name} come to ${other.points}.`]
    }
    return [
      `${other.name} has ${other.by} ${other.kind} points than ${other.than}.`,
      `Compared with ${other.than}, ${other.name} has ${other.by} ${other.kind} points.`,
    ]
  },
  badge: (holder, points) => [
    `${holder} once received a badge said to be worth ${points} points; badges do not count here, the figures already leave them out.`,
    `A badge of ${points} points that ${holder} wears does not count and is in none of these figures.`,
  ],
  shown: (whenEven, whenOdd) => [
    `${whenEven} if the number of your registered interests is even (zero is even), otherwise ${whenOdd}`,
    `${whenOdd} if you have an odd number of registered interests, and ${whenEven} if the number is even or there are none`,
  ],
  name: 'your registered name',
  handle: 'your handle as registered',
  points: ['the number of points that you have', 'your total of points'],
  topics: (cut, at, topic) => [
    at === 'front'
      ? `a list: \`${topic}\` first, then your registered interests ${CUTS[cut]}`
      : `a list: your registered interests ${CUTS[cut]}, then \`${topic}\` as the last entry`,
    `the list of your interests ${CUTS[cut]}, with \`${topic}\` put ${at === 'front' ? 'before' : 'after'} all of them`,
  ],
  beside: {
    next_above: [
      'the name of the one who has more points than you but the fewest among those who do',
      'the name of the person next above you when you and these three are ranked by points, most at the top',
    ],
    next_below: [
      'the name of the one who has fewer points than you but the most among those who do',
      'the name of the person next below you when you and these three are ranked by points, most at the top',
    ],
  },
}
