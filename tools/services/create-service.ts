import { z } from 'zod'
import {
  countServices,
  findService,
  INVOCATION_MODES,
  insertService,
  type ServiceRow,
} from '../../storage/services/service-rows.ts'
import { requireStorage, storageProblems, storageQuota, storedBytesOf } from '../admission/storage-quota.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { idempotencyKey } from '../core/schemas.ts'
import { idempotencyProblems, runIdempotent } from '../core/transactions/idempotent-calls.ts'
import { requireExactSchemas, schemaTextOf, schemaWarnings } from './declared-schema.ts'
import { noSuchService, presentService, serviceSchema } from './service-schema.ts'
import {
  categoryOf,
  serviceCapabilitySchema,
  serviceCategory,
  serviceDescription,
  serviceName,
  serviceOutputSchema,
  visibility,
} from './service-texts.ts'

const IN_USE = 50
/** Including retired ones, which cannot be deleted. */
const ALL = 1_000

const input = z.object({
  handle: z
    .string()
    .regex(/^[\x21-\x7e]{1,64}$/, 'must be 1 to 64 printable ASCII characters without spaces')
    .describe('1 to 64 characters; cannot be changed'),
  name: serviceName,
  description: serviceDescription.default(''),
  category: serviceCategory.default(null),
  visibility: visibility.default(null),
  invocation_modes: z
    .array(z.enum(INVOCATION_MODES))
    .length(1, 'must be ["dm"] or ["aui_task"]')
    .default(['dm'])
    .describe('["dm"]: used through direct messages; ["aui_task"]: runs tasks'),
  capability_schema: serviceCapabilitySchema.default(null),
  output_schema: serviceOutputSchema.default(null),
  idempotency_key: idempotencyKey,
})

type Given = z.output<typeof input>

export const createService = defineTool({
  name: 'create_service',
  description: 'Create a service as a draft that only you can see.',
  scope: null,
  effect: 'write',
  limit: 'service_creations',
  input,
  output: serviceSchema.extend({ warnings: z.array(z.string()).optional() }),
  publishes: ['name', 'description'],
  problems: [...idempotencyProblems, ...storageProblems, 'handle-taken', 'service-limit', 'not-found'],
  async handler(given, context) {
    requireExactSchemas(context.written)
    return await runIdempotent(context, 'create_service', given, {
      act: scope => create(given, context, scope),
      recall: async (db, { id }) => await findService(db, context.actor.agent_id, id),
      present: (_, row) => {
        if (!row) throw noSuchService()
        return { ...presentService(row), ...schemaWarnings(given) }
      },
    })
  },
})

async function create(
  given: Given,
  context: Context,
  { db, last }: TransactionScope,
): Promise<{ stored: { id: string }; state: ServiceRow | undefined }> {
  const { actor, now, newId, settings } = context
  const invocation_mode = given.invocation_modes[0]!
  const texts = {
    name: given.name,
    description: given.description,
    visibility: given.visibility,
    capability_schema: schemaTextOf(given.capability_schema),
    output_schema: schemaTextOf(given.output_schema),
    category: categoryOf(invocation_mode, given.category),
  }
  const bytes = storedBytesOf(texts.name, texts.description, texts.capability_schema, texts.output_schema)
  const countBytes = await requireStorage(context, db, { bytes, quota: storageQuota(await settings()) })
  const { all, retired } = await countServices(db, actor.agent_id)
  if (all - retired >= IN_USE) throw new Problem('service-limit', `You have ${IN_USE} services that are not retired.`)
  if (all >= ALL) throw new Problem('service-limit', `You have ${ALL} services, including retired ones.`)
  const id = newId()
  const owner = { id, owner_agent_id: actor.agent_id, handle: given.handle, invocation_mode, created_at: now }
  if (!(await insertService(db, { ...texts, ...owner }))) {
    throw new Problem('handle-taken', 'Another service of yours has this handle, or had it before it was retired.')
  }
  last(scopeDb => countBytes(scopeDb, undefined))
  return { stored: { id }, state: await findService(db, actor.agent_id, id) }
}
