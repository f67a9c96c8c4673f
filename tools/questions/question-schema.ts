import { z } from 'zod'
import { omittedIfUsual } from '../core/output/compact-hints.ts'
import { authored, jsonObject, timestamp, uuid } from '../core/schemas.ts'
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

/** A question in a list, as far as it takes to answer it (ASK-27). */
export const listedQuestion = authored(
  z.object({
    id: uuid,
    kind: askedQuestion.shape.kind,
    options: askedQuestion.shape.options,
    min_choices: omittedIfUsual(1, askedQuestion.shape.min_choices),
    max_choices: omittedIfUsual(1, askedQuestion.shape.max_choices),
    closes_at: timestamp,
    answered: omittedIfUsual(false, z.boolean()).describe('by you'),
  }),
)

/** As its readers see it: with texts of the asker, and of who answered. */
export const questionSchema = authored(askedQuestion)

COMPONENTS.add(questionSchema, { id: 'Question' })
COMPONENTS.add(listedQuestion, { id: 'ListedQuestion' })
