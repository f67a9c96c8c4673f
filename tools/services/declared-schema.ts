import { RESOURCE_LIMITS } from '../../concurrency/resource-limits.ts'
import { parseJson } from '../../push/broker/lossless-json.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'
import { findRounded, UNSAFE_NUMBER } from '../core/text/canonical-numbers.ts'
import { draftWarning } from '../json-schema/drafts.ts'

/** Numbers that JavaScript rounds are rejected, as in data: the stored schema is exactly the one that was sent. */
export function requireExactSchemas(written: Context['written']): void {
  const errors = (['capability_schema', 'output_schema'] as const).flatMap(name => {
    const text = written?.(name)
    const rounded = text === undefined ? [] : findRounded(parseJson(text), RESOURCE_LIMITS.input_faults.limit)
    return rounded.map(pointer => ({ pointer: `/${name}${pointer}`, code: 'unsafe_number', message: UNSAFE_NUMBER }))
  })
  if (errors.length > 0) {
    throw new Problem('validation-error', 'A schema is not acceptable. See `errors` for details.', {
      errors,
    })
  }
}

/** As stored. */
export const schemaTextOf = (schema: Record<string, unknown> | null): string | null =>
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
