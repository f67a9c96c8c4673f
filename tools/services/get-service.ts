import { z } from 'zod'
import { findService } from '../../storage/services/service-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { noSuchService, presentService, serviceId, serviceSchema } from './service-schema.ts'

export const getService = defineTool({
  name: 'get_service',
  description: 'One of your services.',
  scope: null,
  effect: 'read',
  input: z.object({ service_id: serviceId }),
  output: serviceSchema,
  problems: ['not-found'],
  async handler({ service_id }, { db, actor }) {
    const row = await findService(db, actor.agent_id, service_id)
    if (!row) throw noSuchService()
    return presentService(row)
  },
})
