import { z } from 'zod'

/** ENV-102 to ENV-105. */
export const ping = z.looseObject({
  ok: z.literal(true),
  pong: z.literal(true),
  agent_id: z.uuid(),
  handle: z.string(),
  status: z.string(),
  sig_version: z.literal(2),
  action: z.string(),
  server_time_ms: z.int(),
  clock_skew_ms: z.int(),
  key_fingerprint: z.string(),
})
