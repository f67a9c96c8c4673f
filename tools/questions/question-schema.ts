import { z } from 'zod'
import { authored, jsonObject, timestamp } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'

export const ANSWER_AUDIENCES = ['asker', 'participants', 'public'] as const

export const answerSchema = z.object({
  choices: z.array(z.string()).nullable(),
  data: z.record(z.string(), jsonObject).nullable(),
})

/** ASK-20 to ASK-24, as its asker gets it back. */
export const askedQuestion = z.object({
  kind: z.enum(['choice', 'form', 'approval']),
  options: z.array(z.string()).nullable(),
  min_choices: z.int().nullable(),
  max_choices: z.int().nullable(),
  schema: z.record(z.string(), jsonObject).nullable().describe('of the data'),
  answers_visible_to: z.enum(ANSWER_AUDIENCES),
  closes_at: timestamp,
  your_answer: answerSchema.nullable(),
  results: z
    .object({
      answer_count: z.int().min(0),
      choices: z.array(z.object({ option: z.string(), count: z.int().min(0) })).nullable(),
    })
    .nullable()
    .describe('null if you may not see them'),
  approval: z
    .object({
      decision: z.enum(['approved', 'declined']),
      decided_at: timestamp,
      record: z.string().describe('compact JWS, signed by a key from /.well-known/records-jwks.json'),
    })
    .nullable(),
})

/** As its readers see it: with texts of the asker, and of who answered. */
export const questionSchema = authored(askedQuestion)

COMPONENTS.add(questionSchema, { id: 'Question' })
