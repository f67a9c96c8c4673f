import type { RegroupWords } from './words.ts'

const AT = { day: 'hours by day', evening: 'hours in the evening' }

export const en: RegroupWords = {
  scene: [
    '{count} people helped at a library.',
    'A library had {count} helpers this month.',
    'This is about the {count} helpers of a library.',
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
  notes: ['{count} notes were added to it.', 'Under it stand {count} notes.'],
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
      added: [
        '{who} helped for {number} more hours {place} than the list says.',
        'The list lacks {number} hours that {who} helped {place}.',
        'For {number} hours {place} that are not on the list, {who} helped too.',
      ],
      done: [
        '{who} had offered {number} hours {place} beyond those listed, first had no time, and then gave them.',
        '{who} did give {number} hours {place} beyond those listed, although there had seemed to be no time for them.',
        'There had been no time for {number} hours {place} beyond those listed. Given they were, by {who}.',
        'Called off for a while, {number} hours {place} beyond those listed were given all the same by {who}.',
      ],
      dropped: [
        '{who} had offered {number} hours {place} beyond those listed, first had time, and then gave none of them.',
        '{who} gave none of {number} hours {place} beyond those listed, although there was time for them.',
        'There had been time for {number} hours {place} beyond those listed. Given they were not, though, by {who}.',
        'Firmly promised for a while, {number} hours {place} beyond those listed were never given by {who}.',
      ],
      upheld: [
        '{who} asked for {number} further hours {place} to be recognised, which was first refused and then granted.',
        'The wish of {who} to have {number} further hours {place} recognised was granted, after a first refusal.',
        'Nobody wanted to recognise {number} further hours {place} that {who} asked for, until they gave in.',
      ],
      overturned: [
        '{who} asked for {number} further hours {place} to be recognised, which was first granted and then refused.',
        'The wish of {who} to have {number} further hours {place} recognised was refused, after a first consent.',
        'Everybody wanted to recognise {number} further hours {place} that {who} asked for, until they found against it.',
      ],
      excess: [
        'Of the {at} that the list has for {who}, {number} turned out never to have been given.',
        'The list has {number} hours too many for {who} {place}, although nobody saw anything wrong with it at first.',
        '{number} of the {at} listed for {who} should not be there. Somebody had vouched for them too soon.',
      ],
      confirmed: [
        'Of the {at} that the list has for {who}, {number} were said never to have been given, but they had been.',
        'The list has no hours too many for {who} {place}, although {number} of them seemed wrong at first.',
        '{number} of the {at} listed for {who} ought to be there after all. Somebody had objected to them too soon.',
      ],
      given: [
        'Of the {at} that the list has for {who}, {number} were at first left as they were and then credited to {other} instead.',
        '{other} is to have {number} of the {at} listed for {who}, though these were at first to be left as they were.',
        'Leaving the {at} of {of} as they were was the first idea. In the end {number} of them went to {other}.',
      ],
      kept: [
        'Of the {at} that the list has for {who}, {number} were at first to be credited to {other} and then left as they were.',
        '{other} gets none of the {number} hours that were to come from the {at} listed for {who}.',
        'Crediting {number} of the {at} of {of} to {other} was the first idea. In the end everything was left as it was.',
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
    person: [
      'For {who}, however, it is the other way round: there the opposite group is right.',
      '{who}, however, goes into the other group than that.',
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
