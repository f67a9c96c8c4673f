import {
  type CurrentRevision,
  insertOfferRevision,
  lockServiceToOffer,
  type OfferTerms,
  type ServiceToOffer,
} from '../../storage/offers/new-revisions.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { DAY, SECOND } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import { readClaims } from './card-claims.ts'
import { type Contract, contractHash, maxDurationSeconds } from './offer-contract.ts'
import { offerTokens } from './offer-tokens.ts'

const TERMS = [
  'handle',
  'name',
  'description',
  'category',
  'visibility',
  'pricing_model',
  'amount',
  'currency',
  'limit_per_cycle',
  'cycle',
] as readonly (keyof OfferTerms)[]

/** The problems that `mintRevision` may throw. */
export const mintProblems = ['rate-limited'] as const

/** Revisions are permanent, and every holder of an entitlement is notified (OFFER-46). */
const MINTED_A_DAY = 50

/**
 * Creates a revision of a service's current offer, and returns it. `null`: the service is not active or has no verified
 * binding, or the current revision is equal (OFFER-1, OFFER-2). Call it in the transaction of the change.
 */
export async function mintRevision(
  { db }: Pick<TransactionScope, 'db'>,
  service_id: string,
  { now, newId }: Pick<Context, 'now' | 'newId'>,
): Promise<string | null> {
  const offered = await lockServiceToOffer(db, service_id, MINTED_A_DAY)
  if (!offered) return null
  const { claims, ...modes } = readClaims(offered.card, offered.skill_id, offered.bound_at)
  const contract = contractOf(offered, modes)
  const contract_hash = contractHash(contract)
  const { current } = offered
  if (current && isSame(current, offered, contract_hash)) return null
  requireRoom(offered, now)
  const id = newId()
  await insertOfferRevision(db, {
    ...offered,
    ...modes,
    id,
    contract: JSON.stringify(contract),
    contract_hash,
    claims: JSON.stringify(claims),
    tags: claims.skill.tags,
    words: offerTokens(id, offered, claims, modes),
    created_at: now,
  })
  return id
}

function requireRoom({ offered_before }: ServiceToOffer, now: Date): void {
  const waitMs = offered_before === null ? 0 : Date.parse(offered_before) + DAY - now.getTime()
  if (waitMs <= 0) return
  throw new Problem('rate-limited', `A service can have at most ${MINTED_A_DAY} new revisions within 24 hours.`, {
    retry_after_seconds: Math.ceil(waitMs / SECOND),
  })
}

const isSame = (current: CurrentRevision, offered: ServiceToOffer, hash: string): boolean =>
  current.contract_hash === hash &&
  current.card_sha256 === offered.card_sha256 &&
  TERMS.every(term => current[term] === offered[term])

/** Members of schemas keep their order, for forms; the hash does not depend on it. */
function contractOf(offered: ServiceToOffer, modes: Pick<Contract, 'input_modes' | 'output_modes'>): Contract {
  const { capability_schema, output_schema, sla_tier, skill_id } = offered
  return {
    capability_schema: capability_schema === null ? null : JSON.parse(capability_schema),
    output_schema: output_schema === null ? null : JSON.parse(output_schema),
    ...modes,
    sla_tier,
    max_duration_seconds: maxDurationSeconds(sla_tier),
    skill_id,
    protocol: 'a2a/1.0',
  }
}
