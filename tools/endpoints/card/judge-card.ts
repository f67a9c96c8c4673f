import type { ExtensionUris } from '../../../push/broker/a2a.ts'
import type { CheckLog } from '../check-log.ts'
import { readEncryptionKey } from './encryption-key.ts'
import { type Card, findInterface } from './read-card.ts'

/** How a skill is called, according to the card. */
export interface CardTerms {
  url: string
  tenant: string | null
  encryption_jwk: object | null
}

export interface Expected {
  agent_id: string
  skill_id: string
  /** Of the enrolled key, in base64url. */
  modulus: string
  extensions: ExtensionUris
  jwks_uri: string
}

/**
 * Whether a skill can be called according to the card; `undefined` if not. Signers omit requirements with empty lists
 * of scopes: these are looked for in the served card too.
 */
export function judgeCard(card: Card, served: Card, expected: Expected, log: CheckLog): CardTerms | undefined {
  const found = judgeInterface(card, served, log)
  judgeSkill(card, served, expected, log)
  const encryption_jwk = judgeExtensions(card, expected, log)
  if (!found || encryption_jwk === undefined) return undefined
  return { url: found.url, tenant: found.tenant || null, encryption_jwk }
}

function judgeInterface(card: Card, served: Card, log: CheckLog) {
  const found = findInterface(card)
  if (!found) {
    const detail = 'The card has no interface with protocolBinding JSONRPC and protocolVersion 1.0.'
    return log.fail('interface', { code: 'INTERFACE_MISSING', detail })
  }
  if (card.securityRequirements.length > 0 || served.securityRequirements.length > 0)
    return log.fail('interface', SECURED)
  log.pass('interface')
  return found
}

const SECURED = {
  code: 'SECURITY_REQUIRED',
  detail: 'The card requires credentials from callers, and the broker has none. Remove securityRequirements.',
}

function judgeSkill({ skills }: Card, served: Card, { skill_id }: Expected, log: CheckLog): void {
  const isIt = ({ id }: Card['skills'][number]) => id === skill_id
  const asServed = served.skills.filter(isIt)
  if (!skills.some(isIt)) log.fail('skill', UNDECLARED)
  else if ([...skills.filter(isIt), ...asServed].some(skill => skill.securityRequirements.length > 0))
    log.fail('skill', SECURED)
  else log.pass('skill')
}

const UNDECLARED = { code: 'SKILL_MISSING', detail: 'The card declares no skill with exactly this id.' }

/** `null`: the card has no encryption key; `undefined`: it has an unusable one. */
function judgeExtensions(card: Card, expected: Expected, log: CheckLog): object | null | undefined {
  const { extensions, agent_id, jwks_uri } = expected
  const declared = (uri: string) => card.capabilities.extensions.find(extension => extension.uri === uri)
  const fail = (code: string, detail: string) => log.fail('broker_extension', { code, detail })
  const signature = declared(extensions.signature)
  if (!signature?.required) {
    return fail('BROKER_EXTENSION_MISSING', `The card does not declare ${extensions.signature} with required true.`)
  }
  const { provider_agent_id = agent_id, jwks_uri: named = jwks_uri } = signature.params ?? {}
  if (provider_agent_id !== agent_id || named !== jwks_uri) {
    return fail(
      'BROKER_EXTENSION_PARAMS',
      `The params of the extension must be provider_agent_id ${agent_id} and jwks_uri ${jwks_uri}, or be omitted.`,
    )
  }
  const encryption = declared(extensions.encryption)
  const jwk = encryption && readEncryptionKey(encryption.params?.jwk, expected.modulus)
  if (typeof jwk === 'string') return fail('ENCRYPTION_KEY_INVALID', jwk)
  log.pass('broker_extension')
  return jwk ?? null
}
