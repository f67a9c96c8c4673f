import { z } from 'zod'
import { lastSeq } from '../../storage/events/outbox.ts'
import { defineTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'

/** The holder and the log position; the transport creates the stream. */
export const streamEvents = defineTool({
  name: 'stream_events',
  description: 'Your events in real time, as server-sent events. Last-Event-ID sets the position to resume after.',
  scope: 'notifications:read',
  effect: 'read',
  listedOnMcp: false,
  input: z.object({}),
  output: z.object({
    agent_id: uuid,
    key_version: z.int(),
    secondary_key: z.string().nullable(),
    last_seq: z.int().min(0),
  }),
  problems: ['rate-limited', 'service-unavailable'],
  async handler(_, { actor, db }) {
    const { agent_id, key_version, secondary, key_fingerprint } = actor
    const secondary_key = secondary ? key_fingerprint : null
    return { agent_id, key_version, secondary_key, last_seq: await lastSeq(db, agent_id) }
  },
})
