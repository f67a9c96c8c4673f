import type { Draw } from '../../engine/draw.ts'
import type { Family } from '../../engine/family.ts'
import type { Outline, Phrase } from '../../engine/render.ts'
import wording from '../../wording/agreements.json' with { type: 'json' }
import type { AgreementsPlan, Message } from './agreements-plan.ts'
import { drawAgreements, isSoundAgreements } from './draw-agreements.ts'
import { proposalBefore, solveAgreements } from './solve-agreements.ts'

export const agreements: Family<AgreementsPlan> = {
  name: 'agreements',
  type: 'transformation',
  wording,
  amounts: [21, 90],
  draw: drawAgreements,
  isSound: isSoundAgreements,
  solve: solveAgreements,
  outline: outlineAgreements,
}

function outlineAgreements(plan: AgreementsPlan, amount: string | number, draw: Draw): Outline {
  const [first, second, third] = plan.inner
  const has = (kind: Message['kind']) => plan.messages.some(message => message.kind === kind)
  return {
    input: plan.messages.map((message, at) => ({
      from: message.from,
      text: messagePhrase(plan.messages, message, at, draw),
    })),
    opening: [{ say: 'scene' }],
    body: [],
    notes: [
      plan.lead ? { say: 'lead', with: { lead: plan.lead } } : { say: 'anybody' },
      { say: 'latest' },
      ...(has('past') ? [{ say: 'noPast' }] : []),
      ...(has('back') ? [{ say: 'noBack' }] : []),
      { say: 'cost', with: { fee: plan.fee, n: amount } },
    ],
    asked: plan.asked.map(({ member, facet }) => ({
      member,
      what: { say: `facets.${facet}`, with: { first, second, third } },
    })),
  }
}

/** A yes or no to the immediately preceding message may omit the place. */
function messagePhrase(messages: Message[], message: Message, at: number, draw: Draw): Phrase {
  const { kind, from } = message
  if (kind === 'propose' || kind === 'taker') {
    const slots = { ...message, day: 'day' in message ? String(message.day) : undefined }
    return { say: `${kind}${message.taker === from ? 'Self' : 'Other'}`, with: slots }
  }
  if (kind === 'yes' || kind === 'no') {
    const before = messages[at - 1]!
    const isAtOnce = proposalBefore(messages, at) === before && draw.isHeads()
    return isAtOnce
      ? { say: `${kind}AtOnce`, with: { to: before.from } }
      : { say: kind, with: { place: message.place } }
  }
  return { say: kind, with: { place: message.place, day: 'day' in message ? String(message.day) : undefined } }
}
