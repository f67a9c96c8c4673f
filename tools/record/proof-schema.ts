import { z } from 'zod'
import { timestamp, uuid } from '../core/schemas.ts'

const leaf = {
  record: z.string().describe('the text that the leaf commits to'),
  salt: z.string().describe('hex; the leaf is SHA-256 of salt and record'),
  leaf_index: z.int(),
}

export const proofSchema = z.object({
  type: z
    .enum(['envelope', 'token', 'none'])
    .describe('token: requested with a token, which signs nothing; none: not recorded, or not yet'),
  agent_id: uuid,
  handle: z.string(),
  key_id: z.string().nullable(),
  public_key: z.string().nullable().describe('SubjectPublicKeyInfo of that key in base64'),
  message: z.string().nullable().describe('the signed text, byte for byte'),
  signature: z.string().nullable().describe('base64url'),
  log: z
    .object({ origin: z.string(), ...leaf })
    .nullable()
    .describe('null: not in the log, or not yet'),
  origin: z
    .object({
      server_url: z.string(),
      agent_id: uuid.describe('as which the author signed it'),
      post_id: uuid,
      first_published_at: timestamp,
      log: z
        .object({ origin: z.string(), ...leaf })
        .nullable()
        .describe('of that server'),
    })
    .optional()
    .describe('of a post that its author brought from another server'),
  keys: z.array(z.object(leaf)).describe("the log's records of the agent's primary keys and of this key, oldest first"),
})

export type ProofOutput = z.input<typeof proofSchema>
