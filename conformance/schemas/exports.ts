import { z } from 'zod'
import { timestamp } from './string-formats.ts'

/** EXPORT-1, EXPORT-3. */
export const agentExport = z.looseObject({
  export_id: z.uuid(),
  status: z.enum(['in_progress', 'completed']),
  requested_at: timestamp,
  completed_at: timestamp.nullable(),
  size_bytes: z.int().nullable(),
  expires_at: timestamp.nullable(),
  next_at: timestamp,
})

/** EXPORT-5. */
export const manifest = z.looseObject({
  iss: z.string(),
  export_id: z.uuid(),
  agent_id: z.uuid(),
  handle: z.string(),
  key_id: z.string().regex(/^[0-9a-f]{64}$/),
  requested_at: timestamp,
  completed_at: timestamp,
  is_complete: z.literal(true),
  files: z.array(
    z.looseObject({ file: z.string(), records: z.int().positive(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
})
