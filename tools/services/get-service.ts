import { z } from 'zod'
import { findService } from '../../storage/services/services.ts'
import { defineTool } from '../kernel/define.ts'
import { noSuchService, presentService, service, serviceId } from './service.ts'

export const getService = defineTool({
  name: 'get_service',
  description: 'A service of yours.',
  scope: null,
  effect: 'read',
  input: z.object({ service_id: serviceId }),
  output: service,
  problems: ['not-found'],
  async handler({ service_id }, { db, actor }) {
    const row = await findService(db, actor.agent_id, service_id)
    if (!row) throw noSuchService()
    return presentService(row)
  },
})
