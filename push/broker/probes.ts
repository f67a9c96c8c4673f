import { generateKeyPairSync } from 'node:crypto'
import type { SigningKey } from '../message-signature.ts'
import type { A2aMessage } from './a2a-results.ts'
import { type CallTarget, callBody, callHeaders, type ExtensionUris, messageParams } from './calls.ts'
import {
  type BrokerSendingParts,
  type CallFailure,
  type ProviderAddress,
  type SignedCall,
  sendCall,
} from './sending.ts'
import { signRequest } from './signature.ts'

export interface ProbeTarget extends CallTarget {
  provider_agent_id: string
  service_id: string
  skill_id: string
}

/** Kinds of probes; a provider must accept only 'signed' and reject all others. */
export type ProbeKind =
  | 'signed'
  | 'unsigned'
  | 'wrong_key'
  | 'changed_body'
  | 'other_target'
  | 'stale'
  /** Correctly signed, for another agent. */
  | 'other_provider'

export interface ProbeResult {
  outcome: { kind: 'task'; task: { id: string } } | { kind: 'message'; message: A2aMessage } | CallFailure
  answerer?: ProviderAddress
  /** The value that the response repeats in its first data part. */
  probe: string
  /** Sends the request again, as an eavesdropper would. */
  sent: SignedCall
}

export interface ProbingParts extends BrokerSendingParts {
  clock(): number
  newId(): string
  randomBytes(count: number): Buffer
  key(): Promise<SigningKey>
  extensions: ExtensionUris
}

const STALE_MS = 600_000
/** Reserved by RFC 2606. */
const ELSEWHERE = 'another-provider.invalid'

/** Tests whether a provider distinguishes our calls from others; each run uses new ids. */
export async function sendProbe(parts: ProbingParts, target: ProbeTarget, kind: ProbeKind): Promise<ProbeResult> {
  const made = await makeProbe(parts, target, kind)
  return { ...(await sendCall(parts, target, async () => made.sent, 'sent')), ...made }
}

export async function sendAgain(
  parts: ProbingParts,
  target: CallTarget,
  { probe, sent }: ProbeResult,
): Promise<ProbeResult> {
  return { ...(await sendCall(parts, target, async () => sent, 'sent')), probe, sent }
}

async function makeProbe(parts: ProbingParts, target: ProbeTarget, kind: ProbeKind) {
  const { clock, randomBytes, extensions } = parts
  const { probe, id, body } = await probeBody(parts, target, kind)
  const headers = callHeaders(target.interface, extensions)
  if (kind === 'unsigned') return { probe, sent: { id, body, headers } }
  const { url } = target.interface
  const signedUrl = kind === 'other_target' ? Object.assign(new URL(url), { host: ELSEWHERE }).href : url
  const signedBody = kind === 'changed_body' ? (await probeBody(parts, target, kind)).body : body
  const at = { now: new Date(clock() - (kind === 'stale' ? STALE_MS : 0)), nonce: randomBytes(16) }
  const key = await parts.key()
  const { privateKey } = kind === 'wrong_key' ? generateKeyPairSync('ed25519') : key
  const proof = signRequest({ url: signedUrl, body: signedBody, headers }, { id: key.id, privateKey }, at)
  return { probe, sent: { id, body, headers: { ...headers, ...proof } } }
}

async function probeBody(
  { newId, clock, extensions }: ProbingParts,
  { skill_id, ...target }: ProbeTarget,
  kind: ProbeKind,
) {
  const [id, broker_task_id, probe] = [newId(), newId(), newId()]
  const provider_agent_id = kind === 'other_provider' ? newId() : target.provider_agent_id
  const facts = { broker_task_id, offer_revision_id: null, skill_id, contract_hash: null, probe }
  const message = {
    messageId: broker_task_id,
    contextId: broker_task_id,
    parts: [{ text: 'This is a probe. No work is required.' }],
  }
  const params = await messageParams({ ...target, provider_agent_id, facts }, message, extensions, new Date(clock()))
  return { id, probe, body: callBody(id, 'SendMessage', target.interface, params) }
}
