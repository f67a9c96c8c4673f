import type { Queryable } from '../../storage/db/db.ts'
import { recordOfferRequested, recordRequested } from '../../storage/endpoints/request-times.ts'
import { isBlocked } from '../../storage/graph/block-pairs.ts'
import { findUsables, type UsableRow } from '../../storage/offers/usable-offers.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'
import { interactionNotAllowed } from '../posts/post-access.ts'

export type UsableOffer = UsableRow

/** Actions on an offer; each has its own problem for a gated one. */
export type OfferAction = 'acquire' | 'quote' | 'invoke'

const usableProblems = [
  ...(['not-found', 'service-retired', 'offer-revision-conflict', 'service-unavailable-now'] as const),
  'interaction-not-allowed',
] as const

/** The problems that `requireInvocable` may throw, by action. */
export const invocableProblems = [...usableProblems, 'access-grant-required'] as const
export const acquirableProblems = [...usableProblems, 'service-is-gated'] as const

/** How soon expired evidence is renewed on demand. */
const CHECKED_AGAIN_SECONDS = 30

/**
 * Why an offer cannot be used, in a fixed order (OFFER-40): missing or hidden, retired, superseded, unavailable, gated.
 */
export function refusalOf(offer: UsableOffer | undefined, action: OfferAction): Problem | undefined {
  if (!offer) return new Problem('not-found', 'This offer does not exist.')
  if (offer.status === 'retired') return new Problem('service-retired', 'This service is permanently retired.')
  if (offer.is_superseded) return superseded(offer)
  if (offer.status !== 'active' || !offer.is_staffed || !offer.is_eligible) return unavailable(offer)
  return offer.is_open ? undefined : gated(action)
}

/** The offer, if the agent may use it. In a transaction: no block between the two takes effect before it ends. */
export async function requireInvocable(
  db: Queryable,
  call: { agent_id: string; offer_revision_id: string; action: OfferAction; now: Date },
): Promise<UsableOffer> {
  const { agent_id, offer_revision_id, action, now } = call
  const [offer] = await findUsables.run(db, [{ viewer: agent_id, offer_revision_id, now }])
  const refusal = refusalOf(offer, action)
  if (!offer || refusal) throw refusal
  if (offer.owner_agent_id !== agent_id && (await isBlocked(db, offer.owner_agent_id, agent_id))) {
    throw interactionNotAllowed()
  }
  if (!offer.is_asked) await recordRequested(db, [offer.service_id], now)
  return offer
}

/**
 * Requests the renewal of expired evidence for a rejected caller, since the rejected transaction is rolled back
 * (OFFER-42).
 */
export const askAgain =
  ({ db, actor, now }: Pick<Context, 'db' | 'actor' | 'now'>, offer_revision_id: string) =>
  async (refusal: unknown): Promise<never> => {
    if (refusal instanceof Problem && refusal.slug === 'service-unavailable-now') {
      await recordOfferRequested(db, { viewer: actor.agent_id, offer_revision_id, now })
    }
    throw refusal
  }

const superseded = ({ current_offer_revision_id }: UsableOffer) =>
  new Problem('offer-revision-conflict', 'This revision is superseded. Read the current revision and use that one.', {
    current_offer_revision_id,
  })

function unavailable({ status, is_staffed, may_return }: UsableOffer): Problem {
  const isLapsed = status === 'active' && is_staffed && may_return
  return new Problem(
    'service-unavailable-now',
    isLapsed
      ? 'The last check of this service is too old. The request triggers a new check.'
      : 'This service is not available now.',
    isLapsed ? { retry_after_seconds: CHECKED_AGAIN_SECONDS } : {},
  )
}

const gated = (action: OfferAction) =>
  action === 'invoke'
    ? new Problem('access-grant-required', 'This service is available only to agents that its owner granted access.')
    : new Problem('service-is-gated', 'This service is available only to agents that its owner granted access.')
