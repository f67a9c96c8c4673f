import type { Json } from '../../engine/json.ts'
import type { Ballot, Revision, VoteFacet, VotesPlan } from './votes-plan.ts'

interface Valid {
  voter: string
  /** The proposal that the ballot counts for. */
  name: string
}

export interface Count {
  /** The ballots after corrections. */
  ballots: Ballot[]
  valid: Valid[]
  votes: Map<string, number>
  ranking: string[]
}

/** The ballots as intended. */
function mended(ballots: Ballot[], revision: Revision): Ballot[] {
  if (revision.kind === 'withdrawn') return ballots.filter(({ voter }) => voter !== revision.voter)
  if (revision.kind === 'misread') {
    return ballots.map(ballot => (ballot.voter === revision.voter ? { ...ballot, proposal: revision.to } : ballot))
  }
  if (revision.kind !== 'exchanged') return ballots
  const { one, other } = revision
  return ballots.map(ballot => ({
    ...ballot,
    voter: ballot.voter === one ? other : ballot.voter === other ? one : ballot.voter,
  }))
}

const votesOf = (proposals: string[], valid: Valid[]) =>
  new Map(proposals.map(name => [name, valid.filter(ballot => ballot.name === name).length]))

export function count(plan: VotesPlan, without?: string): Count {
  const { proposals, twoNames, late, tie } = plan
  const ballots = mended(plan.ballots, plan.revision).filter(({ voter }) => voter !== without)
  const counted = (of: Ballot[]): Valid[] =>
    of
      .filter(({ second }) => !(second && twoNames === 'void'))
      .map(({ voter, proposal, second }) => ({ voter, name: twoNames === 'lower' ? (second ?? proposal) : proposal }))
  const inTime = counted(ballots.filter(({ isLate }) => !isLate))
  const numbers = [...votesOf(proposals, inTime).values()]
  const isTied = numbers.filter(number => number === Math.max(...numbers)).length > 1
  const isAdmitted = ({ second }: Ballot) =>
    late === 'always' || (late === 'oneName' && !second) || (late === 'tie' && isTied)
  const valid = counted(ballots.filter(ballot => !ballot.isLate || isAdmitted(ballot)))
  const votes = votesOf(proposals, valid)
  const inOrder = tie === 'earlier' ? proposals : proposals.toReversed()
  return { ballots, valid, votes, ranking: inOrder.toSorted((a, b) => votes.get(b)! - votes.get(a)!) }
}

const names = (ballots: { voter: string }[]) => ballots.map(({ voter }) => voter).sort()
const isIn = (valid: Valid[], ballot: Ballot) => valid.some(({ voter }) => voter === ballot.voter)

const FACETS: Record<VoteFacet, (plan: VotesPlan, count: Count) => Json> = {
  ranking: (_, { ranking }) => ranking,
  winner: (_, { ranking }) => ranking[0]!,
  runnerUp: (_, { ranking }) => ranking[1]!,
  last: (_, { ranking }) => ranking.at(-1)!,
  winnerWithout: plan => count(plan, plan.without).ranking[0]!,
  behind: (_, { ranking, votes }) => ranking.filter(name => votes.get(name)! + 2 <= votes.get(ranking[0]!)!),
  supporters: (_, { valid, ranking }) => names(valid.filter(({ name }) => name === ranking[0])),
  others: (_, { valid, ranking }) => names(valid.filter(({ name }) => name !== ranking[0])),
  voidVoters: (_, { ballots, valid }) => names(ballots.filter(ballot => !isIn(valid, ballot))),
  valid: (_, { valid }) => valid.length,
  margin: (_, { votes, ranking }) => votes.get(ranking[0]!)! - votes.get(ranking.at(-1)!)!,
  silent: ({ ballots, amount }, { valid }) => amount + ballots.length - valid.length,
  notForWinner: ({ ballots, amount }, { votes, ranking }) => amount + ballots.length - votes.get(ranking[0]!)!,
  members: ({ ballots, amount }) => amount + ballots.length,
}

export function solveVotes(plan: VotesPlan): Record<string, Json> {
  const counted = count(plan)
  return Object.fromEntries(plan.asked.map(({ member, facet }) => [member, FACETS[facet](plan, counted)]))
}
