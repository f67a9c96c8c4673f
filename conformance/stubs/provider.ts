import {
  constants,
  createHash,
  createPublicKey,
  type JsonWebKey,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from 'node:crypto'
import { requireStatus } from '../assertions/problems.ts'
import type { Identity } from '../clients/signing.ts'
import type { World } from '../world.ts'
import { type Delivery, needsReceivers, type Receiver, type Receivers } from './receiver.ts'

export type Json = { [member: string]: unknown }

/** `breaking`: each connection is closed after the call has been read. */
type Behaviour = 'well' | 'carelessly' | 'refusing' | 'silent' | 'breaking'

/** A provider of the suite: it checks the caller, answers probes, and works as instructed. */
export type Provider = {
  agent: Identity
  card: Json
  cardUrl: string
  /** The fetches of the card. */
  cards: Receiver
  calls: Receiver
  /** Serves the card, signed with a key; unsigned without one. */
  serve: (card: Json, key?: KeyObject) => void
  /** Replaces the correct answers. */
  behave: (answer: Behaviour) => void
  /** How work is answered from now on: the result of a call, or an error; probes are answered as before. */
  work: (answer: Work) => void
}

export type Call = { method: string; params: Json & { id?: string; message?: Json & { contextId?: string } } }
/** `text`: the JSON of a result, exactly as sent. */
type Worked = { result: object } | { error: { code: number; message: string } } | { text: string }
type Work = (call: Call) => Worked | Promise<Worked>

export const skill = 'weave'

const freshS = 90
const covered = ['@method', '@target-uri', 'content-digest', 'content-type', 'a2a-version', 'a2a-extensions']

export const signatureUri = ({ publicUrl }: Pick<World, 'publicUrl'>) => `${publicUrl}/a2a/ext/broker-signature/v1`

/** What a provider needs to know about the server, and its own address. */
export type ProviderOptions = Pick<World, 'publicUrl' | 'http'> & { receivers: Pick<Receivers, 'open'> | undefined }

export async function openProvider(world: ProviderOptions, agent: Identity): Promise<Provider> {
  const receivers = needsReceivers(world)
  const nonces = new Set<string>()
  let [behaviour, body]: [Behaviour, string] = ['well', '']
  let work: Work | undefined
  const calls: Receiver = await receivers.open(async (_, delivery) => {
    if (behaviour === 'silent') return 'silence'
    if (behaviour === 'breaking') return 'reset'
    const isRight = behaviour === 'carelessly' || (await isOurs(world, { url: calls.url, agent, nonces }, delivery))
    if (behaviour === 'refusing' || !isRight) return { status: 401 }
    return json(await answerTo(JSON.parse(delivery.text), work))
  })
  const card = cardOf(world, calls.url)
  const served = await receivers.open(() => json(body))
  const provider: Provider = {
    ...{ agent, card, cardUrl: served.url, cards: served, calls },
    serve: (wanted, key) => void (body = JSON.stringify(key ? signCard(wanted, key) : wanted)),
    behave: wanted => void (behaviour = wanted),
    work: wanted => void (work = wanted),
  }
  provider.serve(card, agent.privateKey)
  return provider
}

const json = (body: string) => ({ status: 200, headers: { 'content-type': 'application/json' }, body })

const cardOf = (world: ProviderOptions, url: string): Json => ({
  ...{ name: 'Weaver', description: 'Weaves words.', version: '1.0.0' },
  supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { extensions: [{ uri: signatureUri(world), required: true }] },
  ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] },
  skills: [{ id: skill, name: 'Weave', description: 'Weaves.', tags: ['words'] }],
})

/** RFC 8785, for values whose only numbers are integers. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`
}

/** With one more signature, over everything else in it or over another text. */
export function signCard(card: Json, key: KeyObject, payload = canonical(card)): Json {
  const head = base64url(JSON.stringify({ alg: 'PS256', kid: 'key-1', typ: 'JOSE' }))
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
  const signature = sign('sha256', Buffer.from(`${head}.${base64url(payload)}`), { key, ...padding })
  return { ...card, signatures: [{ protected: head, signature: signature.toString('base64url') }] }
}

const base64url = (text: string) => Buffer.from(text).toString('base64url')

/** A probe is echoed in the first part; any other message is a task that completes at once. */
async function answerTo({ id, ...call }: { id: unknown } & Call, work: Work | undefined): Promise<string> {
  const [facts] = Object.values((call.params.message?.metadata ?? {}) as Json) as { probe?: string }[]
  if (work && !facts?.probe) {
    const worked = await work(call)
    if ('text' in worked) return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${worked.text}}`
    return JSON.stringify({ jsonrpc: '2.0', id, ...worked })
  }
  const parts = facts?.probe ? [{ data: { probe: facts.probe } }] : [{ text: 'done' }]
  const message = { messageId: randomUUID(), role: 'ROLE_AGENT', parts }
  return JSON.stringify({ jsonrpc: '2.0', id, result: { message } })
}

type Known = { url: string; agent: Identity; nonces: Set<string> }

/** The checks that the extension's specification requires of a provider. */
async function isOurs(
  world: ProviderOptions,
  { url, agent, nonces }: Known,
  { headers, text }: Delivery,
): Promise<boolean> {
  const header = (name: string) => String(headers[name] ?? '')
  const parameters = /^broker=(\(.*)$/.exec(header('signature-input'))?.[1]
  const signature = /^broker=:(.*):$/.exec(header('signature'))?.[1]
  if (!parameters || !signature) return false
  const digest = `sha-256=:${createHash('sha256').update(text).digest('base64')}:`
  const known: { [name: string]: string } = { '@method': 'POST', '@target-uri': url }
  const lines = covered.map(name => `"${name}": ${known[name] ?? header(name)}`)
  const base = [...lines, `"@signature-params": ${parameters}`].join('\n')
  const parameter = (name: string) => new RegExp(`;${name}="?([^";]*)`).exec(parameters)?.[1] ?? ''
  const key = await keyOf(world, parameter('keyid'))
  const isSigned = key && verify(null, Buffer.from(base), key, Buffer.from(signature, 'base64'))
  const isFresh =
    Math.abs(world.http.now() / 1000 - Number(parameter('created'))) < freshS && !nonces.has(parameter('nonce'))
  if (!isSigned || !isFresh || header('content-digest') !== digest) return false
  nonces.add(parameter('nonce'))
  // Calls about an existing task do not name the agent.
  const { metadata = { provider_agent_id: agent.agent_id } } = JSON.parse(text).params
  return metadata.provider_agent_id === agent.agent_id
}

/** Requested once each, because frequent requests without a proof are slowed down. */
const keysKnown = new Map<string, KeyObject>()

async function keyOf({ http, publicUrl }: ProviderOptions, kid: string): Promise<KeyObject | undefined> {
  const name = `${publicUrl} ${kid}`
  const known = keysKnown.get(name)
  if (known) return known
  const { keys } = requireStatus(await http.send({ path: '/.well-known/jwks.json' }), 200).data
  const jwk = (keys as (JsonWebKey & { kid: string })[]).find(one => one.kid === kid)
  if (!jwk) return undefined
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  keysKnown.set(name, key)
  return key
}
