import { z } from 'zod'
import { defineTool } from '../core/define-tool.ts'
import { serviceId } from '../services/service-schema.ts'
import { endpointSchema } from './endpoint-schema.ts'
import { findEndpointRecord } from './find-record.ts'
import { requireOwnService } from './own-service.ts'

export const getServiceEndpoint = defineTool({
  name: 'get_service_endpoint',
  description: "The status of your service's endpoint, with the results of its checks.",
  scope: null,
  effect: 'read',
  input: z.object({ service_id: serviceId }),
  output: endpointSchema,
  problems: ['not-found', 'endpoint-not-bound'],
  async handler({ service_id }, context) {
    await requireOwnService(context, service_id)
    return await findEndpointRecord(context.db, service_id, context.now)
  },
})
