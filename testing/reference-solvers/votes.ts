import type { Json } from '../../tools/challenges/tasks/engine/json.ts'
import type { Ballot, VotesPlan } from '../../tools/challenges/tasks/families/votes/votes-plan.ts'
import { answerOf } from './answer-of.ts'

interface Vote {
  voter: string
  /** `undefined` for an invalid ballot. */
  for: string | undefined
}

/** Distributes the valid ballots to piles, and repeatedly removes the highest pile. */
export function solveVotes(plan: VotesPlan): Json {
  const ballots = ballotsAsMeant(plan)
  const votes = votesOf(ballots, plan)
  const ranking = rankingOf(votes, plan)
  const countFor = (name: string) => votes.filter(vote => vote.for === name).length
  const voters = (isMeant: (vote: Vote) => boolean) =>
    votes
      .filter(isMeant)
      .map(({ voter }) => voter)
      .sort()
  const [winner, runnerUp] = ranking as [string, string]
  const last = ranking.at(-1)!
  const valid = votes.filter(vote => vote.for !== undefined).length
  const members = plan.ballots.length + plan.amount
  const withoutOne = ballots.filter(({ voter }) => voter !== plan.without)
  return answerOf(plan.asked, {
    ranking: () => ranking,
    winner: () => winner,
    runnerUp: () => runnerUp,
    last: () => last,
    winnerWithout: () => rankingOf(votesOf(withoutOne, plan), plan)[0]!,
    behind: () => ranking.filter(name => countFor(winner) - countFor(name) >= 2),
    supporters: () => voters(vote => vote.for === winner),
    others: () => voters(vote => vote.for !== undefined && vote.for !== winner),
    voidVoters: () => voters(vote => vote.for === undefined),
    valid: () => valid,
    margin: () => countFor(winner) - countFor(last),
    silent: () => members - valid,
    notForWinner: () => members - countFor(winner),
    members: () => members,
  })
}

function ballotsAsMeant({ ballots, revision }: VotesPlan): Ballot[] {
  if (revision.kind === 'withdrawn') return ballots.filter(({ voter }) => voter !== revision.voter)
  if (revision.kind === 'misread') {
    return ballots.map(ballot => (ballot.voter === revision.voter ? { ...ballot, proposal: revision.to } : ballot))
  }
  if (revision.kind !== 'exchanged') return ballots
  const { one, other } = revision
  const exchanged = (name: string) => (name === one ? other : name === other ? one : name)
  return ballots.map(ballot => ({ ...ballot, voter: exchanged(ballot.voter) }))
}

function votesOf(ballots: Ballot[], plan: VotesPlan): Vote[] {
  const nameOn = ({ proposal, second }: Ballot) => {
    if (second === undefined || plan.twoNames === 'upper') return proposal
    return plan.twoNames === 'lower' ? second : undefined
  }
  const inTime = ballots.filter(({ isLate }) => !isLate).map(nameOn)
  const counts = plan.proposals.map(name => inTime.filter(other => other === name).length)
  const isTied = counts.filter(count => count === Math.max(...counts)).length > 1
  const isIn = ({ isLate, second }: Ballot) => {
    if (!isLate || plan.late === 'always') return true
    return plan.late === 'oneName' ? second === undefined : plan.late === 'tie' && isTied
  }
  return ballots.map(ballot => ({ voter: ballot.voter, for: isIn(ballot) ? nameOn(ballot) : undefined }))
}

function rankingOf(votes: Vote[], { proposals, tie }: VotesPlan): string[] {
  const ranking: string[] = []
  const countFor = (name: string) => votes.filter(vote => vote.for === name).length
  const left = tie === 'earlier' ? [...proposals] : proposals.toReversed()
  while (left.length > 0) {
    const most = Math.max(...left.map(countFor))
    const at = left.findIndex(name => countFor(name) === most)
    ranking.push(...left.splice(at, 1))
  }
  return ranking
}
