import { generateKeyPairSync, type JsonWebKey, randomBytes, randomUUID } from 'node:crypto'
import { sayOf } from '../refusal.ts'
import type { BrokerKeys } from './broker-keys.ts'
import { ENCRYPTION_PATH, type Json, SIGNATURE_PATH } from './card.ts'
import { ask, type Network } from './http.ts'
import { encrypt } from './jwe.ts'
import type { Report } from './report.ts'
import { signRequest } from './signature.ts'

export interface Challenged {
  url: string
  tenant?: string
  encryption: JsonWebKey | undefined
  skill_id: string
  agent_id: string
  /** The server whose extensions the card declares. */
  base: string
}

interface Sent {
  probe: string
  body: Buffer
  headers: Record<string, string>
}

/** What a provider must reject, with the advice for one that does not. */
const NEGATIVES = {
  unsigned: 'Reject requests without Signature-Input and Signature.',
  wrong_key: 'Verify the signature with the key of keyid: this request was signed by another key.',
  changed_body: 'Compare Content-Digest with the SHA-256 of the received bytes.',
  other_target: 'Compare @target-uri with the URL in your configuration: this request was signed for another URL.',
  stale: 'Reject requests that were created more than 90 seconds ago.',
  replay: 'Store the nonce of each request for 5 minutes, and reject it the second time.',
  other_provider: 'Compare provider_agent_id with the id of your agent.',
} as const
type Negative = keyof typeof NEGATIVES

const GATING: Negative[] = ['unsigned', 'wrong_key', 'changed_body']
const STALE_S = 600
const ANSWER_BYTES = 1_048_576

/** Sends the requests of the broker's check: one that must be rejected, one that must be answered, and the others. */
export async function challenge(network: Network, target: Challenged, keys: BrokerKeys, report: Report): Promise<void> {
  const refuses = async (kind: Negative, sent: Sent) => {
    const said = { variant: kind, isEvidence: !GATING.includes(kind) }
    const outcome = await send(network, target, sent)
    if (outcome.kind === 'refused') return report.pass('challenge_negative', said)
    const missed = outcome.kind === 'answered' ? NEGATIVES[kind] : `Return 400, 401 or 403: ${outcome.reason}.`
    report.fail('challenge_negative', missed, said)
  }
  await refuses('unsigned', make(target, keys, 'unsigned'))
  if (!keys.isKnown) {
    report.skip('challenge_positive', 'only the broker has its key; use --serve-keys PORT to test with a local key')
    return await refuses('wrong_key', make(target, keys, 'wrong_key'))
  }
  const signed = make(target, keys, 'signed')
  if (!judgeSigned(await send(network, target, signed), signed.probe, report)) return
  for (const kind of ['wrong_key', 'changed_body', 'other_target', 'stale'] as const) {
    await refuses(kind, make(target, keys, kind))
  }
  await refuses('replay', signed)
  await refuses('other_provider', make(target, keys, 'other_provider'))
}

function judgeSigned(outcome: Outcome, probe: string, report: Report): boolean {
  if (outcome.kind !== 'answered') {
    report.fail('challenge_positive', `Respond to the validly signed probe: ${outcome.reason}.`)
    return false
  }
  const { message, task } = outcome.result
  const echo = message?.parts?.find((part: Json) => part.data !== undefined)?.data?.probe
  if (echo === probe) report.pass('challenge_positive')
  else if (message || task)
    report.pass('challenge_positive', { note: 'return a message whose first part is {"data": {"probe": …}}' })
  else report.fail('challenge_positive', 'Return {"message": …} or {"task": …}, as in A2A 1.0.')
  return Boolean(message ?? task)
}

type Outcome = { kind: 'answered'; result: Json } | { kind: 'refused' | 'failed'; reason: string }

async function send(network: Network, { url }: Challenged, { body, headers }: Sent): Promise<Outcome> {
  try {
    const answer = await ask(network, { url, method: 'POST', headers, body, maxBytes: ANSWER_BYTES })
    const reason = `it returned status ${answer.status}`
    if ([400, 401, 403].includes(answer.status)) return { kind: 'refused', reason }
    if (answer.status !== 200) return { kind: 'failed', reason }
    const { result, error } = JSON.parse(answer.body.toString()) as Json
    if (error) return { kind: 'refused', reason: `it returned JSON-RPC error ${Number(error.code)}` }
    return result ? { kind: 'answered', result } : { kind: 'failed', reason: 'it did not return a JSON-RPC result' }
  } catch (error) {
    return { kind: 'failed', reason: error instanceof SyntaxError ? 'it did not return JSON' : sayOf(error) }
  }
}

function make(target: Challenged, keys: BrokerKeys, kind: 'signed' | Negative): Sent {
  const { url, base, encryption } = target
  const { probe, body } = bodyFor(target, kind)
  const uris = [SIGNATURE_PATH, ...(encryption ? [ENCRYPTION_PATH] : [])].map(path => base + path)
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'a2a-version': '1.0',
    'a2a-extensions': uris.join(','),
  }
  if (kind === 'unsigned') return { probe, body, headers }
  const elsewhere = Object.assign(new URL(url), { host: 'another-provider.invalid' }).href
  const signed = {
    url: kind === 'other_target' ? elsewhere : url,
    body: kind === 'changed_body' ? bodyFor(target, kind).body : body,
    headers,
  }
  const now = new Date(Date.now() - (kind === 'stale' ? STALE_S * 1000 : 0))
  const { privateKey } = kind === 'wrong_key' ? generateKeyPairSync('ed25519') : keys
  const proof = signRequest(signed, { id: keys.id, privateKey }, { now, nonce: randomBytes(16) })
  return { probe, body, headers: { ...headers, ...proof } }
}

function bodyFor({ tenant, encryption, skill_id, agent_id, base }: Challenged, kind: string) {
  const [probe, broker_task_id, service_id] = [randomUUID(), randomUUID(), randomUUID()]
  const provider_agent_id = kind === 'other_provider' ? randomUUID() : agent_id
  const facts = {
    provider_agent_id,
    service_id,
    broker_task_id,
    offer_revision_id: null,
    skill_id,
    contract_hash: null,
    probe,
    issued_at: new Date().toISOString(),
  }
  const plain = [{ text: 'This is a probe. No work is required.' }]
  const owner = { broker_task_id, provider_agent_id }
  const jwe = encryption && encrypt({ parts: plain }, encryption, owner)
  const uris = [SIGNATURE_PATH, ...(encryption ? [ENCRYPTION_PATH] : [])].map(path => base + path)
  const message = {
    messageId: broker_task_id,
    contextId: broker_task_id,
    role: 'ROLE_USER',
    extensions: uris,
    parts: jwe ? [{ data: { jwe }, mediaType: 'application/jose' }] : plain,
    metadata: { [base + SIGNATURE_PATH]: facts },
  }
  const params = {
    ...(tenant === undefined ? {} : { tenant }),
    message,
    configuration: { returnImmediately: true },
    metadata: { provider_agent_id, service_id },
  }
  return {
    probe,
    body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: randomUUID(), method: 'SendMessage', params })),
  }
}
