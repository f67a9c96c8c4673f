import { z } from 'zod'
import { defineTool } from '../kernel/define.ts'
import { serviceId } from '../services/service.ts'
import { endpoint } from './endpoint.ts'
import { requireOwnService } from './own-service.ts'
import { findRecord } from './record.ts'

export const getServiceEndpoint = defineTool({
  name: 'get_service_endpoint',
  description: 'How the endpoint of your service stands, and what its checks found.',
  scope: null,
  effect: 'read',
  input: z.object({ service_id: serviceId }),
  output: endpoint,
  problems: ['not-found', 'endpoint-not-bound'],
  async handler({ service_id }, context) {
    await requireOwnService(context, service_id)
    return await findRecord(context.db, service_id, context.now)
  },
})
