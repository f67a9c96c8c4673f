import type { BudgetWords } from './words.ts'

export const en: BudgetWords = {
  keys: { number: 'number', person: 'person', project: 'project', euros: 'euros' },
  scene: [
    'The list holds requests for money from the fund of a [village|school], as they were first handed in; then notes were made.',
    'An association grants money for projects; listed are the requests in their first form, and then come notes on them.',
  ],
  byNumber: ['request {number}', 'the request with the number {number}'],
  byPair: ['the request of {person} for {project}', 'what {person} requests for {project}'],
  largest: ['the request for the largest sum in the list'],
  smallest: ['the request for the smallest sum in the list'],
  first: ['the request that heads the list'],
  last: ['the request that ends the list'],
  notes: {
    withdrawn: [
      '{request} was to stand as it was, but then was withdrawn.',
      '{request} was kept up for a while, but in the end withdrawn.',
    ],
    restored: [
      '{request} was withdrawn, but then handed in again as it was.',
      '{request} was dropped for a while, but in the end kept up as it was.',
    ],
    raised: [
      '{request} was first left as it was, but then raised by {n} euros.',
      '{request} now goes {n} euros beyond the list, a step that was first put off.',
    ],
    considered: [
      '{request} was first to be raised by {n} euros, but then left as it was.',
      '{request} was to go {n} euros beyond the list, a step that was then given up.',
    ],
    lowered: [
      '{request} was first left as it was, but then lowered by {n} euros.',
      '{request} now stays {n} euros below the list, a step that was first put off.',
    ],
    replaced: [
      '{request} was first left as it was, but then changed to {n} euros.',
      '{request} now comes to {n} euros, whatever the list says.',
    ],
  },
  revisions: {
    meant: [
      'Somebody held that note {n} was about another request, and that was right: it is about {request}.',
      'Note {n} is not about the request that it names; what it says is to be said of {request}.',
    ],
    doubted: [
      'Somebody held that note {n} was about another request, {request}, and that was wrong: it is right as it is.',
      'That what note {n} says is to be said of {request} was believed for a while, but is not so.',
    ],
    exchanged: [
      'In notes {n} and {m} the requests got mixed up: each of the two notes is about the one that the other names.',
      'What note {n} says is true of the request in note {m}, and what note {m} says of that in note {n}.',
    ],
    void: ['Note {n} was to count, but was struck in the end.', 'Note {n} was first confirmed, but then struck.'],
    kept: ['Note {n} was to be struck, but counts in the end.', 'Note {n} was first struck, but then confirmed.'],
    twice: ['The sum in note {n} is to be doubled.', 'Note {n} holds half the sum: the double of it is meant.'],
  },
  cap: [
    'A request gets what it asks for after all this, but [never more than|at most] {cap} euros.',
    'For one request, as it is after all this, the fund grants {cap} euros at most; what goes beyond is cut off.',
  ],
  low: ['The limit is {cap} euros instead for {of}.', 'For {of}, {cap} euros take the place of that limit.'],
  lowOf: {
    project: ['all that concerns {project}', 'requests for {project}'],
    person: ['all that {person} requests', 'requests of {person}'],
    from: ['requests with {from} euros or more in the list, before any note'],
    later: ['requests whose person also stands further up in the list, if only with a withdrawn request'],
  },
  exempt: ['No limit at all holds for {of}.', 'Never cut by a limit, whatever was said before, is the sum for {of}.'],
  exemptOf: {
    person: ['all that {person} requests', 'requests of {person}'],
    number: ['request {number}'],
    sole: ['requests of a person who has no other one left, withdrawn ones not counted'],
    under: ['requests that, after all notes, ask for less than the list says'],
  },
  excess: [
    'Where the grants, with all limits applied, come to more than {over} euros in all, the largest of them is reduced by {off} euros, limit or no limit.',
    'If all grants after that exceed {over} euros together, {off} euros are taken from the largest of them, whoever has it.',
  ],
  facets: {
    grants: [
      'a list with one object for each request that is not withdrawn, in ascending order of number: `{first}` its number, `{second}` the euros granted to it in the end',
    ],
    people: [
      'a list with one object for each person with a request that is not withdrawn, in alphabetical order: `{first}` the name, `{second}` all euros granted to them in the end',
    ],
    reduced: ['the list, ascending, of the numbers of the requests that get less than they ask for after all notes'],
    full: ['the list, ascending, of the numbers of the requests that get all they ask for after all notes'],
    content: ['the list, from A to Z, of those who have a request left and get all that they ask for after all notes'],
    halved: [
      'the list, ascending, of the numbers of the requests that get less than they ask for after all notes, but at least half of it',
    ],
    total: ['the number of euros granted in all'],
    cut: ['the number of euros, of all that is asked for after all notes, that is not granted'],
    project: ['the number of euros granted for {project} in all'],
    left: ['what is left of {pot} euros after all grants'],
    most: ['the number of euros granted for that one of the projects which gets most in all'],
    totalWithout: ['the number of euros that would be granted in all if note {without} had never been made'],
  },
  likeTotal: ['the like of `{like}`, but as if note {without} had never been made'],
}
