import type { Logger } from 'pino'
import { createTimeSlicer } from '../concurrency/time-slicer.ts'
import { FOR_A_PROMPT_HOST } from '../push/broker/a2a.ts'
import { type ChatModelOptions, openChatModel } from '../push/chat-completions.ts'
import { createEgress, type Egress, type EgressParts } from '../push/egress.ts'
import type { CallSigner } from '../push/egress-signature.ts'
import type { Tracing } from '../tools/core/request-tracing.ts'
import { monotonicClock } from './database-clock.ts'
import { createPayments, type PaymentsOptions } from './payments/payments.ts'
import { instrumentEgress } from './tracing/instrument.ts'

/** Allowed destinations. */
export interface OutboundOptions {
  /** Deviations from the default network access. */
  egress?: Partial<EgressParts> | undefined
  /** The payment rail; absent if agents cannot be paid. */
  payments?: PaymentsOptions | undefined
  /** The model that rewrites challenge tasks; absent if they use template wording. */
  chatModel?: ChatModelOptions | undefined
}

interface OutboundParts extends OutboundOptions {
  /** Signs what is not signed by the broker. */
  sign: CallSigner
  tracing?: Tracing | undefined
  log: Logger
}

/**
 * Outbound calls start one after another, with pauses between them while requests are in flight. Calls of the broker
 * have a limit of their own, so that webhooks do not delay them, and wait only if a connection must be opened: pausing
 * before each call left a busy server with a tenth of the possible throughput. The operator's own chain node is called
 * without waiting.
 */
export function createOutboundClients(
  { egress, payments, chatModel, tracing, sign, log }: OutboundParts,
  callsUnderWay: () => number,
) {
  const slicer = createTimeSlicer(monotonicClock, () => callsUnderWay() === 0)
  const parts = { monotonic: monotonicClock, turn: slicer.nextSlice, ...egress }
  const brokerEgress = createEgress({ ...parts, turnsToConnect: true, connections: FOR_A_PROMPT_HOST })
  const traced = (name: string, egress: Egress) => (tracing ? instrumentEgress(name, egress, tracing) : egress)
  return {
    egress: traced('webhook', createEgress({ ...parts, sign })),
    brokerEgress: traced('call of a provider', brokerEgress),
    payments: createPayments(payments, log),
    chatModel: chatModel && openChatModel(chatModel, monotonicClock),
  }
}
