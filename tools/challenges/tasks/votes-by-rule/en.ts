import type { VoteWords } from './words.ts'

export const en: VoteWords = {
  scene: [
    'A choir [votes|has voted] by ballot on where its next trip is to go.',
    'The members of a [rowing club|chess club] [choose|are choosing] by ballot the name of their new house.',
    'In a housing co-operative, ballots decide what the new garden is to be called.',
  ],
  handedIn: [
    'Proposals had been handed in in this order: {list}.',
    'There are four proposals, listed as they came in, the earliest first: {list}.',
  ],
  handedInBackwards: [
    'The last proposal to be handed in was {fourth}, the one before it {third}, and before that {second}; {first} had been the first of all.',
    '{first} was proposed before {second}, which was followed by {third}; {fourth} was the latest proposal.',
  ],
  one: [
    '{list} [wrote|put down] {proposal}.',
    'For {proposal} there is the ballot of {list}.',
    "{list}'s choice is {proposal}.",
  ],
  many: [
    '{list} [wrote|put down|voted for] {proposal}.',
    '{list} have {proposal} on their ballots.',
    'The ballots of {list} say {proposal}.',
  ],
  same: [
    "{voter}'s ballot says the same as {other}'s.",
    '{voter} [agreed with|followed] {other} and wrote the same name.',
    'What {other} wrote, {voter} wrote as well.',
  ],
  twoNames: [
    "{voter}'s ballot has two names: {proposal}, and below it {second}.",
    '{voter} [could not decide and|hesitated and] wrote two names, {second} below {proposal}.',
    'Two names stand on the ballot of {voter}: {proposal} above, {second} below.',
  ],
  late: [
    "{voter}'s ballot, for {proposal}, [arrived|was handed in] only after the close.",
    'The voting was already closed when {voter} handed in a ballot for {proposal}.',
  ],
  changed: [
    '{voter} first wrote {before}, crossed it out and put {proposal} in its place.',
    "On {voter}'s ballot {before} is struck out and replaced by {proposal}.",
  ],
  twoNamesLate: ["{voter}'s ballot came after the close and has two names: {proposal}, and below it {second}."],
  kept: [
    '{voter} first wrote {proposal}, crossed it out for {before}, and then put {proposal} in its place again.',
    "On {voter}'s ballot {proposal} is struck out and replaced by {before}, which in turn has to give way to {proposal}.",
  ],
  inTime: [
    "{voter}'s ballot, for {proposal}, was said to have come after the close, but lay there in time.",
    'The voting was thought to be closed when {voter} handed in a ballot for {proposal}, but it was still open.',
  ],
  twoNamesLower: ['A ballot with two names that are not struck out is valid and counts for the lower one.'],
  lateOneName: ['What comes in after the close is void if it has two names, and otherwise like a ballot in time.'],
  lateTie: [
    'Ballots after the close count like the others if, by those in time alone, two or more proposals share the most votes; if not, they are void.',
  ],
  revisions: {
    exchanged: [
      "The ballots of {one} and {other} got mixed up here: all that is told of the one's is true of the other's.",
      'Somebody held that {one} and {other} had been taken for each other in all this, and that was right.',
    ],
    doubted: [
      'That the ballots of {one} and {other} got mixed up here was believed, but is not so.',
      'Somebody held that {one} and {other} had been taken for each other in all this, and that was wrong.',
    ],
    misread: [
      "On {voter}'s ballot, {to} was misread: whatever is told of it here, it has that one name.",
      "Somebody looked again at {voter}'s ballot, and what it has, as its only name, is {to}.",
    ],
    withdrawn: [
      '{voter} let the ballot stand for a while, but took it back in the end and handed in no other.',
      '{voter} wanted to keep to the ballot, but then took it back for good.',
    ],
    restored: [
      '{voter} took the ballot back for a while, but let it stand in the end as it was, with its old place in time.',
      '{voter} wanted to take the ballot back, but then kept to it as it was.',
    ],
  },
  silent: [
    'Another {n} members have handed in no ballot.',
    'Besides all those, there are {n} members who did not vote at all.',
  ],
  outsider: [
    '{person}, a neighbour who is no member, [told everybody|declared loudly] that {proposal} should win.',
    '{person} is no member and has no ballot, but spoke up for {proposal}.',
    '{person}, a guest who is no member, would have chosen {proposal}.',
  ],
  membersOnly: [
    'Only members count, and only what they wrote on their ballots.',
    'Opinions of people from outside are not counted, nor are these people.',
  ],
  twoNamesVoid: [
    'A ballot with two names that are not struck out is void.',
    'Whoever leaves more than one name on the ballot has voted void.',
  ],
  twoNamesUpper: [
    'A ballot with two names that are not struck out is valid and counts for the upper one.',
    'Two names, not struck out, do no harm to a ballot: the one below is simply ignored.',
  ],
  lateCounts: [
    'Ballots that come after the close [count|are valid] like the others.',
    'Being late makes no ballot void.',
  ],
  lateVoid: ['What comes in after the close is void.', 'A ballot handed in late [does not count: it is void|is void].'],
  tieEarlier: [
    'Between proposals with equally many votes, the one handed in earlier ranks higher.',
    'Where votes are equal, it helps to have been proposed first: the older proposal is placed ahead.',
  ],
  tieLater: [
    'Between proposals with equally many votes, the one handed in later ranks higher.',
    'Where votes are equal, the newer proposal is placed ahead of the older.',
  ],
  facets: {
    behind: ['the list of the proposals with at least two votes less than the winner, in the order of the result'],
    others: ['the list, from A to Z, of those whose valid ballots count for another proposal than the winner'],
    winnerWithout: ['the proposal that would win if {without} had handed in no ballot'],
    ranking: [
      'the list of all proposals in the order of the result, the winner first',
      'the ranking of the proposals as a list, from the first to the last',
    ],
    winner: ['the proposal that wins', 'the winning proposal'],
    runnerUp: ['the proposal that comes second in the result', 'the proposal placed just behind the winner'],
    last: ['the proposal that comes last in the result', 'the proposal at the very end of the result'],
    supporters: [
      'the list, in alphabetical order, of those whose valid ballots count for the winner',
      'the list of those with a valid ballot that counts for the winning proposal (names from A to Z)',
    ],
    voidVoters: [
      'the list, in alphabetical order, of those whose ballots are void',
      'the list of those who handed in a void ballot (names from A to Z)',
    ],
    valid: ['the number of valid ballots', 'the number of ballots that are valid'],
    margin: [
      'the number of votes by which the winner is ahead of the proposal in the last place of the result',
      'the difference in votes between the first and the last place of the result',
    ],
    silent: [
      'the number of members who have no valid ballot to their name, because it is void or because there is none',
      'the number of members who either did not vote or voted void',
    ],
    notForWinner: [
      'the number of members whose vote did not go to the winner, for whatever reason, including those without a ballot',
      'the number of members, of all there are, who gave no valid vote to the winner',
    ],
    members: [
      'the number of members, with or without a ballot',
      'the number of all members, whether they voted or not',
    ],
  },
}
