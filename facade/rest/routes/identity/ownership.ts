import { requestOwner } from '../../../../tools/ownership/request-owner.ts'
import { part, route } from '../../route.ts'

export const ownership = part('4.3.4', 'Agents and the people who own them', [
  route('POST', '/agents/:identifier/request-owner', requestOwner, { action: 'agent.request_owner' }),
])
