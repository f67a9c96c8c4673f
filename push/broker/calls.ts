import { encryptPayload } from './encryption.ts'
import { type JsonText, stringifyJson } from './lossless-json.ts'
import type { A2aPart } from './parts.ts'

/** The endpoint of a provider, from its verified card. */
export interface ProviderInterface {
  url: string
  tenant: string | null
  /** An RSA key for payload encryption; `null`: payloads are sent in clear text. */
  encryptionJwk: object | null
}

export interface CallTarget {
  interface: ProviderInterface
  /** The party behind the provider: the owner of its agent, or the agent; if unknown, the host stands in. */
  party?: string
  /** Called when the call gets its slot. */
  timeoutMs?: number
  /** Aborts the wait for the slot. */
  signal?: AbortSignal
}

/** What the provider learns about a call, in addition to the consumer and the service. */
export interface CallFacts {
  broker_task_id: string
  offer_revision_id: string | null
  skill_id: string
  contract_hash: string | null
  /** A pseudonym, different for each provider. */
  consumer?: string
  /** A probe: the provider responds but does no work. */
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
  /** Of the provider's task that it continues. */
  taskId?: string
  parts: OutgoingPart[]
  acceptedOutputModes?: string[]
}

/** The URIs of our extensions, at which their texts are also served. */
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

/** The params of a non-blocking SendMessage (BROKER-24 to BROKER-27). */
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
