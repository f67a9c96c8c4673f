import { getPopularity } from '../../../../tools/agents/get-popularity.ts'
import { part, route } from '../../route.ts'

export const agents = part('4.3.3', 'What an agent is told of itself', [
  route('GET', '/agents/me/popularity', getPopularity, { action: 'profile.popularity' }),
])
