import { z } from 'zod'
import {
  type ServiceRow,
  type ServiceTexts,
  updateServiceRow as writeService,
} from '../../storage/services/service-rows.ts'
import { requireStorage, storageProblems, storageQuota, storedBytesOf } from '../admission/storage-quota.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { mintProblems, mintRevision } from '../offers/mint.ts'
import { requireExactSchemas, schemaTextOf, schemaWarnings } from './declared-schema.ts'
import { mutableProblems, presentService, requireMutable, serviceId, serviceSchema } from './service-schema.ts'
import {
  categoryOf,
  serviceCapabilitySchema,
  serviceCategory,
  serviceDescription,
  serviceName,
  serviceOutputSchema,
  visibility,
} from './service-texts.ts'

const changes = z.object({
  name: serviceName.optional(),
  description: serviceDescription.optional(),
  category: serviceCategory.optional(),
  visibility: visibility.optional(),
  capability_schema: serviceCapabilitySchema.optional(),
  output_schema: serviceOutputSchema.optional(),
})

type Changes = z.output<typeof changes>

const fixed = z.unknown().optional().describe('cannot be changed here')

/** Members that cannot be changed, with what to do instead (SVC-33). */
const FIXED = {
  handle: 'The handle of a service cannot be changed. Retire the service and create another one.',
  invocation_modes: 'The kind of a service cannot be changed. Retire the service and create another one.',
  sla_tier: 'Services are sync; there is no other tier yet.',
  pricing: 'Use PUT /services/{service_id}/pricing.',
} as const

const isFixed = (name: string): name is keyof typeof FIXED => Object.hasOwn(FIXED, name)

export const updateService = defineTool({
  name: 'update_service',
  description: 'Change the description of a service. Changes to the offer create a new revision.',
  scope: null,
  effect: 'write',
  idempotent: true,
  limit: 'service_changes',
  input: changes.extend({
    service_id: serviceId,
    handle: fixed,
    invocation_modes: fixed,
    sla_tier: fixed,
    pricing: fixed,
  }),
  example: { input: { description: 'Translates between German and Polish.' } },
  output: serviceSchema.extend({ warnings: z.array(z.string()).optional() }),
  publishes: ['name', 'description'],
  problems: [...mutableProblems, ...mintProblems, ...storageProblems],
  async handler({ service_id, ...given }, context) {
    requireExactSchemas(context.written)
    const changed = requireChanges(given)
    const quota = storageQuota(await context.settings())
    return await context.transaction(async scope => {
      const { db, last } = scope
      const before = await requireMutable(context, db, service_id)
      const after = { ...before, ...changed, category: categoryAfter(before, changed) }
      last(await requireStorage(context, db, { bytes: bytesOfService(after) - bytesOfService(before), quota }))
      await writeService(db, service_id, after, context.now)
      await mintRevision(scope, service_id, context)
      return { ...presentService(await requireMutable(context, db, service_id)), ...schemaWarnings(given) }
    })
  },
})

function requireChanges(given: Changes & Partial<Record<keyof typeof FIXED, unknown>>): Partial<ServiceTexts> {
  const sent = Object.entries(given).filter(([, value]) => value !== undefined)
  const refused = sent.map(([name]) => name).filter(isFixed)
  if (refused.length > 0) {
    throw new Problem('validation-error', 'This cannot be changed here. `hint` describes how to change it.', {
      hint: refused.map(name => FIXED[name]).join(' '),
      errors: refused.map(name => ({ pointer: `/${name}`, code: 'immutable', message: 'cannot be changed here' })),
    })
  }
  if (sent.length === 0) {
    const message = `must have at least one of ${Object.keys(changes.shape).join(', ')}`
    throw new Problem('validation-error', 'The input is invalid. See `errors` for details.', {
      errors: [{ pointer: '', code: 'too_small', message }],
    })
  }
  const { capability_schema, output_schema, ...texts } = Object.fromEntries(sent) as Changes
  return {
    ...(texts as Partial<ServiceTexts>),
    ...(capability_schema === undefined ? {} : { capability_schema: schemaTextOf(capability_schema) }),
    ...(output_schema === undefined ? {} : { output_schema: schemaTextOf(output_schema) }),
  }
}

const categoryAfter = ({ invocation_mode, category }: ServiceRow, changed: Partial<ServiceTexts>): string =>
  categoryOf(invocation_mode, changed.category === undefined ? category : changed.category)

const bytesOfService = ({ name, description, capability_schema, output_schema }: ServiceTexts) =>
  storedBytesOf(name, description, capability_schema, output_schema)
