import { type Amount, earlierAmount } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import { drawUntil, isLinked } from '../frame/draw-until.ts'
import type { About, Earlier } from '../frame/family.ts'
import { membersFrom, peopleFrom } from '../frame/names.ts'
import { roundTableAnswer, tableOf } from './answer.ts'
import type { Guest, RoundTableFacet, RoundTablePlan } from './plan.ts'

const CALLED: readonly RoundTableFacet[] = ['called', 'calledElse']
const LISTS: readonly RoundTableFacet[] = ['sharing', 'strangers', 'shared', 'lonely', 'fresh']
const LISTS_WITHOUT_INTERESTS: readonly RoundTableFacet[] = ['strangers', 'fresh']
const CARDS: readonly RoundTableFacet[] = ['cardShared', 'cardGuests', 'cardFresh']

const TAGS = [
  ...['astronomy', 'archery', 'baking', 'beekeeping', 'bird-watching', 'board-games', 'botany', 'calligraphy', 'chess'],
  ...[
    'choirs',
    'cycling',
    'fencing',
    'fermentation',
    'folk-dance',
    'geology',
    'glass',
    'juggling',
    'kites',
    'knitting',
  ],
  ...['lighthouses', 'mosaics', 'mountains', 'mushrooms', 'old-maps', 'origami', 'pottery', 'puppets', 'rowing'],
  ...['sailing', 'sundials', 'tango', 'typography', 'volcanoes', 'weaving', 'woodwork'],
]

export function drawRoundTable(draw: Draw, earlier: Earlier): RoundTablePlan {
  const amount = earlierAmount(draw, earlier, 21, 400)
  return drawUntil(draw, drawn => drawOnce(drawn, amount, earlier.about), isSound)
}

function drawOnce(draw: Draw, amount: Amount, about: About): RoundTablePlan {
  const [former, ...people] = peopleFrom(draw, 5) as [string, ...string[]]
  const others = draw.shuffle(TAGS.filter(tag => !about.interests.includes(tag)))
  const guests = drawGuests(draw, people, about.interests, others)
  const absent = draw.pick(people)
  const lists = about.interests.length > 0 ? LISTS : LISTS_WITHOUT_INTERESTS
  const facets = draw.shuffle([draw.pick(CALLED), draw.pick(lists), draw.pick(CARDS)])
  const members = membersFrom(draw, facets.length)
  return {
    about,
    guests,
    absent,
    former: { person: former, interest: draw.pick(about.interests.length > 0 ? about.interests : others) },
    amount,
    guest: draw.pick(people.filter(person => person !== absent)),
    asked: facets.map((facet, index) => ({ member: members[index]!, facet })),
  }
}

/** Each has three interests, up to two of them the agent's; the last has those of another but for one. */
function drawGuests(draw: Draw, people: string[], own: readonly string[], others: string[]): Guest[] {
  const guests: Guest[] = people.slice(0, -1).map(person => {
    const common = draw.sample(own, draw.integer(0, 2))
    return { person, interests: draw.shuffle([...common, ...draw.sample(others, 3 - common.length)]) }
  })
  const { person, interests } = draw.pick(guests)
  const gone = draw.pick(interests)
  const come = draw.pick([...own, ...others.slice(0, 4)].filter(tag => !interests.includes(tag)))
  guests.push({
    person: people.at(-1)!,
    interests: interests.map(interest => (interest === gone ? come : interest)),
    like: { person, swapped: [gone, come] },
  })
  return guests
}

function isSound(plan: RoundTablePlan): boolean {
  const { sharing, strangers, lonely } = tableOf(plan)
  const isLonelyAsked = plan.asked.some(({ facet }) => facet === 'lonely')
  const isMixed = plan.about.interests.length === 0 || (sharing.length > 0 && strangers.length > 0)
  return isMixed && (!isLonelyAsked || lonely.length > 0) && isLinked(plan, roundTableAnswer)
}
