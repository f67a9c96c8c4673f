import type { Json } from '../frame/family.ts'
import type { AgreementFacet, AgreementPlan, Message } from './plan.ts'

interface Stand {
  place: string
  taker: string
  day: number
}

interface Outcome {
  stands: Map<string, Stand>
  changed: Set<string>
  settled: number
}

const isProposal = ({ kind }: Message) => kind === 'propose' || kind === 'day' || kind === 'taker' || kind === 'drop'

/** The latest proposal for the place that the message is about. */
export const proposalBefore = (messages: Message[], at: number) =>
  messages.slice(0, at).findLast(other => isProposal(other) && other.place === messages[at]!.place)

export function outcomeOf({ messages, lead }: AgreementPlan): Outcome {
  const outcome: Outcome = { stands: new Map(), changed: new Set(), settled: 0 }
  for (const [at, message] of messages.entries()) {
    const proposal = proposalBefore(messages, at)
    if (message.kind !== 'yes' || !proposal) continue
    if (lead ? message.from === lead : message.from !== proposal.from) settle(outcome, proposal)
  }
  return outcome
}

function settle(outcome: Outcome, proposal: Message): void {
  const { stands, changed } = outcome
  const { place } = proposal
  outcome.settled++
  const before = stands.get(place)
  if (before) changed.add(place)
  if (proposal.kind === 'propose') stands.set(place, { place, taker: proposal.taker, day: proposal.day })
  else if (proposal.kind === 'day') stands.set(place, { ...before!, day: proposal.day })
  else if (proposal.kind === 'taker') stands.set(place, { ...before!, taker: proposal.taker })
  else stands.delete(place)
}

const byDay = ({ stands }: Outcome) => [...stands.values()].sort((a, b) => a.day - b.day)

const FACETS: Record<AgreementFacet, (plan: AgreementPlan, outcome: Outcome) => Json> = {
  stands: ({ inner: [where, who, when] }, outcome) =>
    byDay(outcome).map(({ place, taker, day }) => ({ [where]: place, [who]: taker, [when]: day })),
  people: ({ inner: [, who, many] }, outcome) => {
    const takers = byDay(outcome).map(({ taker }) => taker)
    return [...new Set(takers)]
      .sort()
      .map(name => ({ [who]: name, [many]: takers.filter(taker => taker === name).length }))
  },
  open: ({ places }, { stands }) => places.filter(place => !stands.has(place)).sort(),
  changed: (_, { changed }) => [...changed].sort(),
  earliest: (_, outcome) => byDay(outcome)[0]!.place,
  futile: ({ messages }, { settled }) => messages.filter(isProposal).length - settled,
  cost: ({ fee, amount }, { stands }) => amount.value + fee * stands.size,
}

export function agreementAnswer(plan: AgreementPlan): Json {
  const outcome = outcomeOf(plan)
  return Object.fromEntries(plan.asked.map(({ member, facet }) => [member, FACETS[facet](plan, outcome)]))
}
