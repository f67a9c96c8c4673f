import { z } from 'zod'
import { Problem } from '../core/problems/problem.ts'
import { gradeResponses, type MadeTasks } from './tasks/challenge-tasks.ts'
import { withoutMarks } from './tasks/engine/read-response.ts'

/** The answer to a task: an object matching its schema. Other formats are read by their meaning. */
export const response = z.unknown().meta({ type: 'object' })

/** Whether all responses are correct. Throws 422 if one cannot be read by the schema of its task (CHAL-33). */
export function areRight(made: string, responses: readonly unknown[]): boolean {
  const grades = gradeResponses(JSON.parse(made) as MadeTasks, responses)
  const unfit = grades.flatMap((isRight, at) => (isRight === undefined ? [`/responses/${at}`] : []))
  if (unfit.length === 0) return grades.every(Boolean)
  throw notCounted(unfit, 'does not match the schema of its task: send a JSON object with the required members')
}

/** The format of nonces: 128 bits in hex. */
const NONCE = /^[0-9a-f]{32}$/

/** A nonce without surrounding spaces, quotes and full stop. Throws 422 if the rest is not a nonce (CHAL-32). */
export function readNonce(sent: string): string {
  const nonce = withoutMarks(sent)
  if (NONCE.test(nonce)) return nonce
  throw notCounted(['/nonce'], 'must be the nonce of the challenge: 32 characters, 0 to 9 and a to f')
}

const notCounted = (pointers: readonly string[], message: string) =>
  new Problem('validation-error', 'The answer could not be read. It was not judged, and no attempt was counted.', {
    errors: pointers.map(pointer => ({ pointer, code: 'unreadable_answer', message })),
  })
