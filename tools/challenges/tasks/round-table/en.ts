import type { RoundTableWords } from './words.ts'

export const en: RoundTableWords = {
  scene: [
    'The input is your own entry as registered here. [Picture|Imagine] a round table where you sit with four invited guests; their interests are given as tags like yours.',
    'You, as you are registered (see the input), and four guests are invited to one table. What they care for is told by the same kind of tags.',
    'Your registered entry is the input. Four guests are asked to sit at a table with you, each with tags of their own.',
  ],
  guest: [
    '{person} is interested in {tags}.',
    '{person} has the tags {tags}.',
    '{tags} are what {person} cares for.',
    'What {person} likes: {tags}.',
  ],
  like: [
    '{person} has the same interests as {other}, only with {come} in place of {gone}.',
    'Take the tags of {other}, leave out {gone} and add {come}: those are the tags of {person}.',
    '{person} cares for all that {other} cares for except {gone}, and for {come} as well.',
  ],
  absent: [
    '{person} has sent word of not being able to come.',
    'In the end the chair of {person} stays empty.',
    '{person} cannot come after all.',
  ],
  absentDoNot: [
    'Only those who really come are guests; whoever stays away is left out of every list and number.',
    'An invited person who does not come is no guest and is not counted anywhere.',
  ],
  former: [
    'Last year {person} sat here and spoke of nothing but {tag}.',
    '{person}, a guest of last year, was fond of {tag}.',
  ],
  formerDoNot: [
    "Last year's guests [do not matter|do not count].",
    'Whoever sat there in earlier years does not count.',
  ],
  facets: {
    called: [
      'your name if you share at least one interest with {guest}, otherwise your handle',
      'your handle, or, if {guest} and you have some tag in common, your name instead',
    ],
    calledElse: [
      'your handle if you share at least one interest with {guest}, otherwise your name',
      'your name, or, if {guest} and you have some tag in common, your handle instead',
    ],
    sharing: [
      'the list, in any order, of the guests who share at least one interest with you',
      'the list of the guests with whom you have some tag in common (in any order)',
    ],
    strangers: [
      'the list, in any order, of the guests who share no interest with you',
      'the list of the guests with whom you have no tag in common (in any order)',
    ],
    shared: [
      'the list, in any order, of those of your interests that at least one guest has too',
      'the list of your tags that are also found among the guests (in any order)',
    ],
    lonely: [
      'the list, in any order, of those of your interests that no guest has',
      'the list of your tags that none of the guests has (in any order)',
    ],
    fresh: [
      'the list, each once and in any order, of the interests that guests have and you do not',
      'the list of the tags found among the guests that your entry lacks (without repetitions, in any order)',
    ],
    cardShared: [
      'the number on your card: {n} and one more for each of your interests that at least one guest has too',
      'the sum of {n} and the number of those of your tags that are also found among the guests',
    ],
    cardGuests: [
      'the number on your card: {n} and one more for each guest who shares some interest with you',
      'the sum of {n} and the number of guests with whom you have at least one tag in common',
    ],
    cardFresh: [
      'the number on your card: {n} and one more for each different interest that guests have and you do not',
      'the sum of {n} and the number of different tags found among the guests but not in your entry',
    ],
  },
}
