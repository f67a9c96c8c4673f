import { hash, type KeyObject } from 'node:crypto'
import type { Broker, ExtensionUris } from '../../push/broker/a2a.ts'
import type { Egress } from '../../push/egress.ts'
import { toEgressFailure } from '../../push/egress-failure.ts'
import { SECOND } from '../core/durations.ts'
import type { CanonicalForm } from './card/canonical-forms.ts'
import { type VerifiedCard, verifyCard } from './card/card-signature.ts'
import { fetchCard } from './card/fetch-card.ts'
import { type CardTerms, judgeCard } from './card/judge-card.ts'
import { readCard, type ServedCard } from './card/read-card.ts'
import { type Check, CheckLog } from './check-log.ts'
import { challengeEndpoint, type EndpointResponse } from './endpoint-challenge.ts'
import { describeFailure } from './provider-failure.ts'

/** The input: the URL of the card, and the skill. */
export interface EndpointToVerify {
  service_id: string
  card_url: string
  skill_id: string
  agent_id: string
  /** The enrolled key. */
  key: KeyObject
}

/** The signed card, and what calls use. */
export interface SignedCard {
  form: CanonicalForm
  kid: string | null
  canonical: string
  sha256: string
  terms: CardTerms | undefined
}

export interface Verification {
  checks: readonly Check[]
  /** By the agent's key. */
  signed: SignedCard | undefined
  answered: EndpointResponse | undefined
}

export interface VerificationParts {
  egress: Egress
  broker: Broker
  extensions: ExtensionUris
  jwks_uri: string
  now: Date
  monotonic(): number
}

/** Time limit of all checks, so that storing the results is done within 20 seconds. */
const CHECK_MS = 19 * SECOND
const CARD_MS = 8 * SECOND

/**
 * Runs all checks of an endpoint, from its card to what it rejects. Never rejects because of the provider's behaviour.
 */
export async function verifyEndpoint(parts: VerificationParts, wanted: EndpointToVerify): Promise<Verification> {
  const started = parts.monotonic()
  const elapsedMs = () => parts.monotonic() - started
  const log = new CheckLog(() => new Date(parts.now.getTime() + Math.round(elapsedMs())))
  const remainingMs = () => CHECK_MS - elapsedMs()
  const fetched = await fetchCard(parts.egress, wanted.card_url, CARD_MS)
  if ('fault' in fetched) {
    log.fail('card_fetch', { code: fetched.fault, detail: fetched.detail })
    return { checks: log.end(), signed: undefined, answered: undefined }
  }
  log.pass('card_fetch')
  const signed = await judgeSigned(parts, wanted, fetched, log)
  const { terms } = signed ?? {}
  const mayCall = terms && !log.failure && (await judgeHost(parts.egress, terms.url, log))
  const answered = mayCall
    ? await challengeEndpoint({ ...parts, remainingMs }, targetOf(wanted, terms), log)
    : undefined
  return { checks: log.end(), signed, answered }
}

const targetOf = (
  { service_id, skill_id, agent_id }: EndpointToVerify,
  { url, tenant, encryption_jwk }: CardTerms,
) => ({
  service_id,
  skill_id,
  provider_agent_id: agent_id,
  party: agent_id,
  interface: { url, tenant, encryptionJwk: encryption_jwk },
})

/** An unsigned card is checked too, so that its owner sees all problems at once; but it is not used. */
async function judgeSigned(
  { extensions, jwks_uri }: VerificationParts,
  { key, agent_id, skill_id }: EndpointToVerify,
  { served, card }: ServedCard,
  log: CheckLog,
): Promise<SignedCard | undefined> {
  const expected = { agent_id, skill_id, extensions, jwks_uri, modulus: key.export({ format: 'jwk' }).n ?? '' }
  const verified = await verifyCard(served, key)
  if (typeof verified === 'string') {
    log.fail('card_signature', { code: verified, detail: SIGNATURE_DETAILS[verified] })
    judgeCard(card, card, expected, log)
    return undefined
  }
  log.pass('card_signature', { detail: remark(verified) })
  const { form, kid, canonical } = verified
  const terms = judgeCard(readCard(canonical), card, expected, log)
  return { form, kid, canonical, sha256: hash('sha256', canonical), terms }
}

const SIGNATURE_DETAILS = {
  CARD_UNSIGNED: 'The card has no signatures. Sign it with the enrolled key of the agent.',
  CARD_JWS_INVALID:
    'None of the first 8 signatures is a signature of this card by the enrolled key, with PS or RS and 256, 384 ' +
    'or 512 bits.',
}

function remark({ form, kid, hasType }: VerifiedCard): string {
  const missing = [...(kid === null ? ['kid'] : []), ...(hasType ? [] : ['typ'])]
  const lacks = missing.length > 0 ? ` Its protected header lacks ${missing.join(' and ')}.` : ''
  return `Signed in the form ${form}.${lacks}`
}

async function judgeHost(egress: Egress, url: string, log: CheckLog): Promise<boolean> {
  try {
    await egress.judge(url)
    log.pass('safe_egress')
    return true
  } catch (error) {
    log.fail('safe_egress', describeFailure(toEgressFailure(error).code))
    return false
  }
}
