import { tellAmount, whereFrom } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import type { Language, Told } from '../frame/family.ts'
import { sentence, tellAsked } from '../frame/forms.ts'
import { listed, paragraphs } from '../frame/text.ts'
import { toldWithin } from '../frame/told-within.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { Ballot, VotePlan } from './plan.ts'
import type { VoteWords } from './words.ts'

const WORDS = { en, de, es, fr }

export const tellVote = (plan: VotePlan, language: Language, draw: Draw): Told =>
  toldWithin(() => tellOnce(plan, language, draw))

function tellOnce(plan: VotePlan, language: Language, draw: Draw): Told {
  const words = WORDS[language]
  const [first, second, third, fourth] = plan.proposals as [string, string, string, string]
  const handedIn = draw.isHeads()
    ? sentence(draw, words.handedIn, { list: listed(plan.proposals, language) })
    : sentence(draw, words.handedInBackwards, { first, second, third, fourth })
  const rules = draw.shuffle([
    sentence(draw, { void: words.twoNamesVoid, upper: words.twoNamesUpper, lower: words.twoNamesLower }[plan.twoNames]),
    sentence(draw, lateRule(plan, words)),
    sentence(draw, plan.tie === 'earlier' ? words.tieEarlier : words.tieLater),
    sentence(draw, words.membersOnly),
  ])
  const before = draw.integer(0, 3)
  const isOrderLast = draw.isHeads()
  const silent = sentence(draw, words.silent, { n: tellAmount(plan.amount) })
  const mended = sentence(draw, words.revisions[plan.revision.kind], { ...plan.revision })
  return {
    prompt: paragraphs(
      [sentence(draw, words.scene), ...(isOrderLast ? [] : [handedIn]), ...rules.slice(0, before)],
      [...draw.shuffle([...tellPlain(plan, words, language, draw), ...tellOthers(plan, words, draw)]), silent, mended],
      isOrderLast ? [handedIn] : [],
    ),
    instruction: paragraphs(tellAsked(draw, language, plan.asked, words.facets, { without: plan.without }), [
      ...whereFrom(plan.amount, language, draw),
      ...rules.slice(before),
    ]),
  }
}

const lateRule = ({ late }: VotePlan, words: VoteWords) =>
  ({ always: words.lateCounts, never: words.lateVoid, oneName: words.lateOneName, tie: words.lateTie })[late]

const isPlain = ({ second, before, isLate, told }: Ballot) => !second && !before && !isLate && !told

/** Ballots of one name: by what they say, or by another ballot that says the same. */
function tellPlain(
  { ballots, proposals, revision }: VotePlan,
  words: VoteWords,
  language: Language,
  draw: Draw,
): string[] {
  return proposals.flatMap(proposal => {
    const voters = draw.shuffle(ballots.filter(ballot => isPlain(ballot) && ballot.proposal === proposal))
    const [last, ...others] = voters.map(({ voter }) => voter)
    if (last === undefined) return []
    const isRevised = [last, others[0]].some(voter => Object.values(revision).includes(voter!))
    const isApart = others.length > 0 && !isRevised && draw.isHeads()
    const group = isApart ? others : [last, ...others]
    const told = sentence(draw, group.length > 1 ? words.many : words.one, { proposal, list: listed(group, language) })
    return isApart ? [told, sentence(draw, words.same, { voter: last, other: others[0]! })] : [told]
  })
}

function tellOthers({ ballots, outsider }: VotePlan, words: VoteWords, draw: Draw): string[] {
  const told = ballots
    .filter(ballot => !isPlain(ballot))
    .map(({ voter, proposal, second, before, isLate, told }) => {
      if (second) return sentence(draw, isLate ? words.twoNamesLate : words.twoNames, { voter, proposal, second })
      if (told === 'kept') return sentence(draw, words.kept, { voter, proposal, before })
      if (told === 'inTime') return sentence(draw, words.inTime, { voter, proposal })
      if (before) return sentence(draw, words.changed, { voter, proposal, before })
      return sentence(draw, words.late, { voter, proposal })
    })
  return [...told, sentence(draw, words.outsider, { ...outsider })]
}
