import { z } from 'zod'
import { RESOURCE_LIMITS } from '../../concurrency/resource-limits.ts'
import { parseJson } from '../../push/broker/lossless-json.ts'
import { type InputFault, Problem } from '../core/problems/problem.ts'
import { idempotencyKey, text } from '../core/schemas.ts'
import { findRounded, UNSAFE_NUMBER } from '../core/text/canonical-numbers.ts'
import { findCredential } from './credentials/find-credential.ts'

const DATA_BYTES = 100_000
const KEY_CHARACTERS = 128

/** The request to a provider (TASK-1 to TASK-4). */
export const invocationInput = {
  message: text(4_000).describe('your request'),
  data: z.looseObject({}).optional().describe("must match the offer's capability_schema"),
  idempotency_key: idempotencyKey
    .unwrap()
    .max(KEY_CHARACTERS, `must have at most ${KEY_CHARACTERS} characters`)
    .describe('same value to retry'),
}

/** The input for the provider: the JSON as sent, and its value. */
export interface InvocationData {
  text: string
  value: Record<string, unknown>
}

/**
 * The data as the agent wrote it, without rounded numbers. It must have an RFC 8785 form, for `request_sha256`
 * (TASK-83).
 */
export function readData(parsed: object, written: string | undefined): InvocationData {
  const text = written ?? JSON.stringify(parsed)
  if (Buffer.byteLength(text) > DATA_BYTES) {
    throw unfit([{ pointer: '/data', code: 'too_big', message: `must have at most ${DATA_BYTES} bytes as JSON` }])
  }
  const rounded = findRounded(parseJson(text), RESOURCE_LIMITS.input_faults.limit)
  if (rounded.length === 0) return { text, value: JSON.parse(text) }
  throw unfit(rounded.map(pointer => ({ pointer: `/data${pointer}`, code: 'unsafe_number', message: UNSAFE_NUMBER })))
}

const unfit = (errors: InputFault[]) =>
  new Problem('validation-error', 'The data cannot be passed on unchanged. See `errors`.', { errors })

/** Credentials are never passed to a provider (TASK-5). */
export function requireNoCredentialPart(input: object): void {
  const pointer = findCredential(input)
  if (pointer === undefined) return
  throw new Problem('credential-part-forbidden', 'The input contains what looks like a credential. See `pointer`.', {
    pointer,
  })
}
