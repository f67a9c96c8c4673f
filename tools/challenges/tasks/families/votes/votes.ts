import type { Draw } from '../../engine/draw.ts'
import type { Family } from '../../engine/family.ts'
import type { Outline, Phrase } from '../../engine/render.ts'
import wording from '../../wording/votes.json' with { type: 'json' }
import { drawVotes, isSoundVotes } from './draw-votes.ts'
import { solveVotes } from './solve-votes.ts'
import type { Ballot, VotesPlan } from './votes-plan.ts'

export const votes: Family<VotesPlan> = {
  name: 'votes',
  type: 'structured_reasoning',
  wording,
  amounts: [11, 60],
  draw: drawVotes,
  isSound: isSoundVotes,
  solve: solveVotes,
  outline: outlineVotes,
}

function outlineVotes(plan: VotesPlan, amount: string | number, draw: Draw): Outline {
  const [first, second, third, fourth] = plan.proposals
  const slots = { without: plan.without }
  const ballots = draw.shuffle([
    ...plainBallots(plan, draw),
    ...plan.ballots.filter(ballot => !isPlain(ballot)).map(oddBallot),
    { say: 'outsider', with: { ...plan.outsider } },
  ])
  return {
    opening: [{ say: 'scene' }],
    body: [
      [
        ...ballots,
        { say: 'silent', with: { n: amount } },
        { say: `revisions.${plan.revision.kind}`, with: { ...plan.revision } },
      ],
    ],
    notes: [
      draw.isHeads()
        ? { say: 'handedIn', with: { list: plan.proposals } }
        : { say: 'handedInBackwards', with: { first, second, third, fourth } },
      { say: `twoNamesRule.${plan.twoNames}` },
      { say: `lateRule.${plan.late}` },
      { say: `tieRule.${plan.tie}` },
      { say: 'membersOnly' },
    ],
    asked: plan.asked.map(({ member, facet }) => ({ member, what: { say: `facets.${facet}`, with: slots } })),
  }
}

const isPlain = ({ second, before, isLate, told }: Ballot) => !second && !before && !isLate && !told

/** Ballots with one name: described directly, or by reference to another ballot with the same choice. */
function plainBallots({ ballots, proposals, revision }: VotesPlan, draw: Draw): Phrase[] {
  return proposals.flatMap(proposal => {
    const plain = draw.shuffle(ballots.filter(ballot => isPlain(ballot) && ballot.proposal === proposal))
    const [last, ...others] = plain.map(({ voter }) => voter)
    if (last === undefined) return []
    const isRevised = [last, others[0]].some(voter => Object.values(revision).includes(voter!))
    const isApart = others.length > 0 && !isRevised && draw.isHeads()
    const group = isApart ? others : [last, ...others]
    const together: Phrase = { say: group.length > 1 ? 'many' : 'one', with: { proposal, list: group } }
    return isApart ? [together, { say: 'same', with: { voter: last, other: others[0] } }] : [together]
  })
}

function oddBallot({ voter, proposal, second, before, isLate, told }: Ballot): Phrase {
  const slots = { voter, proposal, second, before }
  if (second) return { say: isLate ? 'twoNamesLate' : 'twoNames', with: slots }
  if (told) return { say: told, with: slots }
  return { say: before ? 'changed' : 'late', with: slots }
}
