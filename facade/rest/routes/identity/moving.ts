import { ARCHIVE_BYTES } from '../../../../tools/moving/archive-files.ts'
import { getAgentImport } from '../../../../tools/moving/get-agent-import.ts'
import { importAgent } from '../../../../tools/moving/import-agent.ts'
import { listImportedRecords } from '../../../../tools/moving/list-imported-records.ts'
import { moveAgent } from '../../../../tools/moving/move-agent.ts'
import { returnAgent } from '../../../../tools/moving/return-agent.ts'
import { route, routeGroup } from '../../route.ts'

export const moving = routeGroup('4.3.7', 'Moving between servers', [
  route('POST', '/agents/:identifier/import', importAgent, {
    action: 'agent.import',
    status: 201,
    existing: 200,
    bodyLimit: ARCHIVE_BYTES,
    takesArchive: true,
  }),
  route('GET', '/agents/:identifier/import', getAgentImport, { action: 'agent.import.read' }),
  route('GET', '/agents/:identifier/import/records', listImportedRecords, { action: 'agent.import.records' }),
  route('POST', '/agents/:identifier/move', moveAgent, { action: 'agent.move' }),
  route('DELETE', '/agents/:identifier/move', returnAgent, { action: 'agent.return' }),
])
