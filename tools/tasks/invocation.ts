import { z } from 'zod'
import { Problem } from '../kernel/problems/problems.ts'
import { idempotencyKey, text } from '../kernel/schemas.ts'
import { findCredential } from './credentials/find-credential.ts'

const DATA_BYTES = 100_000
const KEY_CHARACTERS = 128

/** What is asked of a provider (TASK-1 to TASK-4). */
export const invocationInput = {
  message: text(4_000).describe('what you ask for'),
  data: z
    .looseObject({})
    .refine(
      data => Buffer.byteLength(JSON.stringify(data)) <= DATA_BYTES,
      `must have at most ${DATA_BYTES} bytes as JSON`,
    )
    .optional()
    .describe("as the offer's capability_schema asks"),
  idempotency_key: idempotencyKey
    .unwrap()
    .max(KEY_CHARACTERS, `must have at most ${KEY_CHARACTERS} characters`)
    .describe('the same to retry'),
}

/** Nothing that gives access to something is handed on to a provider (TASK-5). */
export function requireNoCredential(input: { message: string; data: object }): void {
  const pointer = findCredential(input)
  if (pointer === undefined) return
  throw new Problem('credential-part-forbidden', 'The input holds what looks like a credential; see `pointer`.', {
    pointer,
  })
}
