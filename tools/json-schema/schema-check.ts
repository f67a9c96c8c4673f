import type { EvaluationRun, Spoken } from './evaluation-run.ts'
import { isMembers, type JsonSchemaObject, type Members } from './keywords.ts'

/** A value under validation. */
export interface Subject {
  run: EvaluationRun
  schema: Members
  value: unknown
  pointer: string
  spoken: Spoken | undefined
}

/** Whether a value is valid by one keyword, whose argument has been validated. */
export type SchemaCheck = (argument: unknown, subject: Subject) => boolean

type KeywordCheck<Argument, Value> = (argument: Argument, value: Value, subject: Subject) => boolean

const of =
  <Value>(isOf: (value: unknown) => value is Value) =>
  <Argument>(check: KeywordCheck<Argument, Value>): SchemaCheck =>
  (argument, subject) =>
    isOf(subject.value) ? check(argument as Argument, subject.value, subject) : true

/** Checks that apply to values of one type only. */
export const ofNumbers = of(value => typeof value === 'number')
export const ofTexts = of(value => typeof value === 'string')
export const ofArrays = of((value): value is unknown[] => Array.isArray(value))
export const ofObjects = of(isMembers)

/** Applies a schema to the same value, and keeps what it evaluated if the value is valid. */
export function evaluateHere(schema: JsonSchemaObject, subject: Subject): boolean {
  const { run, value, pointer, spoken } = subject
  const spokenThere = spoken && run.nothingSpoken()
  if (!run.evaluate(schema, value, pointer, spokenThere)) return false
  if (spoken && spokenThere) {
    run.spend(spokenThere.names.size + spokenThere.indexes.size)
    for (const name of spokenThere.names) spoken.names.add(name)
    for (const index of spokenThere.indexes) spoken.indexes.add(index)
  }
  return true
}
