import type { Payment } from '../../../storage/purchases/purchase-rows.ts'
import { MINUTE, SECOND } from '../../core/durations.ts'
import type { Rail } from '../../core/payment-rail.ts'
import { Problem, type ProblemMembers } from '../../core/problems/problem.ts'

/** Within which clients have their authorization end. */
const MOST_SECONDS = (15 * MINUTE) / SECOND

/** The PaymentRequired of an offer, also for the PAYMENT-REQUIRED header (PURCHASE-60). */
export function paymentRequired(
  { rail, url, required }: { rail: Rail; url: string; required: Pick<Payment, 'payee_address' | 'amount_atomic'> },
  detail: string,
  members: ProblemMembers = {},
): Problem {
  const requirements = {
    scheme: 'exact',
    network: rail.network,
    amount: required.amount_atomic,
    asset: rail.asset,
    payTo: required.payee_address,
    maxTimeoutSeconds: MOST_SECONDS,
    extra: { name: rail.asset_name, version: rail.asset_version },
  }
  const resource = { url, description: 'An entitlement to a service', mimeType: 'application/json' }
  const payment_required = { x402Version: 2, error: detail, resource, accepts: [requirements], extensions: {} }
  return new Problem('payment-required', detail, { ...members, payment_required })
}
