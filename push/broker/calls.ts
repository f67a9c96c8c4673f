import { encryptPayload } from './encryption.ts'
import { type JsonText, stringifyJson } from './lossless-json.ts'
import type { A2aPart } from './parts.ts'

/** Where a provider takes calls, as its verified card has it. */
export interface ProviderInterface {
  url: string
  tenant: string | null
  /** An RSA key that payloads are encrypted for; `null`: they go in clear text. */
  encryptionJwk: object | null
}

export interface CallTarget {
  interface: ProviderInterface
  /** Whose provider it is: the owner of its agent, or the agent; of nobody known, the host is. */
  party?: string
  /** From when it has its place among the calls under way. */
  timeoutMs?: number
  /** Ends its wait for that place. */
  signal?: AbortSignal
}

/** What the provider is told of a call, beside whom and what service it is for. */
export interface CallFacts {
  broker_task_id: string
  offer_revision_id: string | null
  skill_id: string
  contract_hash: string | null
  /** A pseudonym, another one for each provider. */
  consumer?: string
  /** Nothing is to be done: the provider answers this alone. */
  probe?: string
}

export interface BrokerCall extends CallTarget {
  provider_agent_id: string
  service_id: string
  facts: CallFacts
}

export type OutgoingPart = Pick<A2aPart, 'text'> & { mediaType?: string; data?: object | JsonText }

export interface OutgoingMessage {
  messageId: string
  contextId: string
  parts: OutgoingPart[]
  acceptedOutputModes?: string[]
}

/** The URIs of our extensions, which are also where their texts are served. */
export interface ExtensionUris {
  signature: string
  encryption: string
}

export type A2aMethod = 'SendMessage' | 'GetTask' | 'CancelTask' | 'ListTasks'

export function callHeaders({ encryptionJwk }: ProviderInterface, { signature, encryption }: ExtensionUris) {
  return {
    'content-type': 'application/json',
    accept: 'application/json',
    'a2a-version': '1.0',
    'a2a-extensions': encryptionJwk ? `${signature},${encryption}` : signature,
  }
}

export function callBody(id: string, method: A2aMethod, { tenant }: ProviderInterface, params: object): Buffer {
  const all = tenant === null ? params : { tenant, ...params }
  return Buffer.from(stringifyJson({ jsonrpc: '2.0', id, method, params: all }))
}

/** The params of a SendMessage that comes back at once (BROKER-24 to BROKER-27). */
export async function messageParams(
  call: BrokerCall,
  { parts, acceptedOutputModes, ...ids }: OutgoingMessage,
  { signature, encryption }: ExtensionUris,
  issuedAt: Date,
): Promise<object> {
  const { provider_agent_id, service_id, facts } = call
  const { encryptionJwk } = call.interface
  const { broker_task_id } = facts
  const jwe = encryptionJwk && (await encryptPayload({ parts }, encryptionJwk, { broker_task_id, provider_agent_id }))
  return {
    message: {
      ...ids,
      role: 'ROLE_USER',
      parts: jwe === null ? parts : [{ data: { jwe }, mediaType: 'application/jose' }],
      extensions: jwe === null ? [signature] : [signature, encryption],
      metadata: { [signature]: { provider_agent_id, service_id, ...facts, issued_at: issuedAt.toISOString() } },
    },
    configuration: { returnImmediately: true, ...(acceptedOutputModes && { acceptedOutputModes }) },
    metadata: { provider_agent_id, service_id },
  }
}
