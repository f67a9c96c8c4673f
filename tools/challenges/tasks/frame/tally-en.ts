import type { TallyWords } from './tally-words.ts'

export const en: TallyWords = {
  trait: {
    keys: ['{who} keeps the keys.', 'The keys are kept by {who}.', 'For the keys there is {who}.'],
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
  note: {
    nth: ['the first note', 'the second note', 'the third note', 'the fourth note', 'the fifth note'],
    last: 'the last note',
    lastButOne: 'the last note but one',
    about: ['the note about {of}', 'the note that concerns {of}'],
  },
  revision: {
    withdrawn: [
      '{note} was first allowed to stand and then struck out.',
      '{note} is void, although it had been confirmed.',
      'Nothing is left of {note}. That somebody vouched for it does not help.',
      'All is as if {note} had never been written.',
      'Whoever wrote {note} took it back.',
    ],
    restored: [
      '{note} was first struck out and then allowed to stand.',
      '{note} holds, although it had been struck out.',
      'Nothing is wrong with {note}. That somebody crossed it out does not harm it.',
      'Whoever wrote {note} wanted to take it back, and then did not.',
    ],
    opposite: [
      'It came out the opposite way of what {note} says in the end.',
      '{note} is right but for how it ended: that was the other way round.',
      'What {note} gives as the outcome is the very opposite of it.',
    ],
    twice: [
      'The number in {note} has to be doubled.',
      '{note} gives only half of the right number.',
      'Twice as many as {note} says would be right.',
    ],
    number: [
      'The number in {note} ought to be {to}.',
      '{note} gives a wrong number; the right one is {to}.',
      '{to} is the number that belongs in {note}.',
    ],
    person: [
      'What {note} says of {from} is in truth so of {to}, and not of {from}.',
      '{note} was meant for {to} where it speaks of {from}.',
      '{to} is who {note} should speak of, instead of {from}.',
      'Whoever wrote {note} took {to} for {from}.',
    ],
    disputed: [
      'What {note} says of {from} was for a while believed of {to}, but wrongly.',
      'Whether {note} was meant for {to} was looked into: it does speak of {from} rightly.',
      'Nobody took {to} for {from} in {note}, though some claimed it.',
    ],
    place: [
      '{note} should read “{to}” and not “{from}”.',
      'In {note}, “{from}” is a slip for “{to}”.',
      '“{to}” is what belongs in {note}; “{from}” does not.',
    ],
    exchanged: [
      'In {note} and {with} the two people have been mixed up: each of the two notes holds of the person named in the other.',
      'The names in {note} and {with} have to change places with each other.',
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
      'Those who have {limit} or more {at} get these counted twice. Apart from that everything counts once.',
    ],
    below: [
      '{At} count twice for whoever has fewer than {limit} of them, and once for anybody else; all others count once.',
      'Everything counts once, but {at} count twice for those who have not as many as {limit} of them.',
    ],
    fewer: [
      '{At} count twice for whoever has fewer of them than {against}, and once for anybody else; all others count once.',
      'Everything counts once, but {at} count twice for those who have more {against} than {at}.',
    ],
    more: [
      '{At} count twice for whoever has more of them than {against}, and once for anybody else; all others count once.',
      'Everything counts once, but {at} count twice for those who have fewer {against} than {at}.',
    ],
  },
  except: {
    nobody: ['That goes for everybody.', 'No exception is made to that.'],
    person: [
      'For {who}, however, everything counts once.',
      'From this {who} is left out: there everything counts once.',
      'Nothing counts twice, though, for {who}.',
    ],
    most: [
      'For the person with the most {against}, however, everything counts once.',
      'From this the person with the most {against} is left out: there everything counts once.',
      'Nothing counts twice, though, for whoever has most {against}.',
    ],
    least: [
      'For the person with the fewest {against}, however, everything counts once.',
      'From this the person with the fewest {against} is left out: there everything counts once.',
    ],
  },
  basis: [
    'Everything goes by what is right after the notes and all that is remarked about them.',
    'Whatever is counted, compared or asked takes the notes, and any remark about them, into account.',
  ],
  facet: {
    total: ['{total} of {of}'],
    without: ['what {total} of {of} would be if {note} had never been written'],
    unrevised: ['what {total} of {of} would be if nothing had been remarked about the notes'],
    unexcepted: ['what {total} of {of} would be if the rule on what counts twice made no exception'],
    single: ['what {total} of {of} would be if everything counted once'],
    sumOf: ['what the {byTotal} of {one} and that of {other} come to when added up'],
    difference: ['by how much the {byTotal} of {one} differs from that of {other}'],
    gap: ['the difference between the greatest and the least of the {totals}'],
    best: ['the name of the person who comes first by {byTotal}', 'the name of whoever has the greatest {byTotal}'],
    second: ['the name of the person who comes second by {byTotal}, the greatest first'],
    third: ['the name of the person than whom just two have a greater {byTotal}'],
    worst: ['the name of the person who comes last by {byTotal}', 'the name of whoever has the least {byTotal}'],
    ranking: [
      'the list of all names by {byTotal}, the greatest first',
      'a list of everybody, with the {byTotal} falling from the first to the last',
    ],
    rank: ['the place of {of} when all are put in order by {byTotal}, as a number, 1 being the greatest'],
    ahead: ['how many people have a greater {byTotal} than {who}'],
    over: ['the list, in any order and perhaps empty, of those who have {least} or more {counted}'],
    changed: [
      'the list, in any order and perhaps empty, of those whose figures, each taken once, are in the end not all as they were written before the notes',
    ],
    both: [
      'how many people have {least} or more {counted} and at the same time fewer than {fewer} {at}, each taken once',
    ],
    doubled: ['how many people have more {counted} than they would if everything counted once'],
    mostAt: ['the name of the person with the most {at}, each taken once'],
    leastAt: ['the name of the person with the fewest {at}, each taken once'],
    sumAt: ['the number of {at} of all people together, each taken once'],
  },
  like: ['the same as `{member}`, but for {of}', 'what is asked under `{member}`, for {of} instead'],
}
