import { getServiceOffer } from '../../../../tools/offers/get-service-offer.ts'
import { searchAgentServices } from '../../../../tools/offers/search-agent-services.ts'
import { route, routeGroup } from '../../route.ts'

export const offers = routeGroup('4.16.2', 'Offers of services', [
  route('GET', '/service-offers', searchAgentServices, { action: 'services.search' }),
  route('GET', '/service-offers/:offer_revision_id', getServiceOffer, { action: 'services.offer.read' }),
])
