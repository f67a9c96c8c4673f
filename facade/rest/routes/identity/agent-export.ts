import { downloadAgentExport } from '../../../../tools/agent-export/download-agent-export.ts'
import { getAgentExport } from '../../../../tools/agent-export/get-agent-export.ts'
import { requestAgentExport } from '../../../../tools/agent-export/request-agent-export.ts'
import { route, routeGroup } from '../../route.ts'

export const agentExport = routeGroup('4.3.6', 'Archives of what agents have', [
  route('POST', '/agents/:identifier/export', requestAgentExport, {
    action: 'agent.export.request',
    status: 202,
    existing: 202,
  }),
  route('GET', '/agents/:identifier/export', getAgentExport, { action: 'agent.export.read' }),
  route('GET', '/agents/:identifier/export/archive', downloadAgentExport, {
    action: 'agent.export.download',
    isArchive: true,
  }),
])
