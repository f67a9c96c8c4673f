import type { SeatingWords } from './words.ts'

const SEATS = ['no seat', 'one seat', 'two seats', 'three seats', 'four seats']

export const en: SeatingWords = {
  scene: [
    '{people} fill a row of {count} seats, numbered 1 to {last} from left to right.',
    '{count} seats in a row bear the numbers 1 (far left) to {last} (far right). {people} sit there, one in each.',
    'A row has the seats 1 to {last}, counted from the left, and is taken by {people}, one in each seat.',
    'Of {count} seats in a row, 1 is at the far left and {last} at the far right. None is free: {people} are there.',
  ],
  sceneEmpty: [
    '{people} sit in a row of {count} seats, numbered 1 to {last} from left to right; one seat is empty.',
    '{count} seats in a row bear the numbers 1 (far left) to {last} (far right). {people} sit there, one in a seat, and one seat is left over.',
    'A row has the seats 1 to {last}, counted from the left. All but one are taken, by {people}.',
  ],
  clue: {
    left: [
      '{one} sits further left than {other}.',
      'The seat of {other} has a higher number than that of {one}.',
      'Somewhere to the right of {one}, beside or not, sits {other}.',
      'Whoever goes from left to right comes to {one} before {other}.',
      'Of {other} and {one}, the latter has the lower seat number.',
      '{other} is further to the right than {one}.',
      'For {other}, who may be near or far, {one} is on the left.',
    ],
    next: [
      '{one} and {other} have seats directly beside each other.',
      'Directly beside {one}, on one side or the other, sits {other}.',
      'No seat lies between {one} and {other}.',
      'The seat numbers of {one} and {other} differ by one.',
      'From {one} it is a single step to the seat of {other}.',
    ],
    apart: [
      '{one} and {other} do not sit directly beside each other.',
      'At least one seat lies between {one} and {other}.',
      '{other} is not a direct neighbour of {one}.',
      'The seat numbers of {one} and {other} differ by more than one.',
    ],
    gap: [
      'Between the seats of {one} and {other} one counts {seats}.',
      'Exactly {seats}, taken or not, can be counted between {other} and {one}.',
      'Whoever goes from {one} to {other} passes exactly {seats}.',
      'The seat numbers of {one} and {other} differ by {difference}.',
      'From {one} it takes {difference} steps, seat by seat, to be at that of {other}.',
    ],
    end: [
      '{one} has a seat at one end of the row.',
      'On one side of {one} there is no further seat.',
      'One of the two outermost seats is that of {one}.',
    ],
    inner: [
      '{one} sits at neither end of the row.',
      'There is a seat on either side of {one}.',
      'The two outermost seats are not where {one} sits.',
    ],
    even: ['The seat of {one} has an even number.', '{one} sits where the number can be halved.'],
    odd: ['The seat of {one} has an odd number.', '{one} sits where the number is odd.'],
    seat: ['{one} sits in seat {seat}.', 'Seat {seat} is that of {one}.', 'In seat {seat} one finds {one}.'],
    either: [
      '{one} sits in seat {a} or in seat {b}.',
      'For {one}, no other seats come into question than {a} and {b}.',
      'If {one} is not in seat {a}, then in seat {b}.',
    ],
    between: [
      '{one} sits somewhere between {other} and {third}.',
      'Of these three it is {one} who has {other} on one side and {third} on the other, near or far.',
      '{other} and {third} sit on different sides of {one}.',
    ],
    threes: [
      'From left to right come {one}, then {other}, then {third}, with or without others between them.',
      '{other} sits to the right of {one} and to the left of {third}, near or far.',
    ],
  },
  that: {
    left: ['{one} sits further left than {other}', '{other} has a higher seat number than {one}'],
    next: ['{one} and {other} sit directly beside each other', 'no seat lies between {one} and {other}'],
    apart: ['there is at least one seat between {one} and {other}'],
    gap: ['exactly {seats}, taken or not, can be counted between {one} and {other}'],
    end: ['{one} has a seat at one end of the row'],
    inner: ['{one} has a seat at neither end of the row'],
    even: ['the seat of {one} has an even number'],
    odd: ['the seat of {one} has an odd number'],
    seat: ['{one} sits in seat {seat}'],
    either: ['{one} sits in seat {a} or in seat {b}'],
    between: ['{one} sits somewhere between {other} and {third}'],
    threes: ['{one}, {other} and {third} come in this order from left to right, with or without others between them'],
  },
  seats: count => SEATS[count] ?? `${count} seats`,
  refuted: [
    'It is not true that {that}.',
    'Some say that {that}, but that is wrong.',
    'It is a mistake to think that {that}.',
    'Wrong, though often to be heard: that {that}.',
    'One would have thought that {that}. It is not so.',
  ],
  confirmed: [
    'That {that} was doubted at first, but it is so.',
    'It is true, although somebody denied it, that {that}.',
    'Somebody denied, but wrongly, that {that}.',
    'One would not have thought that {that}. It is so.',
  ],
  rumour: [
    'Somebody claims that {that}; nobody knows whether it is so.',
    'It may be, or not be, that {that}.',
    'That {that} is a mere guess and may be wrong.',
  ],
  first: [
    'The hints about who sits where describe the row before that, prices and questions the row after it.',
    'What is said of who sits where held before that; what is paid and asked goes by the time after it.',
    'All hints are of the row as it was before. Prices, discounts and questions are of the row as it is since.',
  ],
  later: {
    one: ['Later this happened:', 'Of what came later this was said:', 'Then came this:'],
    more: ['Later this happened, in this order:', 'Of what came later, one thing after the other, this was said:'],
  },
  event: {
    swap: [
      '{one} and {other} changed places with each other.',
      '{one} took the seat of {other}, who took that of {one}.',
      'An exchange of seats between {one} and {other}, at first refused, was made in the end.',
      '{one} and {other} did swap seats, although they had decided against it.',
    ],
    unswapped: [
      '{one} and {other} wanted to change places with each other, and then did not.',
      'An exchange of seats between {one} and {other}, at first agreed on, was not made in the end.',
      '{one} and {other} did not swap seats, although they had decided on it.',
    ],
    seats: [
      'Those who by then had seats {a} and {b} changed places.',
      'Whoever sat in seat {a} by then went to seat {b}, and whoever sat in that went to seat {a}.',
    ],
    empty: [
      '{one} moved to the seat that was empty.',
      'The empty seat was taken by {one}, whose own was empty from then on.',
    ],
    right: [
      'Everybody moved one seat to the right, whoever was in seat {last} going to seat 1 (an empty seat moves along like a person).',
      'All went up by one seat number, from {last} to 1, with the place of an empty seat going along.',
    ],
    left: [
      'Everybody moved one seat to the left, whoever was in seat 1 going to seat {last} (an empty seat moves along like a person).',
      'All went down by one seat number, from 1 to {last}, with the place of an empty seat going along.',
    ],
    mirrored: [
      'The whole row was turned round: what was in seat 1 came to seat {last}, and so on to the one in seat {last}, now in 1.',
      'They all took the seats in the opposite order, the one who had been furthest left now being furthest right (an empty seat included).',
    ],
  },
  before: [
    'The day before, {name} had seat {seat}, but the order of that day does not matter here.',
    'That {name} sat in seat {seat} the week before tells you nothing here.',
    'On another evening {name} was in seat {seat}. That was another row.',
    '{name} had booked seat {seat}; nobody kept to the bookings.',
  ],
  price: {
    fromLeft: [
      'Seat 1 costs {price} coins, and every further seat {step} more than the one to its left.',
      'The price rises by {step} coins from each seat to the next on its right; for seat 1 it is {price}.',
      '{price} coins are due for seat 1. Going right, each seat adds {step} to that.',
    ],
    fromRight: [
      'Seat {last} costs {price} coins, and every other seat {step} more than the one to its right.',
      'The price rises by {step} coins from each seat to the next on its left; for seat {last} it is {price}.',
      '{price} coins are due for seat {last}. Going left, each seat adds {step} to that.',
    ],
  },
  off: {
    ends: [
      "Whoever sits at an end of the row pays {coins} coins less than the seat's price.",
      'For the two outermost seats, {coins} coins are taken off the price.',
      'Whoever has seat 1 or seat {last} pays {coins} coins less than its price.',
    ],
    even: [
      'In seats with an even number one pays {coins} coins less than the price.',
      'An odd seat costs its full price; for an even one {coins} coins are taken off.',
    ],
    beside: [
      'Whoever sits directly beside {person} pays {coins} coins less than the price of the seat.',
      'To be a direct neighbour of {person} takes {coins} coins off the price.',
    ],
    person: [
      '{person} alone pays {coins} coins less than the price, in whatever seat.',
      'Nobody is let off anything but {person}, who pays {coins} coins less than the price of the seat.',
    ],
  },
  facet: {
    fromLeft: [
      'the list of all {count} names by their final seats, from the far left to the far right',
      'a list of the {count} names in their final order, beginning at the far left',
    ],
    fromRight: [
      'the list of all {count} names by their final seats, from the far right to the far left',
      'a list of the {count} names in their final order, beginning at the far right',
    ],
    fromLeftFirst: ['the list of all {count} names by the seats they had at first, from the far left to the far right'],
    pays: [
      'the sum in coins that {person} pays for the final seat',
      'the number of coins that {person} has to pay for the seat held in the end',
      'what the last seat of {person} costs that person, in coins',
    ],
    paysFirst: ['the number of coins that {person} would have to pay if all had stayed in the seats they had at first'],
    total: ['the sum in coins that they all pay together for their final seats'],
    difference: ['by how many coins what {one} pays in the end differs from what {other} pays'],
    seat: ['the number of the seat that {person} has in the end'],
    seatFirst: ['the number of the seat that {person} had at first'],
    at: ['the name of who sits in seat {seat} in the end'],
    vacant: ['the number of the seat that is empty in the end'],
    neighbours: ['the list, in any order, of those who sit directly beside {person} in the end (perhaps empty)'],
    lefter: ['how many people sit further left than {person} in the end'],
    among: ['the list, in any order, of those who sit between {one} and {other} in the end (perhaps empty)'],
    moved: ['the list, in any order, of those whose final seat is another than the one they had at first'],
    cheapest: ['the name of the person who pays least in the end'],
    threshold: ['how many people pay more than {limit} coins in the end'],
  },
}
