import { z } from 'zod'
import { judgeSchema } from './judge-schema.ts'

const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map(step => step.replace(/~1/g, '/').replace(/~0/g, '~'))

/** A JSON Schema as an input, with errors by position (SVC-20 to SVC-28). */
export const declaredSchema = z
  .record(z.string(), z.unknown())
  .superRefine((schema, { addIssue }) => {
    for (const { pointer, message } of judgeSchema(schema))
      addIssue({ code: 'custom', path: stepsOf(pointer), message })
  })
  .nullable()
