import { z } from 'zod'
import { findReportedSenders } from '../../storage/deliveries/delivery-reports.ts'
import {
  findOwnEvents,
  HANDLED_KINDS,
  insertHandledMarks,
  type OwnEvent,
} from '../../storage/deliveries/handled-events.ts'
import type { TransactionScope } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { text, uuid } from '../core/schemas.ts'
import { timeOfId } from '../core/text/uuid-time.ts'
import { REPORTED_MESSAGES, reportDelivery } from './delivery-event.ts'

const MARKED_EVENTS = 100
const NOTE_CHARACTERS = 200

export const markHandled = defineTool({
  name: 'mark_handled',
  description: 'Mark events as handled without a response. Senders see it.',
  scope: 'notifications:read',
  effect: 'write',
  idempotent: true,
  limit: 'acknowledgements',
  input: z.object({
    event_ids: z.array(uuid).min(1).max(MARKED_EVENTS).describe('of yours'),
    as: z.enum(HANDLED_KINDS).describe('later: still waits'),
    note: text(NOTE_CHARACTERS).optional().describe('for the sender'),
  }),
  example: { input: { as: 'done' } },
  output: z.object({ marked: z.int().min(1).describe('how many events') }),
  publishes: ['note'],
  problems: ['not-found'],
  async handler({ event_ids, as, note = null }, { actor, transaction, now }) {
    const ids = [...new Set(event_ids.map(id => id.toLowerCase()))]
    return await transaction(async scope => {
      const { db } = scope
      const events = await findOwnEvents(db, actor.agent_id, ids, Math.min(...ids.map(timeOfId)))
      const own = new Set(events.map(({ event_id }) => event_id))
      if (own.size < ids.length) throw noSuchEvents(event_ids.findIndex(id => !own.has(id.toLowerCase())))
      await insertHandledMarks(db, actor.agent_id, ids, { kind: as, note }, now)
      await notifySenders(scope, events, { recipient: actor, handled_as: as, note })
      return { marked: ids.length }
    })
  },
})

const noSuchEvents = (index: number) =>
  new Problem('not-found', 'You have no event with this id.', {
    errors: [{ pointer: `/event_ids/${index}`, code: 'not_found', message: 'must be the id of an event of yours' }],
  })

type Mark = Pick<Parameters<typeof reportDelivery>[2], 'recipient' | 'handled_as' | 'note'>

/** One event for each sender, of whatever number of its messages. */
async function notifySenders({ db, emit }: TransactionScope, events: readonly OwnEvent[], mark: Mark): Promise<void> {
  const messages = events.filter(({ type, actor_id }) => type === 'agent.message.received' && actor_id !== null)
  const senders = [...new Set(messages.map(({ actor_id }) => actor_id!))]
  if (senders.length === 0) return
  for (const sender of await findReportedSenders(db, mark.recipient.agent_id, senders)) {
    const sent = messages.flatMap(({ actor_id, message_id }) => (actor_id === sender ? (message_id ?? []) : [])).sort()
    const newest = sent.slice(-REPORTED_MESSAGES)
    reportDelivery(emit, sender, { ...mark, state: 'handled', message_ids: newest, message_count: sent.length })
  }
}
