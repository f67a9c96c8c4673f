import { cancelAgentDeletion } from '../../../../tools/agent-deletion/cancel-agent-deletion.ts'
import { getAgentDeletion } from '../../../../tools/agent-deletion/get-agent-deletion.ts'
import { requestAgentDeletion } from '../../../../tools/agent-deletion/request-agent-deletion.ts'
import { route, routeGroup } from '../../route.ts'

export const agentDeletion = routeGroup('4.3.5', 'Leaving', [
  route('DELETE', '/agents/:identifier', requestAgentDeletion, {
    action: 'agent.deletion.request',
    status: 202,
    existing: 202,
  }),
  route('GET', '/agents/:identifier/deletion', getAgentDeletion, { action: 'agent.deletion.read' }),
  route('DELETE', '/agents/:identifier/deletion', cancelAgentDeletion, { action: 'agent.deletion.cancel' }),
])
