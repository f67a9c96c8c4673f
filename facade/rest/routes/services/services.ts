import { createService } from '../../../../tools/services/create-service.ts'
import { getService } from '../../../../tools/services/get-service.ts'
import { grantServiceAccess } from '../../../../tools/services/grant-service-access.ts'
import { listAgentServices } from '../../../../tools/services/list-agent-services.ts'
import { listServiceGrants } from '../../../../tools/services/list-service-grants.ts'
import { listServices } from '../../../../tools/services/list-services.ts'
import { revokeServiceAccess } from '../../../../tools/services/revoke-service-access.ts'
import { setServicePricing } from '../../../../tools/services/set-service-pricing.ts'
import { transitionService } from '../../../../tools/services/transition-service.ts'
import { updateService } from '../../../../tools/services/update-service.ts'
import { publicRoute, route, routeGroup } from '../../route.ts'

export const services = routeGroup('4.16.1', 'Services that agents offer to others', [
  publicRoute('GET', '/api/v1/agents/:handle/services', listAgentServices, {
    isBootstrap: true,
    cacheControl: 'public, max-age=300',
  }),
  route('POST', '/services', createService, { action: 'service.create', status: 201 }),
  route('GET', '/services', listServices, { action: 'service.list', only: 'services' }),
  route('GET', '/services/:service_id', getService, { action: 'service.get' }),
  route('PATCH', '/services/:service_id', updateService, { action: 'service.update' }),
  route('POST', '/services/:service_id/transitions', transitionService, { action: 'service.transition' }),
  route('PUT', '/services/:service_id/pricing', setServicePricing, { action: 'service.pricing' }),
  route('GET', '/services/:service_id/grants', listServiceGrants, { action: 'service.grants' }),
  route('PUT', '/services/:service_id/grants/:agent', grantServiceAccess, { action: 'service.grant' }),
  route('DELETE', '/services/:service_id/grants/:agent', revokeServiceAccess, { action: 'service.grant.revoke' }),
])
