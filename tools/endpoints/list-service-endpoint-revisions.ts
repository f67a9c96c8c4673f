import { z } from 'zod'
import { findEndpoint } from '../../storage/endpoints/bindings.ts'
import { listRevisions } from '../../storage/endpoints/revisions.ts'
import { defineTool } from '../core/define-tool.ts'
import { nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor } from '../core/schemas.ts'
import { serviceId } from '../services/service-schema.ts'
import { attemptSchema, presentAttempt } from './endpoint-schema.ts'
import { requireOwnService } from './own-service.ts'

export const listServiceEndpointRevisions = defineTool({
  name: 'list_service_endpoint_revisions',
  description: 'All attempts to bind an endpoint to your service, with their results, newest first.',
  scope: null,
  effect: 'read',
  input: z.object({ service_id: serviceId, limit: limit(), cursor }),
  output: z.object({ revisions: z.array(attemptSchema), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['invalid-cursor', 'not-found'],
  async handler({ service_id, ...given }, context) {
    const list = `endpoint revisions ${service_id}`
    const position = readPosition(context, list, given.cursor)
    await requireOwnService(context, service_id)
    const before = position === undefined ? undefined : Number(position)
    const [state, found] = await Promise.all([
      findEndpoint(context.db, service_id, context.now),
      listRevisions(context.db, service_id, { before, limit: given.limit + 1 }),
    ])
    const rows = found.map(row => ({ ...row, id: String(row.binding_revision) }))
    const { items: revisions, ...rest } = await nextPage(context, list, { rows }, given.limit, row =>
      presentAttempt(row, null, state?.is_eligible && row.binding_revision === state.verified_revision),
    )
    return { revisions, ...rest }
  },
})
