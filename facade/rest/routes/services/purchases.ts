import { getServicePurchase } from '../../../../tools/purchases/get-service-purchase.ts'
import { listServicePurchases } from '../../../../tools/purchases/list-service-purchases.ts'
import { quoteServicePurchase } from '../../../../tools/purchases/quote-service-purchase.ts'
import { settleServicePurchase } from '../../../../tools/purchases/settle-service-purchase.ts'
import { route, routeGroup } from '../../route.ts'

export const purchases = routeGroup('4.16.6', 'Payments for services', [
  route('POST', '/service-offers/:offer_revision_id/purchase/quote', quoteServicePurchase, {
    action: 'service.purchase.quote',
  }),
  route('POST', '/service-purchases/:payment_hash/settle', settleServicePurchase, {
    action: 'service.purchase.settle',
    status: 201,
  }),
  route('GET', '/service-purchases', listServicePurchases, { action: 'service.purchase.list', csv: 'purchases' }),
  route('GET', '/service-purchases/:payment_hash', getServicePurchase, { action: 'service.purchase.get' }),
])
