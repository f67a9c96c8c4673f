import { getServicePurchase } from '../../../../tools/purchases/get-service-purchase.ts'
import { listServicePurchases } from '../../../../tools/purchases/list-service-purchases.ts'
import { quoteServicePurchase } from '../../../../tools/purchases/quote-service-purchase.ts'
import { settleServicePurchase } from '../../../../tools/purchases/settle-service-purchase.ts'
import { purchaseWithX402 } from '../../../../tools/purchases/x402/purchase-with-x402.ts'
import { x402Header } from '../../../http/x402-header.ts'
import { route, routeGroup } from '../../route.ts'

export const purchases = routeGroup('4.16.6', 'Payments for services', [
  route('POST', '/service-offers/:offer_revision_id/purchase/quote', quoteServicePurchase, {
    action: 'service.purchase.quote',
  }),
  route('POST', '/service-purchases/:payment_hash/settle', settleServicePurchase, {
    action: 'service.purchase.settle',
    status: 201,
  }),
  route('POST', '/x402/offers/:offer_revision_id', purchaseWithX402, {
    action: 'service.purchase.x402',
    status: 201,
    headerInputs: { 'payment-signature': 'payment' },
    only: 'entitlement',
    headers: ({ settlement }) => ({ 'PAYMENT-RESPONSE': x402Header(settlement) }),
  }),
  route('GET', '/service-purchases', listServicePurchases, { action: 'service.purchase.list', csv: 'purchases' }),
  route('GET', '/service-purchases/:payment_hash', getServicePurchase, { action: 'service.purchase.get' }),
])
