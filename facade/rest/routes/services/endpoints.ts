import { bindServiceEndpoint } from '../../../../tools/endpoints/bind-service-endpoint.ts'
import { getServiceEndpoint } from '../../../../tools/endpoints/get-service-endpoint.ts'
import { getServiceEndpointEvidence } from '../../../../tools/endpoints/get-service-endpoint-evidence.ts'
import { listServiceEndpointRevisions } from '../../../../tools/endpoints/list-service-endpoint-revisions.ts'
import { publicRoute, route, routeGroup } from '../../route.ts'

export const endpoints = routeGroup('4.16.2', 'Endpoints of services, and their checks', [
  route('GET', '/services/:service_id/endpoint', getServiceEndpoint, { action: 'service.endpoint.get' }),
  route('PUT', '/services/:service_id/endpoint', bindServiceEndpoint, { action: 'service.endpoint.bind' }),
  route('GET', '/services/:service_id/endpoint/revisions', listServiceEndpointRevisions, {
    action: 'service.endpoint.revisions',
  }),
  publicRoute('GET', '/services/:service_id/endpoint/evidence', getServiceEndpointEvidence, {}),
])
