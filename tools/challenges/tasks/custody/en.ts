import { type CustodyWords, drawTime, hour, past } from './words.ts'

const clock = (minute: number) => `${hour(minute)}:${past(minute)}`

export const en: CustodyWords = {
  scene: [
    '{people} pass sealed parcels among themselves.',
    '{count} sealed parcels go round in an office shared by {people}.',
    'In the office of {people}, {count} sealed parcels change hands.',
    'Somebody kept notes of {count} sealed parcels that went to and fro between {people}.',
  ],
  start: [
    'In the morning {parcel}, with {sheets} sheets in it, is with {holder}.',
    '{holder} begins the day with {parcel}, which holds {sheets} sheets.',
    'At first {parcel} ({sheets} sheets) is with {holder}.',
    'There are {sheets} sheets in {parcel}, which {holder} brings along in the morning.',
    'Whose parcel is {parcel} ({sheets} sheets) to begin with? That of {holder}.',
    '{sheets} sheets are what {parcel} contains, and {holder} has it when the day begins.',
  ],
  clock,
  at: (minute, draw) =>
    drawTime(draw, minute, {
      plain: at => `at ${clock(at)}`,
      quarters: ["at {hour} o'clock", 'at a quarter past {hour}', 'at half past {hour}', 'at a quarter to {next}'],
      hours: 'seven eight nine ten eleven twelve',
      before: (by, at) => `${by} minutes before ${clock(at)}`,
    }),
  event: {
    offered: [
      '{at} {parcel} was offered singly to {to}.',
      'The single parcel {parcel} was offered to {to} {at}.',
      '{to} was offered a single parcel {at}: {parcel}.',
      'Whoever had {parcel} came to {to} with it, and it alone, {at}, as an offer.',
      'An offer was made to {to} {at}. It was of {parcel} singly.',
      'There was, {at}, an offer of {parcel}, and nothing besides, to {to}.',
    ],
    resumed: [
      'To offer {parcel} singly to {to} {at} was at first called off and then done at that time.',
      '{parcel} was offered singly to {to} {at}, although that had been called off before.',
      'Somebody had called it off, and yet {to} was offered {parcel} singly {at}.',
      'The idea of offering {parcel} singly to {to} {at} had been given up. It was taken up again and carried out then.',
      'No longer wanted for a while, the offer of {parcel} singly to {to} was made all the same {at}.',
      'They did offer {parcel} singly to {to} {at}, for all that it had been advised against.',
    ],
    dropped: [
      'To offer {parcel} singly to {to} {at} was at first agreed on and then not done.',
      '{parcel} was not offered singly to {to} {at}, although that had been agreed on before.',
      'Somebody had agreed to it, and yet {to} was not offered {parcel} singly {at}.',
      'The idea of offering {parcel} singly to {to} {at} had been given up, then taken up again. It was never carried out.',
      'Firmly planned for a while, the offer of {parcel} singly to {to} {at} was never made.',
      'They did not offer {parcel} singly to {to} {at}, for all that it had been recommended.',
    ],
    elsewhen: [
      '{parcel} was offered singly to {to} {at}, though that was on the day before.',
      'On the day before this one, {at}, {parcel} was offered singly to {to}.',
      'A note about {parcel} being offered singly to {to} {at} belongs to the day before.',
    ],
    left: [
      '{at} the person who had {parcel} just left it with {to}, without asking.',
      'Nobody asked {to}, who was simply left with {parcel} {at}.',
      'Without its being offered, {parcel} was put down with {to} {at}, to stay there.',
      'It was no offer when whoever had {parcel} put it on the desk of {to} {at} for good.',
    ],
    toHolder: [
      '{at} {parcel} was offered singly to the person who had {of}.',
      'Whoever had {of} {at} was then offered {parcel} singly.',
      'An offer of {parcel} singly went {at} to the person with {of}.',
    ],
    back: [
      '{at} {parcel} went back to the one who had had it before the person who had it then; if nobody had, it stayed.',
      'Whoever had {parcel} {at} returned it to the person from whom it had come, if it had come from anybody that day.',
    ],
    all: [
      '{at} the person who had {parcel} gave everything they had to {to}.',
      '{to} was given {at} everything that was with the person who had {parcel}.',
      'Whoever had {parcel} {at} kept nothing: all that was there, it included, went to {to}.',
      'All the parcels of one person passed to {to} {at}. It was the person who had {parcel}.',
    ],
    swap: [
      '{one} and {other} at first decided against exchanging all they had {at} and then did it.',
      '{at} {one} and {other} exchanged all they had.',
      'All that {one} had went to {other} {at}, and all that {other} had to {one}.',
      'An exchange of everything between {one} and {other} did take place {at}, although it had been ruled out.',
      '{one} got whatever {other} had {at}. The other way round it was the same.',
    ],
    unswapped: [
      '{one} and {other} at first decided on exchanging all they had {at} and then did not do it.',
      'An exchange of everything between {one} and {other} did not take place {at}, although it had been settled.',
      'All that {one} had was to go to {other} {at} and the other way round. Both kept what they had.',
      'Nothing came, {at}, of the exchange of everything that {one} and {other} had promised each other.',
    ],
  },
  notInOrder: [
    'Notes of that day, in no particular order:',
    'What was noted that day is not told in its order here.',
    'The notes of the day got out of order.',
  ],
  who: { only: ['{persons}'], allBut: ['anybody but {persons}', 'anybody other than {persons}'] },
  whoBoth: ['{one} or {other}'],
  parcels: count => (count === 1 ? 'one parcel' : `${count} parcels`),
  refused: {
    always: [
      'Any parcel offered singly to {who} is refused.',
      'What is offered singly to {who} is refused.',
      'A refusal follows whenever a parcel is offered singly to {who}.',
    ],
    holding: [
      'A parcel offered singly to {who} is refused if whoever it is offered to already has {parcels} or more.',
      'If a parcel is offered singly to {who}, it depends on what the person has at that moment: {parcels} or more, and it is refused.',
    ],
    heavy: [
      'A parcel offered singly to {who} is refused if it holds more than {sheets} sheets.',
      'More than {sheets} sheets in a parcel are a reason for its refusal if it is offered singly to {who}.',
    ],
    light: [
      'A parcel offered singly to {who} is refused if it holds fewer than {sheets} sheets.',
      'Fewer than {sheets} sheets in a parcel are a reason for its refusal if it is offered singly to {who}.',
    ],
    until: [
      'A parcel offered singly to {who} is refused if that is done before {time}.',
      'It is only from {time} on that what is offered singly to {who} is not refused.',
    ],
    since: [
      'A parcel offered singly to {who} is refused if that is done at {time} or later.',
      'It is only before {time} that what is offered singly to {who} is not refused.',
    ],
    giver: [
      'A parcel offered singly to {who} is refused if it is {giver} who has it and offers it.',
      'What {giver} has and offers singly to {who} is refused.',
    ],
  },
  accepted: [
    'The exception is {parcel}, which nobody ever refuses.',
    '{parcel}, however, is always taken.',
    'This does not go for {parcel}: nobody refuses that.',
    'Only of {parcel} is this never true. It is taken in any case.',
  ],
  acceptedBoth: ['The exceptions are {parcels}, which nobody ever refuses.', 'Nobody, though, ever refuses {parcels}.'],
  rest: [
    'Nothing else is ever refused. What is refused stays where it is. What would go to whoever has it already stays there, and counts neither as refused nor as passed on.',
    'All else is taken. A refused parcel stays where it was. One that would go to the person who has it anyway stays too, which is neither a refusal nor a passing on.',
  ],
  remark: ['Somebody remarked later:', 'A remark made later says:', 'A later remark:'],
  note: {
    byTime: ['the note for {time}'],
    byNames: ['the note that has both {a} and {b} in it', 'the note about {a} and {b}'],
  },
  revision: {
    to: [
      'where {note} speaks of {from}, it was in truth {to}.',
      'in {note}, {from} stands by mistake for {to}.',
      '{to} is who {note} should speak of, instead of {from}.',
      '{from} had nothing to do with what {note} tells: that was {to}.',
      'whoever wrote {note} took {to} for {from}.',
    ],
    affirmed: [
      'where {note} speaks of {from}, some believed it was {to}, but it was not.',
      '{note} is right to name {from}, not {to}.',
      '{to} had nothing to do with what {note} tells, whatever is said: that was {from}.',
      'nobody took {to} for {from} in {note}, though some claimed it.',
    ],
    parcel: [
      'where {note} speaks of {wrong}, it was in truth {right}.',
      'the parcel in {note} was {right}; {wrong} is a mistake.',
      '{right} is what {note} should speak of, instead of {wrong}.',
    ],
    minute: [
      'what {note} tells happened or would have happened at {minute} instead.',
      'the time of {note} ought to be {minute}.',
      '{minute} is when it was that {note} tells of, and not the time given.',
    ],
    times: [
      'the times of {note} and of {other} have been mixed up: each belongs to the other.',
      'what {note} tells was done at the time of {other}, and the other way round.',
    ],
    struck: [
      '{note} was at first confirmed, and then found to be made up: nothing of the kind took place.',
      'nothing of what {note} tells took place, although it had been confirmed.',
      '{note} is made up. That it had been vouched for does not help.',
    ],
    upheld: [
      '{note} was at first found to be made up, and then confirmed: all is as it says.',
      'all is as {note} says, although it had been thought made up.',
      '{note} holds. That it had been called made up does not harm it.',
    ],
    revived: [
      'what according to {note} was not done was in truth done at that time.',
      '{note} is wrong in that it came to nothing: it was done then as planned.',
    ],
  },
  facet: {
    holder: [
      'the name of the person who has {parcel} at the end',
      'the name of whoever {parcel} is with in the end',
      'the name of the last person of the day to have {parcel}',
    ],
    ifTaken: ['the name of the person who would have {parcel} at the end if nothing had been refused'],
    unrevised: ['the name of the person who would have {parcel} at the end without what was remarked later'],
    holderAt: ['the name of the person who has {parcel} at {time}'],
    without: ['the name of the person who would have {parcel} at the end if what {note} tells had never taken place'],
    before: ['the name of the person who had {parcel} just before the one who has it at the end'],
    firstTo: ['the name of the person to whom {parcel} went first that day, from where it was in the morning'],
    owners: ['how many different people had {parcel} in the course of the day, the first one included'],
    sheets: [
      'the number of sheets in all parcels that {person} has at the end',
      'how many sheets there are in total in the parcels that {person} has in the end',
      'the sum of the sheets in what {person} has when all is done',
    ],
    sheetsIfTaken: ['the number of sheets that {person} would have at the end if nothing had been refused'],
    difference: ['the difference, as a positive number, between the sheets that {one} and {other} have at the end'],
    most: ['the name of the person with the most sheets at the end'],
    fewest: ['the name of the person with the fewest sheets at the end, of those who have any'],
    parcels: ['the list, perhaps empty and in any order, of the parcels that {person} has at the end'],
    home: [
      'the list, perhaps empty and in any order, of the parcels that are at the end where they were in the morning',
    ],
    settled: ['the list, perhaps empty and in any order, of the parcels that never went from one person to another'],
    spurned: ['the list, perhaps empty and in any order, of the parcels that were refused at least once'],
    refused: ['how many times a parcel was refused that day'],
    moves: ['how many times {parcel} went from one person to another'],
    allMoves: ['how many times parcels went from one person to another, counted for each parcel and added up'],
    empty: ['how many of the people have no parcel at the end'],
    laden: ['how many of the people have two parcels or more at the end'],
  },
  like: ['the same as `{member}`, but for {parcel}', 'what is asked under `{member}`, for {parcel} instead'],
}
