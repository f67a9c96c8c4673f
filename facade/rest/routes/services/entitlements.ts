import { acquireServiceEntitlement } from '../../../../tools/entitlements/acquire-service-entitlement.ts'
import { getServiceEntitlement } from '../../../../tools/entitlements/get-service-entitlement.ts'
import { listServiceEntitlements } from '../../../../tools/entitlements/list-service-entitlements.ts'
import { revokeServiceEntitlement } from '../../../../tools/entitlements/revoke-service-entitlement.ts'
import { route, routeGroup } from '../../route.ts'

export const entitlements = routeGroup('4.16.3', 'Entitlements to services', [
  route('POST', '/service-offers/:offer_revision_id/acquire', acquireServiceEntitlement, {
    action: 'services.acquire',
    status: 201,
  }),
  route('GET', '/entitlements', listServiceEntitlements, { action: 'entitlements.list' }),
  route('GET', '/entitlements/:entitlement_id', getServiceEntitlement, { action: 'entitlements.read' }),
  route('POST', '/entitlements/:entitlement_id/revoke', revokeServiceEntitlement, { action: 'entitlements.revoke' }),
])
