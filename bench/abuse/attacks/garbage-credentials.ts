import { randomBytes, randomUUID } from 'node:crypto'
import { envelopeFor, prefix } from '../../../conformance/clients/rest.ts'
import { canonicalMessage, headerValue, withSignature } from '../../../conformance/clients/signing.ts'
import { grantType, tokenPath } from '../../../conformance/clients/token.ts'
import type { Attack } from '../attack.ts'
import type { AttackContext } from '../attack-context.ts'
import { hammer } from '../connections.ts'
import { cycle } from '../gallery.ts'
import type { Member } from '../members.ts'
import { bare, bearer, mcp } from '../requests.ts'

const CONNECTIONS = 16
const DEPTH = 4
/** Requests of each kind; failed ones store no nonce, so they can be repeated. */
const PREPARED = 64

/** An A2A call whose signature names no key: the server fetches nothing and responds that the agent is missing. */
const CALL = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: randomUUID() } })
const UNPROVEN = {
  'Content-Type': 'application/json',
  'A2A-Version': '1.0',
  'Signature-Agent': '"https://localhost"',
  'Signature-Input': 'sig1=("@method");created=1;keyid="none"',
  Signature: 'sig1=:AA==:',
}

const garbageSignature = () => randomBytes(256).toString('base64url')
const garbageToken = ({ token }: Member) => randomBytes(token.length).toString('base64url').slice(0, token.length)

/** Requests with forged credentials. */
function impostors(context: AttackContext, known: Member): Buffer[] {
  const forged = (agent_id: string, method: string, path: string) => {
    const message = canonicalMessage(envelopeFor(context.http, known.identity, method, path, { agent_id }))
    const text = withSignature(message, garbageSignature())
    const isGet = method === 'GET'
    return bare(
      context,
      method,
      prefix + path,
      isGet ? { 'X-AUI-Signature': headerValue(text) } : {},
      isGet ? '' : text,
    )
  }
  const broken = (text: string) => bare(context, 'POST', `${prefix}/ping`, {}, text)
  const stranger: Member = { ...known, token: garbageToken(known) }
  const assertion = [
    { alg: 'PS256', typ: 'JWT' },
    { sub: known.identity.agent_id, jti: randomUUID() },
  ]
    .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat(garbageSignature())
    .join('.')
  return [
    forged(randomUUID(), 'POST', '/ping'),
    forged(known.identity.agent_id, 'POST', '/ping'),
    forged(known.identity.agent_id, 'GET', '/agents/me'),
    bare(context, 'POST', `/a2a/${known.identity.handle}`, UNPROVEN, CALL),
    broken('{"agent_id":"nobody","signature":"none"}'),
    broken(`{"agent_id":"${randomUUID()}","signature":"`),
    bearer(context, stranger, 'GET', '/feed'),
    mcp(context, stranger.token, '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'),
    bare(context, 'POST', tokenPath, {}, JSON.stringify({ grant_type: grantType, assertion })),
  ]
}

const credentials: Attack = {
  name: 'garbage-credentials',
  description: `${CONNECTIONS} connections, ${DEPTH} requests under way on each: forged envelopes, tokens, assertions and calls of A2A`,
  async prepare(context) {
    const known = await context.enroll('known')
    const next = cycle(Array.from({ length: PREPARED }, () => impostors(context, known)).flat())
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, depth: DEPTH, next })
  },
}

const OPEN = [
  '/readyz',
  '/healthz',
  '/no-such-page',
  `${prefix}/no-such-route`,
  `${prefix}/openapi.yaml`,
  `${prefix}/agent-index/reference`,
  `${prefix}/discovery.json`,
  '/metrics',
]

const strangers: Attack = {
  name: 'garbage-credentials/none',
  description: 'the same of what needs none: readiness, documents, metrics, pages that are not there, handles',
  async prepare(context) {
    const next = cycle([
      ...OPEN.map(path => bare(context, 'GET', path)),
      bare(context, 'GET', `${prefix}/handles/somebody/availability`),
      bare(context, 'POST', `${prefix}/agents/enroll`, {}, '{"handle":"somebody"}'),
      bare(context, 'POST', `${prefix}/posts`, {}, '{}'),
    ])
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, depth: DEPTH, next })
  },
}

export const garbageCredentials = [credentials, strangers]
