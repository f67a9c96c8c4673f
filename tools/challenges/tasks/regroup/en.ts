import type { RegroupWords } from './words.ts'

const AT = { day: 'hours by day', evening: 'hours in the evening' }

export const en: RegroupWords = {
  scene: [
    'Six people helped at a library.',
    'A library had six helpers this month.',
    'This is about the six helpers of a library.',
  ],
  list: {
    dayFirst: [
      'A list has their hours, by day and in the evening, in that order:',
      'Of each, the list gives the hours by day and then those in the evening:',
    ],
    eveningFirst: [
      'A list has their hours, in the evening and by day, in that order:',
      'Of each, the list gives the hours in the evening and then those by day:',
    ],
  },
  one: ['{name} {one} and {other}', '{name} {one}, {other}'],
  notes: ['Four notes were added to it.', 'Under it stand four notes.'],
  units: {
    at: shift => ({ at: AT[shift] }),
    first: (limit, shift) => `the first ${limit} ${AT[shift]}`,
    place: shift => (shift === 'day' ? 'by day' : 'in the evening'),
    each: 'hour',
    totals: {
      total: 'the number of counted hours',
      totals: 'numbers of counted hours',
      byTotal: 'number of counted hours',
      counted: 'counted hours',
    },
    note: {
      added: ['{who} helped for {number} more hours {place} than the list says.'],
      done: ['{who} had offered {number} hours {place} beyond those listed, first had no time, and then gave them.'],
      dropped: [
        '{who} had offered {number} hours {place} beyond those listed, first had time, and then gave none of them.',
      ],
      upheld: [
        '{who} asked for {number} further hours {place} to be recognised, which was first refused and then granted.',
      ],
      overturned: [
        '{who} asked for {number} further hours {place} to be recognised, which was first granted and then refused.',
      ],
      excess: ['Of the {at} that the list has for {who}, {number} turned out never to have been given.'],
      confirmed: [
        'Of the {at} that the list has for {who}, {number} were said never to have been given, but they had been.',
      ],
      given: [
        'Of the {at} that the list has for {who}, {number} were at first left as they were and then credited to {other} instead.',
      ],
      kept: [
        'Of the {at} that the list has for {who}, {number} were at first to be credited to {other} and then left as they were.',
      ],
    },
  },
  split: {
    atLeast: [
      'Whoever has {number} counted hours or more belongs to {upper}, anybody else to {lower}.',
      '{lower} is the group of those with fewer than {number} counted hours, {upper} that of the others.',
    ],
    top: [
      'The {number} people with the most counted hours belong to {upper}, the others to {lower}.',
      '{lower} is the group of all but the {number} with the most counted hours, who belong to {upper}.',
    ],
    above: [
      'Whoever has more counted hours than {who} belongs to {upper}, everybody else to {lower}.',
      '{upper} is the group of those who have more counted hours than {who}; all others belong to {lower}.',
    ],
  },
  moved: {
    persons: [
      '{one} and {other}, however, each go into the other group than that.',
      'For {one} and {other} it is the other way round: each of them goes into the opposite group.',
    ],
    evening: [
      'Those who have more hours in the evening than by day, each taken once, however, go into the other group than that.',
      'It is the other way round for those whose hours in the evening, each taken once, outnumber those by day: they go into the opposite group.',
    ],
  },
  order: { fewest: 'ordered by counted hours, the fewest first', most: 'ordered by counted hours, the most first' },
  group: ['the list of the names in the group {group}, {order}', 'a list of everybody in {group}, {order}'],
  sameFor: ['the same as `{member}` for {group}', 'what `{member}` is, but for {group}'],
}
