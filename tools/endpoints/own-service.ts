import type { Queryable } from '../../storage/db/db.ts'
import { findService, type ServiceRow } from '../../storage/services/service-rows.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'
import { noSuchService } from '../services/service-schema.ts'

type Reader = Pick<Context, 'actor'> & { db: Queryable }

/** A service of the actor, whatever its state. */
export async function requireOwnService({ db, actor }: Reader, id: string): Promise<ServiceRow> {
  const service = await findService(db, actor.agent_id, id)
  if (!service) throw noSuchService()
  return service
}

/** The problems that `requireBindable` may throw. */
export const bindableProblems = ['not-found', 'service-retired-immutable', 'validation-error'] as const

/** A service of the actor that can be called (ENDP-1 to ENDP-3). */
export async function requireBindable(context: Reader, id: string): Promise<ServiceRow> {
  const service = await requireOwnService(context, id)
  if (service.invocation_mode !== 'aui_task') {
    const message =
      'is used through direct messages and has no endpoint: create a service with invocation_modes ["aui_task"]'
    throw new Problem('validation-error', 'The input is invalid. See `errors` for details.', {
      errors: [{ pointer: '/service_id', code: 'custom', message }],
    })
  }
  if (service.status === 'retired') {
    throw new Problem('service-retired-immutable', 'This service is retired and cannot be changed.')
  }
  return service
}
