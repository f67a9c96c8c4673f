import type { Json } from '../../tools/challenges/tasks/engine/json.ts'
import type { AgreementsPlan, Message } from '../../tools/challenges/tasks/families/agreements/agreements-plan.ts'
import { answerOf } from './answer-of.ts'

type Proposal = Extract<Message, { kind: 'propose' | 'day' | 'taker' | 'drop' }>

/** Determines which proposals were accepted later on, and assembles the agreement for each place from them. */
export function solveAgreements(plan: AgreementsPlan): Json {
  const [place, person, third] = plan.inner
  const proposals = plan.messages.filter(isProposal)
  const settled = plan.places.map(name => ({ name, proposals: settledFor(name, plan) }))
  const stands = settled.flatMap(({ name, proposals: found }) => standOf(name, found))
  stands.sort((one, other) => one.day - other.day)
  const takers = [...new Set(stands.map(({ taker }) => taker))].sort()
  const countOf = (taker: string) => stands.filter(stand => stand.taker === taker).length
  const hasStand = (name: string) => stands.some(stand => stand.place === name)
  const settledCount = settled.flatMap(({ proposals: found }) => found).length
  return answerOf(plan.asked, {
    stands: () => stands.map(stand => ({ [place]: stand.place, [person]: stand.taker, [third]: stand.day })),
    people: () => takers.map(taker => ({ [person]: taker, [third]: countOf(taker) })),
    open: () => plan.places.filter(name => !hasStand(name)).sort(),
    changed: () => settled.flatMap(({ name, proposals: found }) => (found.length > 1 ? [name] : [])).sort(),
    earliest: () => stands[0]!.place,
    latest: () => stands.at(-1)!.place,
    free: () => [...new Set(plan.messages.map(({ from }) => from))].filter(name => !takers.includes(name)).sort(),
    opposed: () => proposals.filter(proposal => repliesTo(proposal, plan).some(({ kind }) => kind === 'no')).length,
    proposals: () => proposals.length,
    futile: () => proposals.length - settledCount,
    cost: () => stands.length * plan.fee + plan.amount,
  })
}

const isProposal = (message: Message): message is Proposal => ['propose', 'day', 'taker', 'drop'].includes(message.kind)

/** The messages that refer to a proposal, before the next one for its place. */
function repliesTo(proposal: Proposal, { messages }: AgreementsPlan): Message[] {
  const later = messages.slice(messages.indexOf(proposal) + 1)
  const next = later.findIndex(message => isProposal(message) && message.place === proposal.place)
  const until = next === -1 ? later : later.slice(0, next)
  return until.filter(({ kind, place }) => kind === 'yesAll' || (kind !== 'past' && place === proposal.place))
}

/** The accepted proposals for a place, in the order in which they were accepted. */
function settledFor(place: string, plan: AgreementsPlan): Proposal[] {
  const { lead, messages } = plan
  return messages.filter(isProposal).filter(proposal => {
    const replies = repliesTo(proposal, plan)
    const back = replies.findIndex(({ kind }) => kind === 'back')
    const earlier = back === -1 ? replies : replies.slice(0, back)
    const settles = ({ kind, from }: Message) =>
      (kind === 'yes' || kind === 'yesAll') && (lead === undefined ? from !== proposal.from : from === lead)
    return proposal.place === place && earlier.some(settles)
  })
}

/** Reads from the end: the last proposal that names a part decides it, back to the one that cancelled everything. */
function standOf(place: string, settled: Proposal[]): { place: string; taker: string; day: number }[] {
  const since = settled.slice(settled.findLastIndex(({ kind }) => kind === 'drop') + 1)
  const taker = since.findLast(proposal => 'taker' in proposal)?.taker
  const day = since.findLast(proposal => 'day' in proposal)?.day
  return taker === undefined || day === undefined ? [] : [{ place, taker, day }]
}
