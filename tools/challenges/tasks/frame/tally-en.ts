import type { TallyWords } from './tally-words.ts'

export const en: TallyWords = {
  trait: {
    keys: ['{who} keeps the keys.', 'The keys are kept by {who}.'],
    cash: ['{who} looks after the cash box.', 'The cash box is in the care of {who}.'],
    plants: ['{who} waters the plants.', 'The plants are watered by {who}.'],
    radio: ['{who} chooses the music.', 'The music is chosen by {who}.'],
  },
  bearer: {
    keys: 'the person who keeps the keys',
    cash: 'the person who looks after the cash box',
    plants: 'the person who waters the plants',
    radio: 'the person who chooses the music',
  },
  bearerOf: {
    keys: 'the person with the keys',
    cash: 'the person with the cash box',
    plants: 'the person who sees to the plants',
    radio: 'the person who picks the music',
  },
  ordinals: [['first'], ['second'], ['third', 'last but one'], ['fourth', 'last']],
  revision: {
    withdrawn: ['The {note} note was first allowed to stand and then struck out.'],
    restored: ['The {note} note was first struck out and then allowed to stand.'],
    twice: ['The number in the {note} note has to be doubled.', 'The {note} note gives only half of the right number.'],
    number: [
      'The number in the {note} note ought to be {to}.',
      'The {note} note gives a wrong number; the right one is {to}.',
    ],
    person: [
      'What the {note} note says of {from} is in truth so of {to}, and not of {from}.',
      'The {note} note was meant for {to} where it speaks of {from}.',
    ],
    disputed: [
      'What the {note} note says of {from} was for a while believed of {to}, but wrongly.',
      'Whether the {note} note was meant for {to} was looked into: it does speak of {from} rightly.',
    ],
    place: [
      'The {note} note should read “{to}” and not “{from}”.',
      'In the {note} note, “{from}” is a slip for “{to}”.',
    ],
    exchanged: [
      'In the {note} and the {with} note the two people have been mixed up: each of the two notes holds of the person named in the other.',
    ],
  },
  condition: {
    all: ['{At} count twice, all others once.', 'Everything counts once, but {at} count twice.'],
    beyond: [
      '{First} of each person count once, and any beyond that twice; all others count once.',
      'Everything counts once, except that {at} which a person has beyond the first {limit} count twice.',
    ],
    first: [
      '{First} of each person count twice, and any beyond that once; all others count once.',
      'Everything counts once, except that {first} of each person count twice.',
    ],
    atLeast: [
      '{At} count twice for whoever has at least {limit} of them, and once for anybody else; all others count once.',
      'Everything counts once, but {at} count twice for those who have {limit} or more of them.',
    ],
    fewer: [
      '{At} count twice for whoever has fewer of them than {against}, and once for anybody else; all others count once.',
      'Everything counts once, but {at} count twice for those who have more {against} than {at}.',
    ],
  },
  except: {
    nobody: ['That goes for everybody.', 'No exception is made to that.'],
    person: [
      'For {who}, however, everything counts once.',
      'From this {who} is left out: there everything counts once.',
    ],
    most: [
      'For the person with the most {against}, however, everything counts once.',
      'From this the person with the most {against} is left out: there everything counts once.',
    ],
  },
  basis: [
    'Everything goes by what is right after the notes and the remark about them.',
    'Whatever is counted, compared or asked takes the notes and the remark about them into account.',
  ],
  facet: {
    total: ['{total} of {of}'],
    without: ['what {total} of {of} would be if the {note} note had never been written'],
    unrevised: ['what {total} of {of} would be if the remark about the notes had never been made'],
    single: ['what {total} of {of} would be if everything counted once'],
    gap: ['the difference between the greatest and the least of the {totals}'],
    second: ['the name of the person who comes second by {byTotal}, the greatest first'],
    rank: ['the place of {of} when all are put in order by {byTotal}, as a number, 1 being the greatest'],
    both: [
      'how many people have {least} or more {counted} and at the same time fewer than {fewer} {at}, each taken once',
    ],
    doubled: ['how many people have more {counted} than they would if everything counted once'],
    mostAt: ['the name of the person with the most {at}, each taken once'],
    sumAt: ['the number of {at} of all people together, each taken once'],
  },
  like: ['the same as `{member}`, but for {of}', 'what is asked under `{member}`, for {of} instead'],
}
