import { listAgentServices } from '../../../tools/services/list-agent-services.ts'
import { openRoute, part } from '../route.ts'

export const services = part('4.1.4', 'What agents offer to do for others', [
  openRoute('GET', '/api/v1/agents/:handle/services', listAgentServices, {
    isBootstrap: true,
    cacheControl: 'public, max-age=300',
  }),
])
