import type { Draw } from '../../engine/draw.ts'
import type { Json } from '../../engine/json.ts'
import { membersFrom, peopleFrom, thingsFrom } from '../../engine/names.ts'
import { count, solveVotes } from './solve-votes.ts'
import type { Ballot, Revision, VoteFacet, VotesPlan } from './votes-plan.ts'

const LISTS: readonly VoteFacet[] = ['ranking', 'supporters', 'others', 'voidVoters', 'behind']
const SINGLE: readonly VoteFacet[] = ['winner', 'runnerUp', 'last', 'valid', 'margin', 'winnerWithout', 'winnerWithout']
const OF_ALL: readonly VoteFacet[] = ['silent', 'notForWinner', 'members']

export function drawVotes(draw: Draw, amount: number): VotesPlan {
  const proposals = thingsFrom(draw, 4)
  const [outsider, ...voters] = peopleFrom(draw, draw.integer(10, 11)) as [string, ...string[]]
  const facets = draw.shuffle([draw.pick(LISTS), draw.pick(SINGLE), draw.pick(OF_ALL)])
  const members = membersFrom(draw, facets.length)
  const isTwice = draw.isHeads()
  const ballots = voters.map((voter, at) => drawBallot(draw, proposals, voter, at, isTwice))
  const revision = drawRevision(draw, ballots, proposals)
  return {
    proposals,
    ballots,
    revision,
    twoNames: draw.pick(['void', 'upper', 'lower'] as const),
    late: draw.pick(['always', 'never', 'oneName', 'tie'] as const),
    tie: draw.pick(['earlier', 'later'] as const),
    amount,
    outsider: { person: outsider, proposal: draw.pick(proposals) },
    ...(facets.includes('winnerWithout') && {
      without: draw.pick(voters.filter(voter => !Object.values(revision).includes(voter))),
    }),
    asked: facets.map((facet, index) => ({ member: members[index]!, facet })),
  }
}

/** The first six ballots each have a feature of their own; the others are ordinary. */
function drawBallot(draw: Draw, proposals: string[], voter: string, at: number, isTwice: boolean): Ballot {
  const [proposal, other] = draw.sample(proposals, 2) as [string, string]
  if (at === 0) return { voter, proposal, second: other }
  if (at === 1) return isTwice ? { voter, proposal, second: other, isLate: true } : { voter, proposal, second: other }
  if (at === 2) return { voter, proposal, isLate: true }
  if (at === 3) return { voter, proposal, before: other }
  if (at === 4) return { voter, proposal, before: other, told: 'kept' }
  return at === 5 ? { voter, proposal, told: 'inTime' } : { voter, proposal }
}

function drawRevision(draw: Draw, ballots: Ballot[], proposals: string[]): Revision {
  const kind = draw.pick(['exchanged', 'doubted', 'misread', 'withdrawn', 'restored'] as const)
  const [one, other] = draw.sample(ballots, 2) as [Ballot, Ballot]
  if (kind === 'exchanged' || kind === 'doubted') return { kind, one: one.voter, other: other.voter }
  if (kind !== 'misread') return { kind, voter: draw.pick(ballots.filter(({ isLate }) => !isLate)).voter }
  const { voter, proposal } = draw.pick(ballots.slice(5))
  return { kind, voter, to: draw.pick(proposals.filter(name => name !== proposal)) }
}

/** The outcome for a reader who ignores the remarks about ballots. */
function misread({ revision, ...plan }: VotesPlan): VotesPlan {
  if (revision.kind === 'doubted') return { ...plan, revision: { ...revision, kind: 'exchanged' } }
  if (revision.kind === 'restored') return { ...plan, revision: { ...revision, kind: 'withdrawn' } }
  return { ...plan, revision: { kind: 'restored', voter: '' } }
}

export function isSoundVotes(plan: VotesPlan): boolean {
  const counted = count(plan)
  const { valid, ballots } = counted
  const of = (facet: VoteFacet) => solveVotes({ ...plan, asked: [{ member: 'of', facet }] }).of as Json
  const isSeen = (other: VotesPlan) => JSON.stringify(count(other).valid) !== JSON.stringify(valid)
  return (
    valid.length < ballots.length &&
    isSeen(misread(plan)) &&
    plan.asked.map(({ facet }) => of(facet)).every(value => !Array.isArray(value) || value.length > 0) &&
    (plan.without === undefined || of('winner') !== of('winnerWithout'))
  )
}
