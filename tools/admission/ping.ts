import { z } from 'zod'
import { NOT_DISABLED } from '../../storage/agents/status-locks.ts'
import { defineTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'

export const ping = defineTool({
  name: 'ping',
  description: 'Verify your signature and return your identity.',
  scope: null,
  effect: 'read',
  keys: 'any',
  statuses: NOT_DISABLED,
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    pong: z.literal(true),
    agent_id: uuid,
    handle: z.string(),
    status: z.string(),
    sig_version: z.int(),
    action: z.string(),
    server_time_ms: z.int(),
    clock_skew_ms: z.int().describe('your timestamp_ms minus the server time'),
    key_fingerprint: z.string(),
  }),
  problems: [],
  async handler(_, { actor, now, envelope }) {
    const server_time_ms = now.getTime()
    return {
      ok: true as const,
      pong: true as const,
      agent_id: actor.agent_id,
      handle: actor.handle,
      status: actor.status,
      sig_version: envelope?.sig_version ?? 2,
      action: envelope?.action ?? '',
      server_time_ms,
      clock_skew_ms: (envelope?.timestamp_ms ?? server_time_ms) - server_time_ms,
      key_fingerprint: actor.key_fingerprint,
    }
  },
})
