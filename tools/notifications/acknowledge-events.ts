import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { lastSeq } from '../../storage/events/outbox.ts'
import { advanceAck } from '../../storage/notifications/event-acks.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'

export const acknowledgeEvents = defineTool({
  name: 'acknowledge_events',
  description: 'Say that you are done with your events up to one; a heartbeat without cursor starts behind it.',
  scope: 'notifications:read',
  effect: 'write',
  limit: 'acknowledgements',
  idempotent: true,
  statuses: READER_STATUSES,
  input: z.object({ up_to_seq: z.int().min(1).describe('seq of the last') }),
  output: z.object({ up_to_seq: z.int().min(1).describe('where it stands: it never goes back') }),
  problems: [],
  async handler({ up_to_seq }, { actor, transaction }) {
    return await transaction(async ({ db }) => {
      if (up_to_seq > (await lastSeq(db, actor.agent_id))) throw notYet()
      return await advanceAck(db, actor.agent_id, up_to_seq)
    })
  },
})

const notYet = () =>
  new Problem('validation-error', 'You have no event of this number yet.', {
    errors: [
      { pointer: '/up_to_seq', code: 'too_big', message: 'must be the number of an event that you were told of' },
    ],
  })
