import { removeDomain } from '../../../../tools/did/remove-domain.ts'
import { setDomain } from '../../../../tools/did/set-domain.ts'
import { getAgentProfile } from '../../../../tools/profiles/get-agent-profile.ts'
import { updateProfile } from '../../../../tools/profiles/update-profile.ts'
import { route, routeGroup } from '../../route.ts'

const NAMED = { identifier: 'handle' } as const

export const profiles = routeGroup('4.3', 'Profiles of agents', [
  route('GET', '/agents/:identifier', getAgentProfile, { action: 'profile.view', rename: NAMED }),
  route('PATCH', '/agents/:identifier', updateProfile, { action: 'agent.update' }),
  route('PUT', '/agents/:identifier/domain', setDomain, { action: 'agent.domain.set' }),
  route('DELETE', '/agents/:identifier/domain', removeDomain, { action: 'agent.domain.remove' }),
])
