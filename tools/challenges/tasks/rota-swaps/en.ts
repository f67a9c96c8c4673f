import type { RotaWords } from './words.ts'

export const en: RotaWords = {
  keys: { day: 'day', early: 'early', late: 'late' },
  shifts: { early: 'early', late: 'late' },
  scene: [
    'Here is the rota of a [café|library desk] before any change, day by day of the month.',
    'The rota of a [café|library desk], as it was before any change: who has which shift on which day of the month.',
    'Listed is a rota as it was first written, with the early and the late shift of each day of the month.',
  ],
  inTurn: [
    'Four changes to this rota were wanted, each with the rota as it was at that moment:',
    'Then came four changes, one after the other, each starting from the rota as it was by then:',
  ],
  swap: [
    '{one} trades the shift of the {oneDay}th for that of {other} on the {otherDay}th.',
    '{one} and {other} [exchange|swap] shifts, {one} giving the one on the {oneDay}th for that of {other} on the {otherDay}th.',
    '{one} gets the shift of {other} on the {otherDay}th, and {other} in return that of {one} on the {oneDay}th.',
  ],
  cover: [
    '{by} [takes over|takes on] the shift of {person} on the {day}th.',
    'The shift that {person} has on the {day}th passes to {by}.',
  ],
  coverByShift: [
    'Whoever has the {shift} shift of the {byDay}th by then takes over the shift of {person} on the {day}th.',
    'The shift of {person} on the {day}th passes to whoever, at that moment, has the {shift} shift of the {byDay}th.',
  ],
  coverByKeeper: [
    'Whoever keeps the keys takes over the shift of {person} on the {day}th.',
    'The shift of {person} on the {day}th passes to whoever keeps the keys.',
  ],
  verdicts: {
    refused: [
      '{lead} first let number {n} pass, but then [turned it down|refused it] after all.',
      'Number {n} was at first all right with {lead}, who then refused it.',
    ],
    upheld: [
      '{lead} first [turned down|refused] number {n}, but then let it pass after all.',
      'Number {n} was at first refused by {lead}, who then found it all right.',
    ],
    calledOff: [
      'Number {n} had been settled, but those concerned called it off.',
      'Those concerned agreed on number {n}, then thought better of it and wanted it no more.',
    ],
    carried: [
      'Those concerned called off number {n}, but then settled it again as it stands.',
      'Those concerned wanted number {n} no more, then thought better of it and agreed on it as it stands.',
    ],
  },
  revisions: {
    person: [
      'Somebody held that in number {n} {to} was meant where it says {from}, and that proved right.',
      'In number {n}, {from} stands where {to} was meant.',
    ],
    unfounded: [
      'Somebody held that in number {n} {to} was meant where it says {from}, and that proved wrong.',
      'That in number {n} {from} stands where {to} was meant was a mere guess, and is not so.',
    ],
    day: [
      'In number {n}, the shift that changes hands is that of the {to}th, not of the {from}th.',
      'The shift that passes on in number {n} was in truth that of the {to}th rather than the {from}th.',
    ],
    order: [
      "In truth, numbers {n} and {m} were made in each other's place, but they keep their numbers here.",
      'Numbers {n} and {m} are listed in the wrong order: each was made where the other stands (they keep their numbers).',
    ],
    verdict: [
      'What was just told of number {n} is in truth to be told of number {m}, and not of {n}.',
      'By number {n} in what was just told, number {m} was meant.',
    ],
  },
  missing: [
    'No change happens by which somebody would give away a shift that they do not have by then.',
    'Where somebody would give away a shift that they do not have by then, the change comes to nothing.',
  ],
  rule: [
    'Even a change that nobody stops [comes to nothing|falls through], as a whole, if after it somebody who would get a shift by it would have {state}, even if it was so before.',
    'No change happens, nor any part of it, after which somebody who would get a shift by it would have {state}, even if it was so before.',
  ],
  states: {
    bothOfDay: 'both shifts of one day',
    lateThenEarly: 'the late shift of one day and the early shift of the next',
    manyShifts: 'at least {least} shifts in all',
    manyLate: 'at least {least} late shifts',
    daysInRow: 'shifts on three days in a row',
  },
  except: {
    keeper: [
      'This rule is not applied to whoever keeps the keys.',
      'Whoever keeps the keys may have that, others not.',
    ],
    swaps: ['This rule does not hold where two people give each other a shift.'],
    covers: ['This rule holds only where two people give each other a shift.'],
    twoEarly: [
      'This rule is not applied to those who, after the change, would have at least two early shifts.',
      'Those who would have two early shifts or more once the change is made may have that, others not.',
    ],
  },
  keeper: ['It is {keeper} who keeps the keys.', 'The keys are kept by {keeper}.'],
  branch: [
    'At the branch, which has a rota of its own, {by} takes over the shift of {person} on the {day}th.',
    'At the branch, with another rota, {by} takes over the shift of {person} on the {day}th.',
  ],
  pay: [
    'An early shift pays {early} euros, a late one {late}; {paid} also has {n} euros coming from last month.',
    'There are {early} euros for an early shift, {late} for a late one, and for {paid} another {n} euros, once.',
  ],
  facets: {
    table: [
      'the final rota, a list with one object for each day in ascending order: `{first}` the day, `{second}` who has the early shift, `{third}` who has the late one',
    ],
    people: [
      'a list, sorted by name, with one object for each person who has any shift in the end: `{second}` the name, `{third}` how many shifts',
    ],
    daysOf: ['the list of the days on which {person} has a shift in the end, ascending'],
    changedDays: [
      'the list of the days, ascending, on which at least one shift is not held in the end by whoever held it at first',
    ],
    late: ['the list of the names in the late shifts of the final rota, from the first day to the last'],
    failed: ['the list, ascending, of the numbers of the changes that came to nothing, for whatever reason'],
    ruled: [
      'the list, ascending, of the numbers of the changes that only the rule on what somebody would have after them kept from happening',
    ],
    gained: ['the list, from A to Z, of those who have more shifts in the end than at first'],
    noLate: ['the list, from A to Z, of those who have a shift in the end but no late one'],
    pay: ['the sum in euros that {paid} gets in all, for the final shifts and on top of them'],
    payWithout: [
      'the sum in euros that {paid} would get in all if, of the four changes, number {without} had never been wanted',
    ],
    earned: ['the sum in euros for all shifts of those who have at least two in the end'],
  },
  likePay: ['the like of `{like}`, but as if number {without} had never been wanted'],
}
