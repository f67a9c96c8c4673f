import type { Logger } from 'pino'
import { createTimeSlicer } from '../concurrency/time-slicer.ts'
import { FOR_A_PROMPT_HOST } from '../push/broker/a2a.ts'
import { type ChatModelOptions, openChatModel } from '../push/chat-completions.ts'
import { createEgress, type Egress, type EgressParts } from '../push/egress.ts'
import type { Tracing } from '../tools/core/request-tracing.ts'
import { monotonicClock } from './database-clock.ts'
import { createPayments, type PaymentsOptions } from './payments/payments.ts'
import { instrumentEgress } from './tracing/instrument.ts'

/** Where calls may go. */
export interface WaysOutOptions {
  /** What of the way out is not as usual. */
  egress?: Partial<EgressParts> | undefined
  /** How agents are paid; without it, they are not. */
  payments?: PaymentsOptions | undefined
  /** What rewrites the tasks of challenges; without it, they are in the words of templates. */
  chatModel?: ChatModelOptions | undefined
}

interface WaysOutParts extends WaysOutOptions {
  tracing?: Tracing | undefined
  log: Logger
}

/**
 * Calls out begin one after another, and while calls are under way with rests between them. Those of the broker are bounded
 * apart, so that webhooks keep none of them waiting, and wait only where a connection is opened for them: a busy server that
 * rested before each call had made a tenth of those that it had the time for. The operator's own node of the chain is called
 * as it is needed.
 */
export function createOutboundClients(
  { egress, payments, chatModel, tracing, log }: WaysOutParts,
  callsUnderWay: () => number,
) {
  const slicer = createTimeSlicer(monotonicClock, () => callsUnderWay() === 0)
  const parts = { monotonic: monotonicClock, turn: slicer.nextSlice, ...egress }
  const brokerEgress = createEgress({ ...parts, turnsToConnect: true, connections: FOR_A_PROMPT_HOST })
  const told = (name: string, way: Egress) => (tracing ? instrumentEgress(name, way, tracing) : way)
  return {
    egress: told('webhook', createEgress(parts)),
    brokerEgress: told('call of a provider', brokerEgress),
    payments: createPayments(payments, log),
    chatModel: chatModel && openChatModel(chatModel, monotonicClock),
  }
}
