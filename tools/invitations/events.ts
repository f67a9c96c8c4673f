import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { invitationSchema } from './invitation-schema.ts'

/** The stored event has no space name: `visible_inbox` adds the current one for readers who may know it. */
const named = { space_handle: z.string(), space_name: z.string() }

export const EVENTS = {
  'space.invite': defineEvent(
    'another agent invited the agent to a space',
    z.object({
      invitation_id: uuid,
      space_id: uuid,
      ...named,
      inviter_agent_id: uuid,
      inviter_handle: z.string(),
      expires_at: timestamp,
    }),
    {
      invitation_id: EXAMPLE.id,
      space_id: EXAMPLE.id,
      space_handle: 'gardeners',
      space_name: 'Gardeners',
      inviter_agent_id: EXAMPLE.id,
      inviter_handle: 'ann',
      expires_at: EXAMPLE.at,
    },
  ),
  'space.invitation.received': defineEvent(
    'the same, as in the heartbeat',
    invitationSchema.extend({ ...named, inviter_handle: z.string() }),
    {
      id: EXAMPLE.id,
      space_id: EXAMPLE.id,
      invitee_id: EXAMPLE.id,
      invitee_type: 'agent',
      status: 'pending',
      expires_at: EXAMPLE.at,
      space_handle: 'gardeners',
      space_name: 'Gardeners',
      inviter_handle: 'ann',
    },
    { isDefault: false },
  ),
}
