import { z } from 'zod'
import { Problem } from '../core/problems/problem.ts'
import { gradeResponses, type MadeTasks } from './tasks/challenge-tasks.ts'
import { withoutMarks } from './tasks/engine/read-response.ts'

/** The answer to a task: an object as its schema says. What else comes is read by what it means. */
export const response = z.unknown().meta({ type: 'object' })

/** Whether all responses are right. Throws 422 where one does not fit the schema of its task, however it is read (CHAL-33). */
export function areRight(made: string, responses: readonly unknown[]): boolean {
  const grades = gradeResponses(JSON.parse(made) as MadeTasks, responses)
  const unfit = grades.flatMap((isRight, at) => (isRight === undefined ? [`/responses/${at}`] : []))
  if (unfit.length === 0) return grades.every(Boolean)
  throw notCounted(unfit, 'does not match the schema of its task: send a JSON object with the required members')
}

/** 128 bits in hex, as challenges have it. */
const NONCE = /^[0-9a-f]{32}$/

/** A nonce without blanks, quotes and a full stop around it. Throws 422 where what is left is none (CHAL-32). */
export function readNonce(sent: string): string {
  const nonce = withoutMarks(sent)
  if (NONCE.test(nonce)) return nonce
  throw notCounted(['/nonce'], 'must be the nonce of the challenge: 32 characters, 0 to 9 and a to f')
}

const notCounted = (pointers: readonly string[], message: string) =>
  new Problem('validation-error', 'The answer could not be read. It was not judged, and no attempt was counted.', {
    errors: pointers.map(pointer => ({ pointer, code: 'unreadable_answer', message })),
  })
