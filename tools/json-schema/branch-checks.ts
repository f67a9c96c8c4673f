import type { JsonSchemaObject } from './keywords.ts'
import { evaluateHere, type SchemaCheck, type Subject } from './schema-check.ts'

/** How many of the schemas accept the value; all are evaluated, for unevaluated members. */
const taking = (schemas: JsonSchemaObject[], subject: Subject): number =>
  subject.run.try(() => schemas.filter(schema => evaluateHere(schema, subject)).length)

function checkIf(condition: unknown, subject: Subject): boolean {
  const { then: consequence = true, else: otherwise = true } = subject.schema as {
    then?: JsonSchemaObject
    else?: JsonSchemaObject
  }
  const holds = subject.run.try(() => evaluateHere(condition as JsonSchemaObject, subject))
  return evaluateHere(holds ? consequence : otherwise, subject)
}

/** Schemas applied to the same value. */
export const BRANCH_CHECKS: [string, SchemaCheck][] = [
  [
    '$ref',
    (ref, subject) => {
      const target = subject.run.refersTo(ref as string)
      return target === undefined || evaluateHere(target, subject)
    },
  ],
  [
    'allOf',
    (schemas, subject) => (schemas as JsonSchemaObject[]).filter(schema => !evaluateHere(schema, subject)).length === 0,
  ],
  [
    'anyOf',
    (schemas, subject) =>
      taking(schemas as JsonSchemaObject[], subject) > 0 ||
      subject.run.tell(subject.pointer, 'anyOf', 'must match at least one of several schemas'),
  ],
  [
    'oneOf',
    (schemas, subject) =>
      taking(schemas as JsonSchemaObject[], subject) === 1 ||
      subject.run.tell(subject.pointer, 'oneOf', 'must match exactly one of several schemas'),
  ],
  [
    'not',
    (schema, { run, value, pointer }) =>
      !run.try(() => run.evaluate(schema as JsonSchemaObject, value, pointer)) ||
      run.tell(pointer, 'not', 'must not match a schema'),
  ],
  ['if', checkIf],
]
