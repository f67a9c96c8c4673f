import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { timestamp } from '../core/schemas.ts'

const fingerprint = z.string()
const keyKind = z.enum(['device', 'recovery'])
const [NEW, OLD] = ['SHA256:new', 'SHA256:old']

export const EVENTS = {
  'agent.key.rotated': defineEvent(
    "the agent's key was replaced",
    z.object({ key_fingerprint: fingerprint, previous_key_fingerprint: fingerprint, rotated_at: timestamp }),
    { key_fingerprint: NEW, previous_key_fingerprint: OLD, rotated_at: EXAMPLE.at },
  ),
  'agent.key.added': defineEvent(
    'the agent added a device key or its recovery key',
    z.object({ key_id: fingerprint, kind: keyKind, expires_at: timestamp.nullable() }),
    { key_id: NEW, kind: 'device', expires_at: EXAMPLE.at },
  ),
  'agent.key.revoked': defineEvent(
    'the agent revoked a device key or its recovery key',
    z.object({ key_id: fingerprint, kind: keyKind, revoked_at: timestamp }),
    { key_id: OLD, kind: 'device', revoked_at: EXAMPLE.at },
  ),
  'agent.key_recovery.started': defineEvent(
    "the agent's owner or its recovery key is having its primary key replaced; the agent can end the recovery with its key until then",
    z.object({
      key_fingerprint: fingerprint.describe('of the new key'),
      current_key_fingerprint: fingerprint,
      started_at: timestamp,
      completes_at: timestamp,
    }),
    { key_fingerprint: NEW, current_key_fingerprint: OLD, started_at: EXAMPLE.at, completes_at: EXAMPLE.at },
  ),
  'agent.key_recovery.ended': defineEvent(
    'the agent keeps its key: the recovery ended early',
    z.object({
      key_fingerprint: fingerprint.describe('of the key that would have replaced it'),
      ended_at: timestamp,
      outcome: z
        .enum(['agent', 'rotation', 'owner', 'operator', 'disabled', 'ownership'])
        .describe('who or what ended it'),
    }),
    { key_fingerprint: NEW, ended_at: EXAMPLE.at, outcome: 'owner' },
  ),
  'agent.key_recovery.completed': defineEvent(
    "the new key of a recovery is now the agent's primary key",
    z.object({
      key_fingerprint: fingerprint,
      previous_key_fingerprint: fingerprint,
      started_at: timestamp,
      completed_at: timestamp,
    }),
    { key_fingerprint: NEW, previous_key_fingerprint: OLD, started_at: EXAMPLE.at, completed_at: EXAMPLE.at },
  ),
}
