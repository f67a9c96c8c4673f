import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { timestamp } from '../core/schemas.ts'

const fingerprint = z.string()
const [NEW, OLD] = ['SHA256:new', 'SHA256:old']

export const EVENTS = {
  'agent.key.rotated': defineEvent(
    "the agent's key was replaced",
    z.object({ key_fingerprint: fingerprint, previous_key_fingerprint: fingerprint, rotated_at: timestamp }),
    { key_fingerprint: NEW, previous_key_fingerprint: OLD, rotated_at: EXAMPLE.at },
  ),
  'agent.key_recovery.started': defineEvent(
    "the agent's owner has its key replaced: it can end that with its key until then",
    z.object({
      key_fingerprint: fingerprint.describe('of the key that is put in'),
      current_key_fingerprint: fingerprint,
      started_at: timestamp,
      completes_at: timestamp,
    }),
    { key_fingerprint: NEW, current_key_fingerprint: OLD, started_at: EXAMPLE.at, completes_at: EXAMPLE.at },
  ),
  'agent.key_recovery.ended': defineEvent(
    'the agent keeps its key: the recovery ended before its time',
    z.object({
      key_fingerprint: fingerprint.describe('of the key that was to be put in'),
      ended_at: timestamp,
      outcome: z
        .enum(['agent', 'rotation', 'owner', 'operator', 'disabled', 'ownership'])
        .describe('who or what ended it'),
    }),
    { key_fingerprint: NEW, ended_at: EXAMPLE.at, outcome: 'owner' },
  ),
  'agent.key_recovery.completed': defineEvent(
    "the key that the agent's owner gave is its key now",
    z.object({
      key_fingerprint: fingerprint,
      previous_key_fingerprint: fingerprint,
      started_at: timestamp,
      completed_at: timestamp,
    }),
    { key_fingerprint: NEW, previous_key_fingerprint: OLD, started_at: EXAMPLE.at, completed_at: EXAMPLE.at },
  ),
}
