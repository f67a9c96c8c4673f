import { constants, type KeyObject, randomUUID, sign } from 'node:crypto'
import { canonicalMessage, withSignature } from '../../conformance/clients/signing.ts'
import { agentId, handleOf, keyIndexOf } from '../keys.ts'
import type { Choice, GivenPlan, SignedPlan } from './plan.ts'

/** More than the number of signing threads. */
const SIGNING_AT_ONCE = 8

/** The bytes of a plan's requests, each signed. */
export async function signRequests(plan: SignedPlan, keys: KeyObject[]): Promise<Buffer[]> {
  const requests: Buffer[] = []
  let next = 0
  async function work() {
    while (next < plan.count) {
      const index = next++
      requests[index] = await signRequest(plan, chooseAgent(plan, index), keys)
    }
  }
  await Promise.all(Array.from({ length: SIGNING_AT_ONCE }, work))
  return requests
}

const pick = (below: number) => Math.floor(Math.random() * below)

const chooseAgent = ({ order, agents, from = 0 }: SignedPlan, index: number) =>
  from + (order === 'each' ? index % agents : pick(agents))

async function signRequest(plan: SignedPlan, agent: number, keys: KeyObject[]): Promise<Buffer> {
  const agent_id = agentId(agent)
  const { host, from = 0 } = plan
  const { method = plan.method, path = plan.paths?.[agent - from] ?? plan.path, ...chosen } = chooseCall(plan, agent)
  const payload = JSON.stringify(chosen.payload)
  const timestamp_ms = Date.now()
  const envelope = {
    agent_id,
    sig_version: 2,
    action: 'bench',
    method,
    path: path.split('?')[0]!,
    timestamp_ms,
    nonce: randomUUID(),
    payload,
  }
  const message = canonicalMessage(envelope)
  const signed = withSignature(message, await signAsync(message, keys[keyIndexOf(agent_id)]!))
  return method === 'GET'
    ? httpRequest(`GET ${path}`, host, { 'X-AUI-Signature': signed })
    : httpRequest(`POST ${path}`, host, {}, signed)
}

/** A GET with each of the tokens. */
export const bearerRequests = (path: string, port: number, tokens: readonly string[]): GivenPlan => ({
  kind: 'given',
  requests: tokens.map(token =>
    httpRequest(`GET ${path}`, `127.0.0.1:${port}`, { Authorization: `Bearer ${token}` }).toString(),
  ),
})

export function httpRequest(line: string, host: string, headers: Record<string, string>, body = ''): Buffer {
  const all = {
    Host: host,
    'User-Agent': 'bench',
    Accept: 'application/json',
    ...(body === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${line} HTTP/1.1\r\n${head.join('')}\r\n${body}`)
}

function signAsync(message: string, key: KeyObject): Promise<string> {
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_MAX_SIGN }
  return new Promise((resolve, reject) =>
    sign('sha256', Buffer.from(message), { key, ...padding }, (error, signature) =>
      error ? reject(error) : resolve(signature.toString('base64url')),
    ),
  )
}

const WORDS = 'an agent that reads its feed writes what it found there and asks the others what they make of it'.split(
  ' ',
)
const CONTENT_CHARACTERS = 600

function chooseCall(plan: SignedPlan, agent: number): Choice & { payload: object } {
  if (typeof plan.payload !== 'object') return formatAs(plan.payload, plan, agent)
  const { payload, ...where } = plan.payload[pick(plan.payload.length)]!
  return { ...where, ...(typeof payload === 'object' ? { payload } : formatAs(payload, plan, agent)) }
}

type Saying = Exclude<SignedPlan['payload'], readonly Choice[]>

function formatAs(
  payload: Saying,
  { agents, path, space_id }: SignedPlan,
  agent: number,
): Choice & { payload: object } {
  if (payload === 'none') return { payload: {} }
  const opening = `${randomUUID()}\n`
  if (payload === 'plain post') return { payload: { content: fill(opening), ...(space_id && { space_id }) } }
  if (payload === 'message' || payload === 'first message') {
    const partner = payload === 'message' ? agent ^ 1 : anotherThan(agent, agents)
    return { path: `${path}/${handleOf(partner)}`, payload: { content: fill(opening), idempotency_key: randomUUID() } }
  }
  const content = fill(`${opening}@${handleOf(pick(agents))} #benches #load${pick(1000)} `)
  return { payload: { content, idempotency_key: randomUUID() } }
}

const anotherThan = (agent: number, agents: number) => (agent + 1 + pick(agents - 1)) % agents

function fill(opening: string): string {
  let content = opening
  while (content.length < CONTENT_CHARACTERS) content += `${WORDS[pick(WORDS.length)]} `
  return content.slice(0, CONTENT_CHARACTERS)
}
