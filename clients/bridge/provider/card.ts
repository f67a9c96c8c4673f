import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { Refusal } from '../refusal.ts'
import { ask, type Network } from './http.ts'

// biome-ignore lint/suspicious/noExplicitAny: words of a stranger, each looked at where it is read
export type Json = Record<string, any>

const CARD_BYTES = 256 * 1024
const TYPES = ['application/json', 'application/a2a+json']
const REQUIRED = ['name', 'description', 'version', 'supportedInterfaces', 'capabilities', 'skills']
const MODES = ['defaultInputModes', 'defaultOutputModes']

/** The card as it is served; refusals say what to change. */
export async function fetchCard(network: Network, url: string): Promise<Json> {
  const headers = { accept: TYPES.toReversed().join(', '), 'a2a-version': '1.0' }
  const { status, type, encoding, body } = await ask(network, { url, method: 'GET', headers, maxBytes: CARD_BYTES })
  if (status !== 200) throw new Refusal(`it is answered with status ${status}: serve it with 200, without a redirect`)
  if (!TYPES.includes(type))
    throw new Refusal(`it is served as ${type || 'nothing'}: serve it as ${TYPES.join(' or ')}`)
  if (encoding !== undefined && encoding !== 'identity') throw new Refusal('it is compressed: serve it as it is')
  const card = parse(body)
  if (('url' in card || 'protocolVersion' in card) && !currentInterface(card))
    throw new Refusal('it is a card of A2A 0.3: declare an interface of A2A 1.0 with JSONRPC in supportedInterfaces')
  const missing = [...REQUIRED, ...MODES].filter(name => card[name] === undefined || card[name] === null)
  if (missing.length > 0) throw new Refusal(`it lacks what A2A 1.0 requires: ${missing.join(', ')}`)
  return card
}

function parse(body: Buffer): Json {
  try {
    const card: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (typeof card === 'object' && card !== null && !Array.isArray(card)) return card
  } catch {
    // Said below.
  }
  throw new Refusal('it is no JSON object')
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** What was signed of a card, and the card as it is served: signers leave out requirements that have no scopes. */
export interface Judged {
  signed: Json
  served: Json
}

const isSecured = ({ securityRequirements }: Json): boolean => listOf(securityRequirements).length > 0

const SECURED = 'leave out securityRequirements: the broker proves itself by its signature alone'

const currentInterface = ({ supportedInterfaces }: Json): Json | undefined =>
  listOf(supportedInterfaces).find(
    ({ protocolBinding, protocolVersion }) =>
      protocolBinding === 'JSONRPC' && /^1\.0(\.\d+)?$/.test(String(protocolVersion)),
  )

export function findInterface({ signed, served }: Judged): { url: string; tenant?: string } {
  const found = currentInterface(signed)
  if (!found) throw new Refusal('declare an interface with protocolBinding JSONRPC and protocolVersion 1.0')
  if (isSecured(signed) || isSecured(served)) throw new Refusal(SECURED)
  return { url: String(found.url), ...(found.tenant && { tenant: String(found.tenant) }) }
}

export function findSkill({ signed, served }: Judged, wanted: string | undefined): string {
  const ids = listOf(signed.skills).map(({ id }) => String(id))
  if (wanted !== undefined && !ids.includes(wanted)) throw new Refusal(`declare a skill with exactly the id ${wanted}`)
  const id = wanted ?? ids[0]
  if (id === undefined) throw new Refusal('declare the skill of your service among skills')
  const declared = [...listOf(signed.skills), ...listOf(served.skills)].filter(skill => String(skill.id) === id)
  if (declared.some(isSecured)) throw new Refusal(SECURED)
  return id
}

export const SIGNATURE_PATH = '/a2a/ext/broker-signature/v1'
export const ENCRYPTION_PATH = '/a2a/ext/payload-encryption/v1'

/** What the card says of the extension of that path, at the server given or at any. */
export function findExtension({ capabilities }: Json, path: string, base: string | undefined): Json | undefined {
  return listOf(capabilities?.extensions).find(({ uri }) =>
    base === undefined ? String(uri).endsWith(path) : uri === base + path,
  )
}

const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']
const BITS = { min: 2048, max: 8192 }

/** The key that payloads are encrypted for; refusals say what to change. */
export function requireEncryptionKey(jwk: Json | undefined, signing: KeyObject | undefined): JsonWebKey {
  if (jwk?.kty !== 'RSA' || jwk.use !== 'enc')
    throw new Refusal('params.jwk of the encryption extension is an RSA key with use enc')
  if (PRIVATE.some(member => member in jwk))
    throw new Refusal('params.jwk has private members: make a new key pair, and publish its public half')
  if (![undefined, 'RSA-OAEP', 'RSA-OAEP-256'].includes(jwk.alg))
    throw new Refusal('alg of params.jwk is RSA-OAEP-256 or RSA-OAEP')
  const key = readKey(jwk)
  const { modulusLength: bits = 0 } = key?.asymmetricKeyDetails ?? {}
  if (!key || bits < BITS.min || bits > BITS.max) throw new Refusal(`params.jwk has ${bits} bits: 2048 to 8192 serve`)
  if (key.export({ format: 'jwk' }).n === signing?.export({ format: 'jwk' }).n) {
    throw new Refusal('params.jwk is the key that your agent signs with: make another one')
  }
  return jwk
}

function readKey(jwk: Json): KeyObject | undefined {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    return undefined
  }
}
