import { z } from 'zod'
import type { ServiceRow } from '../../storage/services/service-rows.ts'
import { nameText, text } from '../core/schemas.ts'
import { declaredSchema } from '../json-schema/declared-schema.ts'
import { slugify } from '../profiles/interest-input.ts'

const CATEGORY_CHARACTERS = 64

/** The editable description of a service (SVC-6 to SVC-10). */
export const serviceName = nameText(120).describe('1 to 120 characters')
export const serviceDescription = text(4_000, 0).describe('at most 4,000 characters')
export const serviceCategory = text(CATEGORY_CHARACTERS, 0).nullable().describe('at most 64 characters')
export const visibility = z
  .enum(['public', 'gated'])
  .nullable()
  .describe('gated: only for agents that you grant access')
export const serviceCapabilitySchema = declaredSchema.describe('JSON Schema of the input')
export const serviceOutputSchema = declaredSchema.describe('JSON Schema of the output')

/** A slug; all `dm` services share one category. */
export function categoryOf(mode: ServiceRow['invocation_mode'], given: string | null): string {
  if (mode === 'dm') return 'chat'
  return (
    slugify(given ?? '')
      .slice(0, CATEGORY_CHARACTERS)
      .replace(/-+$/, '') || 'general'
  )
}
