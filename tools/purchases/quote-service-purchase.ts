import { z } from 'zod'
import { SCOPES } from '../../storage/entitlements/rights.ts'
import { defineTool } from '../kernel/define.ts'
import { uuid } from '../kernel/schemas.ts'
import { withoutMarketplace } from '../services/marketplace.ts'
import { requirePayments, withoutPayments } from '../wallet/wallet.ts'
import { purchase } from './purchase.ts'

export const quoteServicePurchase = defineTool({
  name: 'quote_service_purchase',
  description: 'What a right to a priced service costs, to be signed; charges nothing.',
  scope: 'service:invoke',
  effect: 'write',
  idempotent: true,
  limit: 'purchases',
  input: z.object({
    offer_revision_id: uuid.describe('the offer'),
    scope: z.enum(SCOPES).default('agent_bound').describe('who may use it'),
    restricted_agent_ids: z.array(uuid).max(100).optional().describe('for account_restricted'),
    payer_address: z.string().min(1).max(128).optional().describe('by default your wallet'),
  }),
  output: purchase,
  closed: settings => withoutMarketplace(settings) ?? withoutPayments(settings),
  problems: ['marketplace-disabled', 'wallet-unavailable'],
  handler: (_, context) => requirePayments(context),
})
