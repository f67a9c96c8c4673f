import type { A2aResult, A2aShape } from './a2a-results.ts'
import {
  type A2aMethod,
  type BrokerCall,
  type CallTarget,
  callBody,
  callHeaders,
  messageParams,
  type OutgoingMessage,
} from './calls.ts'
import { LATE_MS } from './fast-hosts.ts'
import { createHostConcurrency } from './host-concurrency.ts'
import {
  type ProbeKind,
  type ProbeResult,
  type ProbeTarget,
  type ProbingParts,
  sendAgain,
  sendProbe,
} from './probes.ts'
import { type CallFailure, type SignedCall, sendCall } from './sending.ts'
import { signRequest } from './signature.ts'

export type { A2aMessage, A2aTask } from './a2a-results.ts'
export type { BrokerCall, CallTarget, ExtensionUris, OutgoingMessage } from './calls.ts'
export type { A2aArtifact, A2aPart } from './parts.ts'
export type { ProbeKind, ProbeResult, ProbeTarget } from './probes.ts'
export type { CallFailure } from './sending.ts'

export type CallOutcome = A2aResult<'sent'> | CallFailure
export type TaskOutcome = A2aResult<'task'> | CallFailure
export type TasksOutcome = A2aResult<'tasks'> | CallFailure

/** Makes the calls to providers, each signed and sent once. Never rejects because of a provider's behaviour. */
export interface Broker {
  sendMessage(call: BrokerCall, message: OutgoingMessage): Promise<CallOutcome>
  getTask(target: CallTarget, id: string): Promise<TaskOutcome>
  cancelTask(target: CallTarget, id: string): Promise<TaskOutcome>
  /** The provider's tasks in progress of one context. */
  listTasks(target: CallTarget, contextId: string): Promise<TasksOutcome>
  probe(target: ProbeTarget, kind: ProbeKind): Promise<ProbeResult>
  /** Sends a previous request again, byte for byte. */
  probeAgain(target: CallTarget, before: ProbeResult): Promise<ProbeResult>
}

export type BrokerParts = Omit<ProbingParts, 'slots'>

const FOR_A_HOST = 4
/**
 * A call needs little work compared with its network latency (measured: four at once left two thirds of the time
 * unused).
 */
export const FOR_A_PROMPT_HOST = 16
const SLOTS = 64
const LIMITS = {
  each: FOR_A_HOST,
  eachPrompt: FOR_A_PROMPT_HOST,
  slots: { sound: SLOTS, ailing: SLOTS / 2 },
  ofFree: { host: 1 / 2, address: 1, party: 2 },
  lateMs: LATE_MS,
  waiting: { host: FOR_A_PROMPT_HOST, address: 2 * FOR_A_PROMPT_HOST, party: 2 * FOR_A_PROMPT_HOST },
  allWaiting: 2 * SLOTS,
}
const SEND_MS = 60_000

export function createBroker(given: BrokerParts): Broker {
  const parts = { ...given, slots: createHostConcurrency(LIMITS, given.clock) }
  const { clock, newId, randomBytes, key, extensions } = parts

  async function sign(target: CallTarget, method: A2aMethod, params: object): Promise<SignedCall> {
    const id = newId()
    const body = callBody(id, method, target.interface, params)
    const headers = callHeaders(target.interface, extensions)
    const at = { now: new Date(clock()), nonce: randomBytes(16) }
    const proof = signRequest({ url: target.interface.url, body, headers }, await key(), at)
    return { id, body, headers: { ...headers, ...proof } }
  }

  async function ask<Shape extends A2aShape>(target: CallTarget, method: A2aMethod, params: object, shape: Shape) {
    const { outcome } = await sendCall(parts, target, () => sign(target, method, params), shape)
    return outcome
  }

  return {
    async sendMessage(call, message) {
      const signed = async () =>
        sign(call, 'SendMessage', await messageParams(call, message, extensions, new Date(clock())))
      const { outcome } = await sendCall(parts, { timeoutMs: SEND_MS, ...call }, signed, 'sent')
      return outcome
    },
    getTask: (target, id) => ask(target, 'GetTask', { id, historyLength: 0 }, 'task'),
    cancelTask: (target, id) => ask(target, 'CancelTask', { id }, 'task'),
    listTasks: (target, contextId) => ask(target, 'ListTasks', { contextId }, 'tasks'),
    probe: (target, kind) => sendProbe(parts, target, kind),
    probeAgain: (target, before) => sendAgain(parts, target, before),
  }
}
