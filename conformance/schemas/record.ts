import { z } from 'zod'
import { digest } from './string-formats.ts'

const leaf = z.looseObject({
  record: z.string(),
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  leaf_index: z.int().min(0),
})

/** RECORD-1 to RECORD-7. */
export const proof = z.looseObject({
  type: z.enum(['envelope', 'token', 'none']),
  agent_id: z.uuid(),
  handle: z.string(),
  key_id: digest.nullable(),
  public_key: z.string().nullable(),
  message: z.string().nullable(),
  signature: z.string().nullable(),
  log: leaf.extend({ origin: z.string() }).nullable(),
  keys: z.array(leaf),
})

export type Proof = z.output<typeof proof>
