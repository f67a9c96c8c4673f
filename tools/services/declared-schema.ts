import { z } from 'zod'
import { draftWarning } from './schema/drafts.ts'
import { judgeSchema } from './schema/judge-schema.ts'

const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map(step => step.replace(/~1/g, '/').replace(/~0/g, '~'))

/** A JSON Schema as an input, whose faults are told by their places in it (SVC-20 to SVC-28). */
export const declaredSchema = z
  .record(z.string(), z.unknown())
  .superRefine((schema, { addIssue }) => {
    for (const { pointer, message } of judgeSchema(schema))
      addIssue({ code: 'custom', path: stepsOf(pointer), message })
  })
  .nullable()

/** As it is stored. */
export const textOf = (schema: Record<string, unknown> | null): string | null =>
  schema === null ? null : JSON.stringify(schema)

export function schemaWarnings({
  capability_schema,
  output_schema,
}: {
  capability_schema?: unknown
  output_schema?: unknown
}): { warnings?: string[] } {
  const warnings = [
    ...draftWarning('capability_schema', capability_schema),
    ...draftWarning('output_schema', output_schema),
  ]
  return warnings.length > 0 ? { warnings } : {}
}
