import type { LockedQuestion } from '../../storage/questions/question-rows.ts'
import { Problem } from '../core/problems/problem.ts'
import { validateData } from '../services/schema/validate-data.ts'
import { readData } from '../tasks/invocation-input.ts'
import { optionText } from './question-input.ts'

const DATA_BYTES = 4_000

interface Given {
  choices?: string[] | undefined
  data?: object | undefined
}

type Asked = Pick<LockedQuestion, 'kind' | 'options' | 'min_choices' | 'max_choices' | 'schema'>

/** An answer as it is stored, by what the question asks for (ASK-11, ASK-12). */
export function readAnswer(question: Asked, { choices, data }: Given, written: string | undefined) {
  const [wanted, other] = question.kind === 'choice' ? (['choices', 'data'] as const) : (['data', 'choices'] as const)
  const given = { choices, data }
  if (given[wanted] === undefined) throw unfit(`/${wanted}`, 'required', `is required for a ${question.kind}`)
  if (given[other] !== undefined) throw unfit(`/${other}`, 'unrecognized_key', `is not for a ${question.kind}`)
  return question.kind === 'choice'
    ? { choices: positionsOf(question, choices!), data: null }
    : { choices: null, data: dataOf(question, data!, written) }
}

/** Positions in the options, from 1, in their order. */
function positionsOf({ options, min_choices, max_choices }: Asked, choices: readonly string[]): number[] {
  const positions = choices.map((choice, index) => {
    const position = (options ?? []).indexOf(optionText(choice)) + 1
    if (position === 0) throw unfit(`/choices/${index}`, 'invalid_value', 'must be one of the options')
    return position
  })
  const [least, most] = [min_choices ?? 1, max_choices ?? 1]
  if (new Set(positions).size < positions.length) throw unfit('/choices', 'custom', 'must not repeat an option')
  if (positions.length >= least && positions.length <= most) return positions.sort((a, b) => a - b)
  const bounds = least === most ? `exactly ${least}` : `${least} to ${most}`
  throw unfit('/choices', positions.length < least ? 'too_small' : 'too_big', `must have ${bounds} of the options`)
}

function dataOf({ schema }: Asked, data: object, written: string | undefined): string {
  if (Buffer.byteLength(written ?? JSON.stringify(data)) > DATA_BYTES) {
    throw unfit('/data', 'too_big', `must have at most ${DATA_BYTES} bytes as JSON`)
  }
  const { value } = readData(data, written)
  const faults = validateData(schema ?? '{}', value)
  if (faults.length === 0) return JSON.stringify(value)
  throw new Problem('validation-error', 'The data does not match the schema of the question. See `errors`.', {
    errors: faults.map(fault => ({ ...fault, pointer: `/data${fault.pointer}` })),
  })
}

const unfit = (pointer: string, code: string, message: string) =>
  new Problem('validation-error', 'The answer does not match the question. See `errors`.', {
    errors: [{ pointer, code, message }],
  })
