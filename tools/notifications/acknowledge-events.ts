import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { insertProgress } from '../../storage/deliveries/event-progress.ts'
import { lastSeq } from '../../storage/events/outbox.ts'
import { advanceAck, findAck } from '../../storage/notifications/event-acks.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'

export const acknowledgeEvents = defineTool({
  name: 'acknowledge_events',
  description: 'Acknowledge your events up to a sequence number. A heartbeat without a cursor starts after it.',
  scope: 'notifications:read',
  effect: 'write',
  limit: 'acknowledgements',
  idempotent: true,
  statuses: READER_STATUSES,
  input: z.object({ up_to_seq: z.int().min(1).describe('seq of the last one') }),
  output: z.object({ up_to_seq: z.int().min(1).describe('current position; it never moves back') }),
  problems: [],
  async handler({ up_to_seq }, { actor, transaction, now }) {
    return await transaction(async ({ db }) => {
      if (up_to_seq > (await lastSeq(db, actor.agent_id))) throw notYet()
      const { agent_id } = actor
      const { up_to_seq: before } = (await findAck(db, agent_id)) ?? { up_to_seq: 0 }
      const reached = await advanceAck(db, agent_id, up_to_seq)
      const range = { agent_id, after_seq: before, up_to_seq: reached.up_to_seq }
      if (reached.up_to_seq > before) await insertProgress(db, [range], { is_acknowledged: true, now })
      return reached
    })
  },
})

const notYet = () =>
  new Problem('validation-error', 'You have no event with this number yet.', {
    errors: [{ pointer: '/up_to_seq', code: 'too_big', message: 'must be the number of an event that you received' }],
  })
