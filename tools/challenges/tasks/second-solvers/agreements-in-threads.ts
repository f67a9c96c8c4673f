import type { AgreementPlan, Message } from '../agreements-in-threads/plan.ts'
import type { Json } from '../frame/family.ts'
import { answerOf } from './asked.ts'

type Proposal = Extract<Message, { kind: 'propose' | 'day' | 'taker' | 'drop' }>

/** Asks of each proposal whether a later yes reaches it, and puts each place together of those that were reached. */
export function solveAgreements(plan: AgreementPlan): Json {
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
    futile: () => proposals.length - settledCount,
    cost: () => stands.length * plan.fee + plan.amount.value,
  })
}

const isProposal = (message: Message): message is Proposal => ['propose', 'day', 'taker', 'drop'].includes(message.kind)

/** The proposals for a place that were settled, in the order in which that happened. */
function settledFor(place: string, { messages, lead }: AgreementPlan): Proposal[] {
  const about = messages.filter(message => message.place === place && message.kind !== 'past')
  return about.flatMap((proposal, at) => {
    if (!isProposal(proposal)) return []
    const next = about.findIndex((message, later) => later > at && isProposal(message))
    const replies = about.slice(at + 1, next === -1 ? undefined : next)
    const settles = ({ kind, from }: Message) =>
      kind === 'yes' && (lead === undefined ? from !== proposal.from : from === lead)
    return replies.some(settles) ? [proposal] : []
  })
}

/** Read from behind: a part is as the last one that names it says, down to what dropped the stand. */
function standOf(place: string, settled: Proposal[]): { place: string; taker: string; day: number }[] {
  const since = settled.slice(settled.findLastIndex(({ kind }) => kind === 'drop') + 1)
  const taker = since.findLast(proposal => 'taker' in proposal)?.taker
  const day = since.findLast(proposal => 'day' in proposal)?.day
  return taker === undefined || day === undefined ? [] : [{ place, taker, day }]
}
