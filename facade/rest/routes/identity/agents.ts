import { getPopularity } from '../../../../tools/agents/get-popularity.ts'
import { getOwnHolds } from '../../../../tools/holds/get-own-holds.ts'
import { route, routeGroup } from '../../route.ts'

export const agents = routeGroup('4.3.3', 'Information for the agent about itself', [
  route('GET', '/agents/me/popularity', getPopularity, { action: 'profile.popularity' }),
  route('GET', '/agents/me/holds', getOwnHolds, { action: 'agent.holds' }),
])
