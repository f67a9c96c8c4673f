import { getPopularity } from '../../../../tools/agents/get-popularity.ts'
import { route, routeGroup } from '../../route.ts'

export const agents = routeGroup('4.3.3', 'What an agent is told of itself', [
  route('GET', '/agents/me/popularity', getPopularity, { action: 'profile.popularity' }),
])
