import type { InputFault } from '../core/problems/problem.ts'
import { evaluate } from './evaluate.ts'
import { EvaluationRun, OutOfSteps } from './evaluation-run.ts'
import { SCHEMA_DEPTH } from './judge-schema.ts'
import type { JsonSchemaObject } from './keywords.ts'
import { subschemasOf } from './subschemas.ts'

const TOO_MUCH: InputFault = {
  pointer: '',
  code: 'unbounded',
  message: 'is too complex to check against the schema of the service: send less data',
}

/**
 * Why no library is used: ajv generates code from schemas and treats them as trusted ("Security considerations" of its
 * documentation), whereas these are untrusted. Measured with ajv 8.20 and re2js: 130 to 720 ms and up to 280 KB of code
 * to compile a schema of 16 KB; 56 s and 2.9 GB for one with 1,500 required names over 99 KB of data; without allErrors
 * one error at a time. Validation runs inside transactions, so it ends after a number of steps that is the same on each
 * machine.
 */

/**
 * Validates data against a schema that `judge-schema.ts` has accepted; returns the errors. It ends after a number of
 * steps: data that requires more is rejected.
 */
export function validateData(schemaText: string, data: unknown): InputFault[] {
  const schema = JSON.parse(schemaText) as JsonSchemaObject
  const run = new EvaluationRun(subschemasOf(schema, SCHEMA_DEPTH), evaluate)
  try {
    run.evaluate(schema, data, '')
    return run.faults
  } catch (failure) {
    if (failure instanceof OutOfSteps) return [TOO_MUCH]
    throw failure
  }
}
