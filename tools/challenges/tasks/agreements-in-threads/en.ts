import type { AgreementWords } from './words.ts'

export const en: AgreementWords = {
  from: 'from',
  text: 'text',
  scene: [
    'Some people write to each other about [information|book] stands in three villages: who looks after which, on which day of the month.',
    'The messages, in the order in which they were written, are about three villages and who has a stand there, on which day of the month.',
  ],
  proposeSelf: [
    "Nobody has {place} yet, has anybody? I'd be there on the {day}th.",
    'Put me down for {place} and the {day}th, if you all like.',
    'On the {day}th I am free; so why not {place}?',
    'I could [look after|do] the stand in {place}, on the {day}th.',
    '{place} on the {day}th would suit me well, if I may.',
    "Let me have {place}. The {day}th, I'd say.",
  ],
  proposeOther: [
    '{taker} has the time on the {day}th. That would do for {place}.',
    'My idea for {place} is the {day}th, and {taker} to go there.',
    'How about {taker} for {place}, on the {day}th?',
    '{place} could go to {taker}, on the {day}th.',
    'On the {day}th, {taker} might have the stand in {place}.',
  ],
  day: [
    '{place} had better wait for the {day}th, or come forward to it; who goes there stays the same.',
    'If nobody minds, {place} is to be on the {day}th, whoever looks after it remaining so.',
    'Could we move {place} to the {day}th? Same person.',
    'The {day}th would be a better day for {place}, I think.',
    "As to {place}: I'd rather have it on the {day}th, with the same person as now.",
  ],
  takerSelf: [
    'Somebody else could rest: {place} might be mine, day unchanged.',
    "For {place} I'd step in, on the day it has.",
    'I could take over {place}, on the same day.',
    "If it helps, I can take {place} instead; the day needn't change.",
  ],
  takerOther: [
    'Leave the day of {place} as it is, but let {taker} go there.',
    '{place} is something for {taker}, rather, on the day it has.',
    "Wouldn't {taker} be better for {place}? The day can stay.",
    'I think {taker} should take over {place}, on the same day.',
  ],
  drop: [
    'Do we need a stand in {place}? I think not.',
    '{place} might as well be left without a stand.',
    "I'd rather have no stand in {place} at all.",
    "Let's [give up|drop] {place} altogether, I'd say.",
  ],
  yes: [
    'I have slept on {place}, and it is fine with me.',
    'I had my doubts about {place}; they are gone.',
    'There is nothing to be said against it, in the case of {place}.',
    '{place}: so be it.',
    "I can't find fault with the idea for {place}, so let us do it.",
    'As far as {place} goes: agreed.',
    'Yes for {place}.',
    "As for {place}, I'm all for it.",
  ],
  yesAll: [
    'Yes from me to the latest proposal for every village.',
    'Whatever village it is, I agree to what was proposed for it last.',
    'To the newest idea for each village I say yes.',
  ],
  back: [
    'What I proposed last for {place} I take back.',
    'Forget my last idea for {place}, please; I no longer propose it.',
    'On second thoughts I withdraw what I said about {place}.',
  ],
  no: [
    "I have slept on {place}, and it won't do.",
    'I liked the idea for {place} at first; not any more.',
    'There is something to be said for it, in the case of {place}, but I say no.',
    "As far as {place} goes: no, I don't like it.",
    'No for {place}.',
    "As for {place}, I'm against it.",
  ],
  yesAtOnce: [
    'I had doubts, {to}, but they are gone: yes.',
    'Nothing to be said against that, {to}.',
    "That is what I'd have said too, {to}. So be it.",
    'Agreed, {to}.',
    'Good, {to}, so be it.',
    '{to} is right, [yes|let us do that].',
  ],
  noAtOnce: [
    'I liked the sound of it, {to}, but no.',
    'There is something in that, {to}; still, I say no.',
    'Better not, {to}.',
    "No, {to}, I don't like that.",
    'Sorry, {to}, I am against it.',
  ],
  past: [
    'Last year I had {place} on the {day}th, and it rained.',
    'How nice it was in {place} last year, on the {day}th, with me at the stand!',
  ],
  anybody: [
    'A proposal is settled when somebody other than its author agrees to it.',
    'It takes one yes, from anybody but the person who proposed it, to settle a proposal.',
  ],
  lead: [
    "A proposal is settled when {lead} agrees to it; nobody else's yes is enough.",
    'Only a yes from {lead} settles a proposal, whatever the others say to it.',
  ],
  latest: [
    'A yes or no is about the latest proposal for the village it names, or, if it names none, about the message just before it; a proposal that is never settled changes nothing. What a proposal does not name stays as it was last settled.',
    'Whoever agrees or disagrees without naming a village means the message just before, otherwise the newest proposal for the village named; as long as a proposal is not settled, what was settled before it remains. “The same” day or person is that which was last settled.',
  ],
  noBack: ['What its author has taken back can no longer be settled, nor can what it had replaced.'],
  noPast: ['What happened last year [does not matter|changes nothing].', 'Last year does not count here.'],
  cost: [
    'Each village that has a stand in the end costs {fee} euros; {n} euros for the van come on top, once.',
    '{n} euros are to be paid for the van, however many stands there are, and {fee} euros for every stand that there is in the end.',
  ],
  facets: {
    stands: [
      'a list with one object for each stand that is settled in the end, in order of day: `{first}` the village, `{second}` who looks after it, `{third}` the day as a number',
      'the final plan, earliest day first: a list of objects, each with the village as `{first}`, the person as `{second}` and the number of the day as `{third}`',
    ],
    people: [
      'a list with one object for each person who has at least one stand in the end, in alphabetical order: `{second}` the name, `{third}` how many stands',
      'a list, sorted by name, of how many stands each person has in the end, leaving out anyone with none: objects with the name as `{second}` and the number as `{third}`',
    ],
    open: [
      'the list of the villages without a stand in the end, in alphabetical order',
      'the list of the villages that end up with no stand (from A to Z)',
    ],
    changed: [
      'the list, in alphabetical order, of the villages where something settled was later replaced or dropped by a settled proposal',
      'the list of the villages for which a proposal was settled that changed or dropped what had been settled before (from A to Z)',
    ],
    earliest: [
      'the village of the settled stand with the earliest day',
      'the village that has its stand first in the month',
    ],
    latest: [
      'the village of the settled stand with the latest day',
      'the village that has its stand last in the month',
    ],
    free: ['the list, from A to Z, of those who wrote a message and have no stand in the end'],
    opposed: ['the number of proposals that somebody said no to'],
    proposals: ['the number of all proposals, settled or not'],
    futile: [
      'the number of proposals (of a person, of a day, or to have no stand) that were never settled by a yes',
      'the number of proposals, including those to change or give up something, that came to nothing because they were never settled by a yes',
    ],
    cost: ['the sum of all costs in euros', 'the number of euros to be paid in all'],
  },
}
