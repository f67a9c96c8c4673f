import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import { findEndpoint } from '../../storage/endpoints/bindings.ts'
import { lockService, type ServiceStatus, updateServiceStatus } from '../../storage/services/service-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { mintProblems, mintRevision } from '../offers/mint.ts'
import { noSuchService, presentService, serviceId, serviceSchema } from './service-schema.ts'

/** Allowed transitions (SVC-40 to SVC-44). */
const EDGES: Record<ServiceStatus, readonly ServiceStatus[]> = {
  draft: ['active', 'retired'],
  active: ['paused', 'retired'],
  paused: ['active', 'retired'],
  retired: [],
}

export const transitionService = defineTool({
  name: 'transition_service',
  description: 'Publish a service, pause it, or permanently retire it.',
  scope: null,
  effect: 'write',
  idempotent: true,
  limit: 'service_changes',
  input: z.object({
    service_id: serviceId,
    to: z.enum(['active', 'paused', 'retired']).describe('the new state; retired is permanent'),
  }),
  output: serviceSchema.extend({ warnings: z.array(z.string()).optional() }),
  problems: [...mintProblems, 'not-found', 'invalid-service-state-transition'],
  async handler({ service_id, to }, context) {
    return await context.transaction(async scope => {
      const { db } = scope
      const row = await lockService(db, context.actor.agent_id, service_id)
      if (!row) throw noSuchService()
      const { status: from } = row
      const allowed = EDGES[from]
      if (!allowed.includes(to)) {
        const detail = `A service cannot change from ${from} to ${to}.`
        throw new Problem('invalid-service-state-transition', detail, { from, to, allowed })
      }
      await updateServiceStatus(db, service_id, to, context.now)
      if (to === 'active') await mintRevision(scope, service_id, context)
      const warnings = to === 'active' ? await endpointWarnings({ db, now: context.now }, service_id) : []
      const service = presentService((await lockService(db, context.actor.agent_id, service_id))!)
      return { ...service, ...(warnings.length > 0 && { warnings }) }
    })
  },
})

/** A service whose endpoint failed can be published, for example to bind it again, but its owner should know. */
async function endpointWarnings({ db, now }: { db: Queryable; now: Date }, serviceId: string): Promise<string[]> {
  const endpoint = await findEndpoint(db, serviceId, now)
  if (!endpoint || endpoint.is_eligible) return []
  return [
    'The endpoint of this service is not verified, so no agent can use it. GET /services/{service_id}/endpoint says ' +
      'which check failed; then bind the endpoint again.',
  ]
}
