import type { Json } from '../../engine/json.ts'
import type { AgreementFacet, AgreementsPlan, Message } from './agreements-plan.ts'

interface Stand {
  place: string
  taker: string
  day: number
}

interface Outcome {
  stands: Map<string, Stand>
  changed: Set<string>
  settled: Set<Message>
}

type Proposal = Extract<Message, { kind: 'propose' | 'day' | 'taker' | 'drop' }>

export const isProposal = (message: Message): message is Proposal =>
  ['propose', 'day', 'taker', 'drop'].includes(message.kind)

/** The latest proposal for the place of the message. */
export const proposalBefore = (messages: Message[], at: number) =>
  messages.slice(0, at).findLast(other => isProposal(other) && other.place === messages[at]!.place)

export function outcomeOf({ messages, lead }: AgreementsPlan): Outcome {
  const outcome: Outcome = { stands: new Map(), changed: new Set(), settled: new Set() }
  const back = new Set<Message>()
  for (const [at, message] of messages.entries()) {
    const { kind, from } = message
    const proposal = proposalBefore(messages, at)
    if (kind === 'back') back.add(proposal!)
    if (kind !== 'yes' && kind !== 'yesAll') continue
    const meant = kind === 'yes' ? [proposal!] : latestOf(messages.slice(0, at))
    for (const each of meant) {
      if (!back.has(each) && (lead ? from === lead : from !== each.from)) settle(outcome, each)
    }
  }
  return outcome
}

/** The latest proposal for each place. */
export const latestOf = (messages: Message[]): Message[] => {
  const proposals = messages.filter(isProposal)
  return proposals.filter((one, at) => proposals.findLastIndex(({ place }) => place === one.place) === at)
}

function settle(outcome: Outcome, proposal: Message): void {
  const { stands, changed, settled } = outcome
  if (!isProposal(proposal) || settled.has(proposal)) return
  const { place } = proposal
  settled.add(proposal)
  const before = stands.get(place)
  if (before) changed.add(place)
  if (proposal.kind === 'propose') stands.set(place, { place, taker: proposal.taker, day: proposal.day })
  else if (proposal.kind === 'day') stands.set(place, { ...before!, day: proposal.day })
  else if (proposal.kind === 'taker') stands.set(place, { ...before!, taker: proposal.taker })
  else stands.delete(place)
}

const byDay = ({ stands }: Outcome) => [...stands.values()].sort((a, b) => a.day - b.day)

const FACETS: Record<AgreementFacet, (plan: AgreementsPlan, outcome: Outcome) => Json> = {
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
  latest: (_, outcome) => byDay(outcome).at(-1)!.place,
  free: ({ messages }, { stands }) => {
    const takers = [...stands.values()].map(({ taker }) => taker)
    return [...new Set(messages.map(({ from }) => from))].filter(name => !takers.includes(name)).sort()
  },
  opposed: ({ messages }) =>
    new Set(messages.flatMap(({ kind }, at) => (kind === 'no' ? [proposalBefore(messages, at)] : []))).size,
  proposals: ({ messages }) => messages.filter(isProposal).length,
  futile: ({ messages }, { settled }) => messages.filter(isProposal).length - settled.size,
  cost: ({ fee, amount }, { stands }) => amount + fee * stands.size,
}

export function solveAgreements(plan: AgreementsPlan): Record<string, Json> {
  const outcome = outcomeOf(plan)
  return Object.fromEntries(plan.asked.map(({ member, facet }) => [member, FACETS[facet](plan, outcome)]))
}
