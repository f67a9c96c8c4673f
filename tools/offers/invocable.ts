import type { Queryable } from '../../storage/db/db.ts'
import { noteAsked, noteOfferAsked } from '../../storage/endpoints/asked.ts'
import { isBlocked } from '../../storage/graph/blocks.ts'
import { findUsables, type UsableRow } from '../../storage/offers/invocable.ts'
import type { Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { interactionNotAllowed } from '../posts/access.ts'

export type Usable = UsableRow

/** What is done with an offer; each refuses a gated one in its own way. */
export type Deed = 'acquire' | 'quote' | 'invoke'

const usableProblems = [
  ...(['not-found', 'service-retired', 'offer-revision-conflict', 'service-unavailable-now'] as const),
  'interaction-not-allowed',
] as const

/** The problems that `requireInvocable` may raise, by what is done. */
export const invocableProblems = [...usableProblems, 'access-grant-required'] as const
export const acquirableProblems = [...usableProblems, 'service-is-gated'] as const

/** How soon evidence that has run out is made anew, once somebody asked for it. */
const CHECKED_AGAIN_SECONDS = 30

/** Why an offer as it was found is not to be used, in a fixed order (OFFER-40): missing or hidden, retired, superseded, unavailable, gated. */
export function refusalOf(offer: Usable | undefined, deed: Deed): Problem | undefined {
  if (!offer) return new Problem('not-found', 'There is no such offer.')
  if (offer.status === 'retired') return new Problem('service-retired', 'This service is retired for good.')
  if (offer.is_superseded) return superseded(offer)
  if (offer.status !== 'active' || !offer.is_staffed || !offer.is_eligible) return unavailable(offer)
  return offer.is_open ? undefined : gated(deed)
}

/** The offer, where the agent may use it. In a transaction: until it ends no block between the two is acknowledged. */
export async function requireInvocable(
  db: Queryable,
  call: { agent_id: string; offer_revision_id: string; deed: Deed; now: Date },
): Promise<Usable> {
  const { agent_id, offer_revision_id, deed, now } = call
  const [offer] = await findUsables.run(db, [{ viewer: agent_id, offer_revision_id, now }])
  const refusal = refusalOf(offer, deed)
  if (!offer || refusal) throw refusal
  if (offer.owner_agent_id !== agent_id && (await isBlocked(db, offer.owner_agent_id, agent_id))) {
    throw interactionNotAllowed()
  }
  if (!offer.is_asked) await noteAsked(db, [offer.service_id], now)
  return offer
}

/** Has evidence that ran out made anew for who was refused by that, as what the refused transaction noted is undone (OFFER-42). */
export const askAgain =
  ({ db, actor, now }: Pick<Context, 'db' | 'actor' | 'now'>, offer_revision_id: string) =>
  async (refusal: unknown): Promise<never> => {
    if (refusal instanceof Problem && refusal.slug === 'service-unavailable-now') {
      await noteOfferAsked(db, { viewer: actor.agent_id, offer_revision_id, now })
    }
    throw refusal
  }

const superseded = ({ current_offer_revision_id }: Usable) =>
  new Problem('offer-revision-conflict', 'This revision is superseded: look at the current one, and use that.', {
    current_offer_revision_id,
  })

function unavailable({ status, is_staffed, may_return }: Usable): Problem {
  const isLapsed = status === 'active' && is_staffed && may_return
  return new Problem(
    'service-unavailable-now',
    isLapsed
      ? 'The last check of this service was too long ago; it is checked again once it is asked for.'
      : 'This service is not available now.',
    isLapsed ? { retry_after_seconds: CHECKED_AGAIN_SECONDS } : {},
  )
}

const gated = (deed: Deed) =>
  deed === 'invoke'
    ? new Problem('access-grant-required', 'This service is for agents that its owner granted it.')
    : new Problem('service-is-gated', 'This service is for agents that its owner granted it.')
