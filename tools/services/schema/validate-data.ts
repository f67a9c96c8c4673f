import type { InputFault } from '../../core/problems/problem.ts'
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

/*
 * Why this is no library: ajv generates code from a schema and treats schemas as trusted ("Security considerations" of its
 * documentation), while these are written by strangers. Measured with ajv 8.20 and re2js: 130 to 720 ms and up to 280 KB of
 * code to compile a schema of 16 KB; 56 s and 2.9 GB for one with 1,500 required names over 99 KB of data, without allErrors
 * one fault at a time. Checks run inside transactions, so they end after a number of steps that is the same on each machine.
 */

/**
 * What of data is not as a schema asks, which was judged before; nothing where all is. It ends after a number of steps, in
 * which it found what it found: data that takes more is refused.
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
