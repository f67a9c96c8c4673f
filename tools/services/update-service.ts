import { z } from 'zod'
import { type ServiceRow, type ServiceWords, updateService as writeService } from '../../storage/services/services.ts'
import { bytesOf, requireRoom, storageProblems, storageQuota } from '../admission/storage-quota.ts'
import { defineTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { mintProblems, mintRevision } from '../offers/mint.ts'
import { requireExactSchemas, schemaWarnings, textOf } from './declared-schema.ts'
import {
  capabilitySchema,
  category,
  categoryOf,
  description,
  outputSchema,
  serviceName,
  visibility,
} from './own-words.ts'
import { mutableProblems, presentService, requireMutable, service, serviceId } from './service.ts'

const changes = z.object({
  name: serviceName.optional(),
  description: description.optional(),
  category: category.optional(),
  visibility: visibility.optional(),
  capability_schema: capabilitySchema.optional(),
  output_schema: outputSchema.optional(),
})

type Changes = z.output<typeof changes>

const fixed = z.unknown().optional().describe('refused: it is not changed here')

/** What a change does not take, and what does it instead (SVC-33). */
const FIXED = {
  handle: 'The handle of a service stays: retire it, and create another one.',
  invocation_modes: 'What a service is stays: retire it, and create another one.',
  sla_tier: 'Services are sync; there is no other tier yet.',
  pricing: 'PUT /services/{service_id}/pricing sets it.',
} as const

const isFixed = (name: string): name is keyof typeof FIXED => Object.hasOwn(FIXED, name)

export const updateService = defineTool({
  name: 'update_service',
  description: 'Change what you say of a service; what it is offered as is offered anew.',
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
  output: service.extend({ warnings: z.array(z.string()).optional() }),
  problems: [...mutableProblems, ...mintProblems, ...storageProblems],
  async handler({ service_id, ...given }, context) {
    requireExactSchemas(context.written)
    const changed = requireChanges(given)
    const quota = storageQuota(await context.settings())
    return await context.transaction(async scope => {
      const { db, last } = scope
      const before = await requireMutable(context, db, service_id)
      const after = { ...before, ...changed, category: categoryAfter(before, changed) }
      last(await requireRoom(context, db, { bytes: bytesOfService(after) - bytesOfService(before), quota }))
      await writeService(db, service_id, after, context.now)
      await mintRevision(scope, service_id, context)
      return { ...presentService(await requireMutable(context, db, service_id)), ...schemaWarnings(given) }
    })
  },
})

function requireChanges(given: Changes & Partial<Record<keyof typeof FIXED, unknown>>): Partial<ServiceWords> {
  const sent = Object.entries(given).filter(([, value]) => value !== undefined)
  const refused = sent.map(([name]) => name).filter(isFixed)
  if (refused.length > 0) {
    throw new Problem('validation-error', 'This is not changed here; `hint` says how it is.', {
      hint: refused.map(name => FIXED[name]).join(' '),
      errors: refused.map(name => ({ pointer: `/${name}`, code: 'immutable', message: 'is not changed here' })),
    })
  }
  if (sent.length === 0) {
    const message = `must have at least one of ${Object.keys(changes.shape).join(', ')}`
    throw new Problem('validation-error', 'The input does not fit; `errors` says where and why.', {
      errors: [{ pointer: '', code: 'too_small', message }],
    })
  }
  const { capability_schema, output_schema, ...words } = Object.fromEntries(sent) as Changes
  return {
    ...(words as Partial<ServiceWords>),
    ...(capability_schema === undefined ? {} : { capability_schema: textOf(capability_schema) }),
    ...(output_schema === undefined ? {} : { output_schema: textOf(output_schema) }),
  }
}

const categoryAfter = ({ invocation_mode, category }: ServiceRow, changed: Partial<ServiceWords>): string =>
  categoryOf(invocation_mode, changed.category === undefined ? category : changed.category)

const bytesOfService = ({ name, description, capability_schema, output_schema }: ServiceWords) =>
  bytesOf(name, description, capability_schema, output_schema)
