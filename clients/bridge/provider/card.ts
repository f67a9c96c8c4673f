import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { Refusal } from '../refusal.ts'
import { ask, type Network } from './http.ts'

// biome-ignore lint/suspicious/noExplicitAny: words of a stranger, each looked at where it is read
export type Json = Record<string, any>

const CARD_BYTES = 256 * 1024
const TYPES = ['application/json', 'application/a2a+json']
const REQUIRED = ['name', 'description', 'version', 'supportedInterfaces', 'capabilities', 'skills']
const MODES = ['defaultInputModes', 'defaultOutputModes']

/** Fetches the card; a Refusal says what to change. */
export async function fetchCard(network: Network, url: string): Promise<Json> {
  const headers = { accept: TYPES.toReversed().join(', '), 'a2a-version': '1.0' }
  const { status, type, encoding, body } = await ask(network, { url, method: 'GET', headers, maxBytes: CARD_BYTES })
  if (status !== 200) throw new Refusal(`the response has status ${status}: return 200, without a redirect`)
  if (!TYPES.includes(type)) throw new Refusal(`its content type is ${type || 'missing'}: use ${TYPES.join(' or ')}`)
  if (encoding !== undefined && encoding !== 'identity') throw new Refusal('it is compressed: serve it uncompressed')
  const card = parse(body)
  if (('url' in card || 'protocolVersion' in card) && !currentInterface(card))
    throw new Refusal('this is an A2A 0.3 card: declare an A2A 1.0 interface with JSONRPC in supportedInterfaces')
  const missing = [...REQUIRED, ...MODES].filter(name => card[name] === undefined || card[name] === null)
  if (missing.length > 0) throw new Refusal(`it lacks members that A2A 1.0 requires: ${missing.join(', ')}`)
  return card
}

function parse(body: Buffer): Json {
  try {
    const card: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (typeof card === 'object' && card !== null && !Array.isArray(card)) return card
  } catch {
    // Reported below.
  }
  throw new Refusal('it is not a JSON object')
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** The signed form of a card, and the card as it is served: signers omit requirements without scopes. */
export interface Judged {
  signed: Json
  served: Json
}

const isSecured = ({ securityRequirements }: Json): boolean => listOf(securityRequirements).length > 0

const SECURED = 'remove securityRequirements: the broker authenticates only by its signature'

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

/** The declaration of the extension with that path, of the given server or of any. */
export function findExtension({ capabilities }: Json, path: string, base: string | undefined): Json | undefined {
  return listOf(capabilities?.extensions).find(({ uri }) =>
    base === undefined ? String(uri).endsWith(path) : uri === base + path,
  )
}

const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']
const BITS = { min: 2048, max: 8192 }

/** The key for payload encryption; a Refusal says what to change. */
export function requireEncryptionKey(jwk: Json | undefined, signing: KeyObject | undefined): JsonWebKey {
  if (jwk?.kty !== 'RSA' || jwk.use !== 'enc')
    throw new Refusal('params.jwk of the encryption extension must be an RSA key with use enc')
  if (PRIVATE.some(member => member in jwk))
    throw new Refusal('params.jwk has private members: create a new key pair, and publish only its public half')
  if (![undefined, 'RSA-OAEP', 'RSA-OAEP-256'].includes(jwk.alg))
    throw new Refusal('alg of params.jwk must be RSA-OAEP-256 or RSA-OAEP')
  const key = readKey(jwk)
  const { modulusLength: bits = 0 } = key?.asymmetricKeyDetails ?? {}
  if (!key || bits < BITS.min || bits > BITS.max)
    throw new Refusal(`params.jwk has ${bits} bits: 2048 to 8192 are accepted`)
  if (key.export({ format: 'jwk' }).n === signing?.export({ format: 'jwk' }).n) {
    throw new Refusal('params.jwk is the signing key of your agent: create another one')
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
