import type { MergeWords } from './words.ts'

export const en: MergeWords = {
  scene: [
    'A sports hall has two registers of who has which locker.',
    'Who has which locker is recorded in two registers, an older and a newer one.',
    'Two registers of lockers, written at different times, are to become one list.',
  ],
  older: ['According to the older register: {entries}.', 'The older register has these entries: {entries}.'],
  newer: ['According to the newer register: {entries}.', 'The newer register has these entries: {entries}.'],
  marks: [
    'In the newer register, a star stands by the names of {stars}, a circle by those of {rings}.',
    'The newer register has a circle beside {rings} and a star beside {stars}.',
  ],
  person: {
    older: {
      highest: 'the person with the highest number in the older register',
      lowest: 'the person with the lowest number in the older register',
    },
    newer: {
      highest: 'the person with the highest number in the newer register',
      lowest: 'the person with the lowest number in the newer register',
    },
  },
  entry: ['{name} {n}', '{n} {name}', '{name} (number {n})'],
  entryAbove: ['{name} {n} above {base} in the same register', '{name} with {n} more than {base} in the same register'],
  entryBelow: ['{name} {n} below {base} in the same register', '{name} with {n} less than {base} in the same register'],
  intro: [
    'Starting from the list that the rules give, there were then {count} events, told here in their order.',
    'The list made by the rules was followed by {count} events, told here one after another.',
  ],
  events: {
    exchange: [
      '{one} and {other} did swap lockers, although they had been refused it at first.',
      'Each of {one} and {other} now has what the other had; that had been ruled out for a while.',
      'What {other} had went to {one}, and the other way round. Nobody had thought that they would agree.',
      '{one} and {other} wanted to swap lockers, were at first refused, and in the end were allowed to and did.',
      'A swap of lockers between {one} and {other} was called off, then agreed anew and carried out.',
      '{one} asked {other} to swap lockers; the first reply was no, the second yes, and so they did.',
    ],
    handover: [
      '{other} now has the locker of {one} and no longer the old one; {one}, who left, is off the list.',
      'The locker of {one}, who left and is off the list, was promised to nobody, and in the end {other} gave up another for it.',
      '{one} left and is off the list; the locker was first to stay free, then {other} moved into it and emptied the old one.',
      '{other} gave up a locker for that of {one}, who took back a notice, then left after all and is off the list.',
    ],
    leave: [
      '{other} still has the old locker, and not that of {one}, who left and is off the list, though it had been promised.',
      'The locker of {one}, who left and is off the list, was promised to {other}, who in the end did not give up another for it.',
      '{one} left and is off the list; {other} was first to move into the locker, then preferred to stay in the old one.',
      '{other} hoped in vain for the locker of {one}, who took back a notice, then left after all and is off the list.',
    ],
    nothing: [
      '{one} and {other} did not swap lockers, although they had been allowed to at first.',
      '{other} does not have the locker of {one}, who had meant to leave and stayed; all is as before.',
      'What {other} had was to go to {one}, and the other way round. Nobody had thought that they would disagree, but both kept theirs.',
      '{one} and {other} wanted to swap lockers, were at first allowed to, and in the end were refused and did not.',
      'A swap of lockers between {one} and {other} was agreed, then called off and not carried out.',
      '{one} gave notice, and {other} was to move into the locker; then the notice was taken back and all stayed as it was.',
    ],
  },
  revisions: {
    instead: [
      'A remark: it is {right} of whom the {at} event should speak, and not {wrong}.',
      'A remark: whoever told the {at} event took {right} for {wrong}.',
      'A remark: what is said of {wrong} in the {at} event is true of {right}.',
      'A remark: in the {at} event, {wrong} stands by mistake for {right}.',
    ],
    roles: [
      'A remark: in the {at} event the two people were mixed up, and each did what is said of the other.',
      'A remark: in the {at} event the part of either person belongs to the other.',
    ],
    struck: [
      'A remark: nothing of the {at} event took place, although it had been confirmed.',
      'A remark: the {at} event was held to be true at first, but did not happen.',
      'A remark: the {at} event was doubted, then confirmed, and in the end proved to be invented.',
    ],
    kept: [
      'A remark: all of the {at} event took place as told, although it had been called made up.',
      'A remark: the {at} event was held to be invented at first, but did happen as told.',
      'A remark: the {at} event was confirmed, then doubted, and in the end proved to be true as told.',
    ],
    again: [
      'A remark: after all of them, the two people of the {at} event swapped the lockers they then had.',
      'A remark: at the very end there was one more swap, between the two people of the {at} event, of what they had by then.',
    ],
    order: [
      'A remark: the {first} and the {second} event happened the other way round, each at the place of the other.',
      'A remark: the {first} event and the {second} event have to change places in the order.',
    ],
  },
  both: [
    'Of a person in both registers {winner} counts; but if {unless}, it is not {winner} that counts, but the other entry.',
    'Of two entries for one person {winner} counts, unless {unless}: then it is the other one.',
  ],
  winners: {
    newer: 'the newer entry',
    older: 'the older entry',
    higher: 'the entry with the higher number',
    lower: 'the entry with the lower number',
  },
  exceptions: {
    marked: 'the newer entry bears {mark}',
    near: 'the two numbers differ by {n} or less',
    above: 'the number in the newer register is greater than {n}',
  },
  single: {
    all: ['Whoever is in one register only is taken from there in any case.'],
    unmarked: [
      'Whoever is in one register only is taken from there, but for newer entries with {mark}: those people are not in the list.',
    ],
    from: [
      'Whoever is in one register only is taken from there, but not with a number under {n}: those people are not in the list.',
    ],
  },
  mark: { star: 'a star', ring: 'a circle' },
  list: [
    'the list in the end, {order}, each person an object with `{name}` (the name) and `{locker}` (the number of the locker)',
    'the list in the end, {order}: one object per person, in which `{locker}` is the locker number and `{name}` the name',
  ],
  orders: { ascending: 'lowest number first', descending: 'highest number first' },
  measures: {
    span: ['the difference between the highest and the lowest number in the list at the end'],
    second: ['the second highest number in the list at the end'],
    lowest: ['the sum of the two lowest numbers in the list at the end'],
    gap: ['the difference between the numbers that {one} and {other} have at the end, as a positive number'],
    moved: ['the number of people in the list at the end with a number that neither register gives them'],
    kept: [
      'the number of people who at the end have the number that the older register gives them, this being above {n}',
    ],
    first: ['the name of the person with the lowest number at the end'],
    next: ['the name of the person whose number at the end is the next higher one after that of {one}'],
    size: ['how many people are in the list at the end'],
    fresh: ['how many people have at the end the number that the newer register gives them'],
    over: ['the list, from A to Z, of those whose number at the end is above {n}'],
    third: ['the name of the person with the third lowest number at the end'],
    out: ['the list of the names that are in a register but not in the list at the end, from A to Z'],
  },
  worlds: {
    withoutEvent: ['reckoned as if the {at} event had not happened', 'supposing that the {at} event had not happened'],
    withoutEvents: ['reckoned as if nothing had happened since the registers were written'],
    withoutRevision: ['reckoned as if the remark on the events were not there'],
    otherEntry: ['reckoned as if, for everybody in both registers, that entry counted which by the rules does not'],
  },
}
