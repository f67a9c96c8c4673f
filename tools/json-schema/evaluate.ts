import { ANY_CHECKS } from './any-checks.ts'
import { ARRAY_CHECKS } from './array-checks.ts'
import { BRANCH_CHECKS } from './branch-checks.ts'
import type { EvaluationRun, Spoken } from './evaluation-run.ts'
import type { JsonSchemaObject } from './keywords.ts'
import { OBJECT_CHECKS } from './object-checks.ts'
import type { SchemaCheck, Subject } from './schema-check.ts'
import { UNEVALUATED_CHECKS } from './unevaluated-checks.ts'

const CHECKS = new Map([...ANY_CHECKS, ...ARRAY_CHECKS, ...OBJECT_CHECKS, ...BRANCH_CHECKS])

/** Steps charged for applying a schema, and for each keyword: some 25 ns a step. */
const SCHEMA_STEPS = 6
const KEYWORD_STEPS = 3

/** Whether a value is valid by a schema; errors are reported to the run. Unevaluated keywords come last. */
export function evaluate(
  run: EvaluationRun,
  schema: JsonSchemaObject,
  value: unknown,
  pointer: string,
  spoken: Spoken | undefined,
): boolean {
  run.spend(SCHEMA_STEPS)
  if (typeof schema === 'boolean') return schema || run.tell(pointer, 'false', 'is not allowed')
  const subject: Subject = { run, schema, value, pointer, spoken }
  let holds = true
  for (const keyword of Object.keys(schema)) {
    run.spend(KEYWORD_STEPS)
    if (CHECKS.get(keyword)?.(schema[keyword], subject) === false) holds = false
  }
  return holds && UNEVALUATED_CHECKS.every(([keyword, check]) => applies(keyword, subject, check))
}

const applies = (keyword: string, subject: Subject, check: SchemaCheck): boolean =>
  !Object.hasOwn(subject.schema, keyword) || check(subject.schema[keyword], subject)
