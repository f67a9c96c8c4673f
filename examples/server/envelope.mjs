import { constants, createHash, verify } from 'node:crypto'
import { Malformed, Numeral, parseExactly, write } from './exact-json.mjs'
import { Refusal } from './refusal.mjs'

const FRESH_MS = 300_000
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const CONTROL = /\p{Cc}/u
const SIGNED = ['agent_id', 'sig_version', 'action', 'method', 'path', 'timestamp_ms', 'nonce', 'payload']

const wellEncoded = value => Buffer.from(value, 'base64url').toString('base64url') === value
const text = (value, most) => typeof value === 'string' && [...value].length <= most && !CONTROL.test(value)
const malformed = why => new Refusal(401, 'aui-signature-malformed', why, { code: 'SIGNATURE_MALFORMED' })
const refused = (slug, code, why, more) =>
  new Refusal(401, `aui-signature-${slug}`, why, { code: `SIGNATURE_${code}`, ...more })

function read(bytes) {
  try {
    return parseExactly(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch (error) {
    throw malformed(
      error instanceof Malformed ? `The envelope is no JSON: ${error.message}.` : 'The envelope is no UTF-8.',
    )
  }
}

/** The envelope of a request, from its body or else its header. */
function findEnvelope({ body, headers, names }) {
  const given = headers['x-aui-signature']
  if (names.filter(name => name.toLowerCase() === 'x-aui-signature').length > 1) throw malformed('Two headers.')
  const inHeader = given === undefined ? undefined : read(utf8Of(given))
  const inBody = body.length > 0 ? read(body) : undefined
  const isOne = value => value instanceof Map && (value.has('agent_id') || value.has('signature'))
  if (inHeader !== undefined && !(inHeader instanceof Map)) throw malformed('The header is no object.')
  if (inBody !== undefined && !(inBody instanceof Map)) throw malformed('The body is no object.')
  const found = isOne(inBody) ? inBody : inHeader
  if (!isOne(found)) throw refused('missing', 'MISSING', 'This route asks for a signed envelope.')
  if (isOne(inBody) && isOne(inHeader) && write(inBody) !== write(inHeader))
    throw malformed('Two envelopes that differ.')
  return found
}

/** Node reads headers as Latin-1. */
function utf8Of(header) {
  const bytes = Buffer.from(header, 'latin1')
  return bytes.toString('utf8').includes('\ufffd') ? Buffer.from(header) : bytes
}

function requireShape(envelope, method) {
  const is = (name, holds) => {
    if (!holds(envelope.get(name))) throw malformed(`The member ${name} is missing, or not as it must be.`)
  }
  is('agent_id', value => typeof value === 'string' && UUID.test(value))
  is('action', value => text(value, 128))
  is('timestamp_ms', value => value instanceof Numeral && /^-?\d+$/.test(value.text))
  is('payload', value => value instanceof Map && (method !== 'GET' || value.size === 0))
  is('signature', value => typeof value === 'string' && value !== '' && wellEncoded(value))
  const version = envelope.get('sig_version')
  if (!(version instanceof Numeral && version.text === '2')) {
    throw refused('version-unsupported', 'MALFORMED', 'sig_version must be 2.')
  }
  for (const name of ['method', 'path']) is(name, value => typeof value === 'string')
  const nonce = envelope.get('nonce')
  if (!text(nonce, 256) || nonce === '')
    throw refused('nonce-required', 'MALFORMED', 'Each request needs a nonce of its own.')
}

/** The same for every spelling of its percent-encoding. */
const uniform = path =>
  path.replace(/%[0-9a-f]{2}|[^\x21-\x7e]/gi, found => {
    if (!found.startsWith('%')) return encodeURIComponent(found)
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : found.toUpperCase()
  })

/** Who sent a request and what they mean by it; throws what is wrong with its envelope, in the order of the protocol. */
export function prove(request, { agents, nonces, now }) {
  const envelope = findEnvelope(request)
  requireShape(envelope, request.method)
  const at = Number(envelope.get('timestamp_ms').text)
  const told = { server_time_ms: now }
  if (at < now - FRESH_MS) throw refused('timestamp-expired', 'TIMESTAMP_EXPIRED', 'timestamp_ms is too old.', told)
  if (at > now + FRESH_MS) throw refused('timestamp-future', 'TIMESTAMP_FUTURE', 'timestamp_ms is too far ahead.', told)
  const agent = agents.get(envelope.get('agent_id').toLowerCase())
  if (!agent) throw refused('agent-not-found', 'AGENT_NOT_FOUND', 'No agent is enrolled under this agent_id.')
  const wrong = why => refused('verification-failed', 'VERIFICATION_FAILED', why)
  if (uniform(envelope.get('path')) !== uniform(request.path))
    throw wrong('The signed path is not the one that was asked for.')
  if (envelope.get('method') !== request.method) throw wrong('The signed method is not that of the request.')
  const message = `{${SIGNED.map(name => `"${name}":${write(envelope.get(name))}`).join(',')}}`
  const key = { key: agent.key, padding: constants.RSA_PKCS1_PSS_PADDING }
  if (!verify('sha256', Buffer.from(message), key, Buffer.from(envelope.get('signature'), 'base64url'))) {
    throw wrong('The signature is not that of the agent over this envelope.')
  }
  const nonce = createHash('sha256')
    .update(`${agent.id}\0${envelope.get('nonce')}`)
    .digest('base64')
  for (const [known, until] of nonces) if (until < now) nonces.delete(known)
  if (nonces.has(nonce)) throw refused('nonce-replayed', 'VERIFICATION_FAILED', 'This nonce was already used.')
  nonces.set(nonce, Math.max(now, at) + FRESH_MS)
  return { agent, payload: envelope.get('payload'), at, action: envelope.get('action') }
}
