import type { SeatingWords } from './words.ts'

const BETWEEN = ['nobody', 'exactly one person', 'exactly two people', 'exactly three people']

export const en: SeatingWords = {
  scene: people => [
    `${people} fill a row of five seats, numbered 1 to 5 from left to right.`,
    `Five seats in a row bear the numbers 1 (far left) to 5 (far right). ${people} sit there, one in each.`,
    `A row has the seats 1 to 5, counted from the left, and is taken by ${people}, one in each seat.`,
  ],
  clue: clue => {
    switch (clue.kind) {
      case 'left':
        return [
          `${clue.one} sits further left than ${clue.other}.`,
          `The seat of ${clue.other} has a higher number than that of ${clue.one}.`,
          `Somewhere to the right of ${clue.one}, beside or not, sits ${clue.other}.`,
        ]
      case 'next':
        return [
          `${clue.one} and ${clue.other} are direct neighbours.`,
          `Directly beside ${clue.one}, on one side or the other, sits ${clue.other}.`,
          `No seat lies between ${clue.one} and ${clue.other}.`,
        ]
      case 'apart':
        return [
          `${clue.one} and ${clue.other} do not sit directly beside each other.`,
          `At least one seat lies between ${clue.one} and ${clue.other}.`,
          `${clue.other} is not a direct neighbour of ${clue.one}.`,
        ]
      case 'gap':
        return [
          `Between ${clue.one} and ${clue.other} ${clue.between > 1 ? 'sit' : 'sits'} ${BETWEEN[clue.between]}.`,
          `There ${clue.between > 1 ? 'are' : 'is'} ${BETWEEN[clue.between]} between ${clue.other} and ${clue.one}.`,
        ]
      case 'end':
        return [`${clue.one} has a seat at one end of the row.`, `${clue.one} has only one neighbour.`]
      case 'inner':
        return [`${clue.one} sits at neither end of the row.`, `${clue.one} has a neighbour on either side.`]
    }
  },
  exchange: (one, other) => [
    `The row was as described at first; then ${one} and ${other} changed places with each other, and from here on only the new order matters.`,
    `All that is said of who sits where holds for the time before ${one} and ${other} swapped seats; what is asked and what is paid goes by the time after it.`,
    `Later ${one} and ${other} swap seats. The hints about who sits where describe the row before that, prices and questions the row after it.`,
  ],
  before: (name, seat) => [
    `The day before, ${name} had seat ${seat}, but the order of that day does not matter here.`,
    `That ${name} sat in seat ${seat} the week before tells you nothing here.`,
  ],
  price: (price, step) => [
    `Seat 1 costs ${price} coins, and every further seat ${step} more than the one to its left.`,
    `The price rises by ${step} coins from each seat to the next on its right; for seat 1 it is ${price}.`,
    `For seat 1 the price is ${price} coins; each seat costs ${step} more than its left neighbour.`,
  ],
  off: off => [
    `Whoever sits at an end of the row pays ${off} coins less than the seat's price.`,
    `For the two outermost seats, ${off} coins are taken off the price.`,
    `Whoever has seat 1 or seat 5 pays ${off} coins less than its price.`,
  ],
  order: {
    fromLeft: [
      'the list of all five names from seat 1 to seat 5 after the swap',
      'a list of the five names in their final order, beginning at the far left',
    ],
    fromRight: [
      'the list of all five names from seat 5 to seat 1 after the swap',
      'a list of the five names in their final order, beginning at the far right',
    ],
  },
  pays: name => [
    `the sum in coins that ${name} pays for the final seat`,
    `the number of coins that ${name} has to pay for the seat held after the swap`,
  ],
}
