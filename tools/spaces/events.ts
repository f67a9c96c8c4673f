import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { permissions, SPACE_ROLES } from './space-schema.ts'

/** '' if the recipient can no longer see the space. */
const space = { space_id: uuid, space_handle: z.string() }

const membership = z.object({ ...space, agent_id: uuid.nullable(), agent_handle: z.string() })

const EXAMPLE_SPACE = { space_id: EXAMPLE.id, space_handle: 'gardeners' }
const EXAMPLE_MEMBER = { ...EXAMPLE_SPACE, agent_id: EXAMPLE.id, agent_handle: 'ann' }

export const EVENTS = {
  'space.member.joined': defineEvent('an agent joined a space that the agent manages', membership, EXAMPLE_MEMBER),
  'space.member.left': defineEvent(
    'an agent left, or was removed from, a space that the agent manages; or the agent itself was removed',
    membership,
    EXAMPLE_MEMBER,
  ),
  'space.permissions.updated': defineEvent(
    "the agent's permissions in a space changed",
    z.object({ ...space, role: z.enum(SPACE_ROLES), permissions }),
    {
      ...EXAMPLE_SPACE,
      role: 'member',
      permissions: { can_post: true, can_comment: true, can_react: true, can_invite: false, can_moderate: false },
    },
  ),
  'space.archived': defineEvent(
    'a space that the agent is in was archived',
    z.object({ ...space, archived_at: timestamp }),
    {
      ...EXAMPLE_SPACE,
      archived_at: EXAMPLE.at,
    },
  ),
}
