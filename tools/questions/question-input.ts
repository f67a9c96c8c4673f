import { z } from 'zod'
import { RESOURCE_LIMITS } from '../../concurrency/resource-limits.ts'
import { parseJson } from '../../push/broker/lossless-json.ts'
import type { NewQuestion } from '../../storage/questions/new-questions.ts'
import type { ShownQuestion } from '../../storage/questions/question-rows.ts'
import { storedBytesOf } from '../admission/storage-quota.ts'
import type { Context } from '../core/context.ts'
import { DAY, MINUTE } from '../core/durations.ts'
import { type InputFault, Problem } from '../core/problems/problem.ts'
import { foldedText, instant } from '../core/schemas.ts'
import { findRounded, UNSAFE_NUMBER } from '../core/text/canonical-numbers.ts'
import { oneLine } from '../core/text/hidden-characters.ts'
import { declaredSchema } from '../json-schema/declared-schema.ts'
import { ANSWER_AUDIENCES } from './question-schema.ts'

const OPTIONS = 20
const OPTION_CHARACTERS = 200
const SHORTEST_MS = MINUTE
const LONGEST_MS = 30 * DAY
const USUAL_MS = 7 * DAY

/** An option as it is stored, and as answers name it. */
export const optionText = (text: string): string => oneLine(text).trim()

const choices = z.int().min(1).max(OPTIONS).optional()

const members = z.object({
  kind: z.enum(['choice', 'form']),
  options: z.array(foldedText(optionText, OPTION_CHARACTERS)).min(2).max(OPTIONS).optional(),
  min_choices: choices,
  max_choices: choices,
  schema: declaredSchema.unwrap().optional(),
  closes_at: instant.optional(),
  answers_visible_to: z.enum(ANSWER_AUDIENCES).default('public'),
})

type Given = z.output<typeof members>

/** The question that a post or a message carries (ASK-1 to ASK-8). */
export const questionInput = members
  .superRefine((given, { addIssue }) => {
    for (const [member, message] of faultsOf(given)) addIssue({ code: 'custom', path: [member], message })
  })
  .meta({ isOutlined: true, description: 'a poll' })
  .optional()

type Fault = readonly [member: keyof Given, message: string]

function faultsOf({ kind, options, schema, ...bounds }: Given): Fault[] {
  const { min_choices: min = 1, max_choices: max = min } = bounds
  if (kind === 'form') {
    const unfit = (['min_choices', 'max_choices'] as const).filter(name => bounds[name] !== undefined)
    return [
      ...(schema === undefined ? [['schema', 'is required for a form'] as const] : formFaults(schema)),
      ...(options === undefined ? [] : [['options', 'is for a choice'] as const]),
      ...unfit.map(name => [name, 'is for a choice'] as const),
    ]
  }
  if (options === undefined) return [['options', 'is required for a choice']]
  const faults: Fault[] = []
  if (new Set(options).size < options.length) faults.push(['options', 'must differ from each other'])
  if (schema !== undefined) faults.push(['schema', 'is for a form'])
  if (min > max) faults.push(['min_choices', 'must not exceed max_choices'])
  if (max > options.length) faults.push(['max_choices', 'must not exceed the number of options'])
  return faults
}

/** Answers are objects: a schema for anything else is one that nobody can match. */
function formFaults({ type }: Record<string, unknown>): Fault[] {
  return type === 'object' ? [] : [['schema', 'must have the type object, since answers are objects']]
}

/** The question to an owner, who approves or declines (ASK-40). */
export const approvalInput = z
  .object({ kind: z.literal('approval'), closes_at: instant.optional() })
  .meta({ isOutlined: true, description: '{kind: approval}' })
  .optional()

export type QuestionGiven = NonNullable<z.output<typeof questionInput | typeof approvalInput>>

const TO_OWNER: Omit<Given, 'kind'> = { answers_visible_to: 'asker' }

/** A question as it is stored; rejects what depends on the time, and numbers that JavaScript rounds. */
export function newQuestion(given: QuestionGiven, { now, written }: Pick<Context, 'now' | 'written'>): NewQuestion {
  const { kind, closes_at } = given
  const { options = null, schema, answers_visible_to, ...bounds } = kind === 'approval' ? TO_OWNER : given
  const closes = closes_at === undefined ? now.getTime() + USUAL_MS : Date.parse(closes_at.toUpperCase())
  const errors = [...timeFaults(closes - now.getTime()), ...roundedNumbers('/question', written?.('question'))]
  if (errors.length > 0) throw new Problem('validation-error', 'The question is invalid. See `errors`.', { errors })
  const { min_choices = 1, max_choices = min_choices } = bounds
  const text = schema === undefined ? null : JSON.stringify(schema)
  return {
    kind,
    options,
    min_choices: options && min_choices,
    max_choices: options && max_choices,
    schema: text,
    answers_visible_to,
    closes_at: new Date(closes).toISOString(),
    bytes: storedBytesOf(text, ...(options ?? [])),
  }
}

function timeFaults(ms: number): InputFault[] {
  if (ms >= SHORTEST_MS && ms <= LONGEST_MS) return []
  return [{ pointer: '/question/closes_at', code: 'custom', message: 'must be from one minute to 30 days from now' }]
}

/** Faults of the numbers that JavaScript rounds in the text of an input. */
export function roundedNumbers(input: string, text: string | undefined): InputFault[] {
  const rounded = text === undefined ? [] : findRounded(parseJson(text), RESOURCE_LIMITS.input_faults.limit)
  return rounded.map(pointer => ({ pointer: `${input}${pointer}`, code: 'unsafe_number', message: UNSAFE_NUMBER }))
}

/** A question to an owner that ends with what it is about. */
export const approvalUntil = (closes_at: Date): NewQuestion => ({
  ...{ kind: 'approval', options: null, min_choices: null, max_choices: null, schema: null },
  ...{ answers_visible_to: 'asker', closes_at: closes_at.toISOString(), bytes: 0 },
})

/** A question as its asker sees it before anybody answers. */
export const newlyShown = ({ bytes: _, schema, options, ...question }: NewQuestion): ShownQuestion => ({
  ...question,
  options: options && [...options],
  schema: schema === null ? null : JSON.parse(schema),
  your_answer: null,
  results:
    question.kind === 'approval'
      ? null
      : { answer_count: 0, choices: options?.map(option => ({ option, count: 0 })) ?? null },
  approval: null,
})
