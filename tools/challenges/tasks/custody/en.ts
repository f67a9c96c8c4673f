import { type CustodyWords, hour, past } from './words.ts'

export const en: CustodyWords = {
  scene: [
    '{people} pass sealed parcels among themselves.',
    'Four sealed parcels go round in an office shared by {people}.',
    'In the office of {people}, four sealed parcels change hands.',
  ],
  start: [
    'In the morning {parcel}, with {sheets} sheets in it, is with {holder}.',
    '{holder} begins the day with {parcel}, which holds {sheets} sheets.',
    'At first {parcel} ({sheets} sheets) is with {holder}.',
  ],
  clock: minute => `${hour(minute)}:${past(minute)}`,
  event: {
    offered: [
      'At {time} {parcel} was offered singly to {to}.',
      'The single parcel {parcel} was offered to {to} at {time}.',
    ],
    resumed: ['To offer {parcel} singly to {to} at {time} was at first called off and then done at that time.'],
    dropped: ['To offer {parcel} singly to {to} at {time} was at first agreed on and then not done.'],
    elsewhen: ['{parcel} was offered singly to {to} at {time}, though that was on the day before.'],
    all: [
      'At {time} the person who had {parcel} gave everything they had to {to}.',
      '{to} was given at {time} everything that was with the person who had {parcel}.',
    ],
    swap: [
      '{one} and {other} at first decided against exchanging all they had at {time} and then did it.',
      'At {time} {one} and {other} exchanged all they had.',
    ],
    unswapped: ['{one} and {other} at first decided on exchanging all they had at {time} and then did not do it.'],
  },
  notInOrder: ['Notes of that day, in no particular order:', 'What was noted that day is not told in its order here.'],
  who: { only: person => person, allBut: person => `anybody but ${person}` },
  parcels: count => (count === 1 ? 'one parcel' : `${count} parcels`),
  refused: {
    always: ['Any parcel offered singly to {who} is refused.', 'What is offered singly to {who} is refused.'],
    holding: ['A parcel offered singly to {who} is refused if whoever it is offered to already has {parcels} or more.'],
    heavy: ['A parcel offered singly to {who} is refused if it holds more than {sheets} sheets.'],
    until: ['A parcel offered singly to {who} is refused if that is done before {time}.'],
  },
  accepted: ['The exception is {parcel}, which nobody ever refuses.', '{parcel}, however, is always taken.'],
  rest: [
    'Nothing else is refused, no exchange and no handing over of everything either. What is refused stays where it is. What would go to the person who has it already stays there, and counts neither as refused nor as passed on.',
  ],
  remark: ['Somebody remarked later:', 'A remark made later says:'],
  revision: {
    to: [
      'Where the note for {time} speaks of {from}, it was in truth {to}.',
      'In the note for {time}, {from} stands by mistake for {to}.',
    ],
    affirmed: [
      'Where the note for {time} speaks of {from}, some believed it was {to}, but it was not.',
      'The note for {time} is right to name {from}, not {to}.',
    ],
    minute: [
      'What is noted for {time} happened or would have happened at {minute} instead.',
      'The time of the note for {time} ought to be {minute}.',
    ],
    struck: [
      'The note for {time} was at first confirmed, and then found to be made up: nothing of the kind took place.',
    ],
    upheld: ['The note for {time} was at first found to be made up, and then confirmed: all is as it says.'],
  },
  facet: {
    holder: ['the name of the person who has {parcel} at the end', 'the name of whoever {parcel} is with in the end'],
    ifTaken: ['the name of the person who would have {parcel} at the end if nothing had been refused'],
    unrevised: ['the name of the person who would have {parcel} at the end without the later remark'],
    holderAt: ['the name of the person who has {parcel} at {time}'],
    sheets: [
      'the number of sheets in all parcels that {person} has at the end',
      'how many sheets there are in total in the parcels that {person} has in the end',
    ],
    most: ['the name of the person with the most sheets at the end'],
    parcels: ['the list of the parcels that {person} has at the end, in any order'],
    refused: ['how many times a parcel was refused that day'],
    moves: ['how many times {parcel} went from one person to another'],
    empty: ['how many of the people have no parcel at the end'],
  },
  like: ['the same as `{member}`, but for {parcel}', 'what is asked under `{member}`, for {parcel} instead'],
}
