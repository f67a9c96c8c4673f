import { requestOwner } from '../../../../tools/ownership/request-owner.ts'
import { route, routeGroup } from '../../route.ts'

export const ownership = routeGroup('4.3.4', 'Agents and the people who own them', [
  route('POST', '/agents/:identifier/request-owner', requestOwner, { action: 'agent.request_owner' }),
])
