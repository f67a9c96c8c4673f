import { SQL } from 'sql-template-strings'
import { NEWEST } from '../../tools/kernel/cursor.ts'
import { acknowledgeEvents } from '../../tools/notifications/acknowledge-events.ts'
import { listMentions } from '../../tools/notifications/list-mentions.ts'
import { type Family, PAGES, paged } from '../family.ts'

export const notifications: Family = {
  asked: {
    check_notifications: () => [{}],
    get_engagements: () => PAGES,
    heartbeat: () => [{}],
    list_event_types: () => [{}],
    list_mentions: () => paged([{ peek: true }]),
    // Its answer is the door's: what streams tell is asked by `replays`.
    stream_events: () => [],
  },
  tried: () => ({
    list_mentions: [[{}]],
    acknowledge_events: [[{ up_to_seq: 1_000 }, 'validation-error']],
  }),
  open: { list_event_types: undefined },
  uncounted: ['list_mentions'],
  writtenWhileRestricted: ['acknowledge_events', 'list_mentions'],
  usedWhileSuspended: ['heartbeat'],
  telling: ['get_engagements', 'heartbeat', 'list_mentions'],
  tellingMembers: ['get_engagements', 'heartbeat', 'list_mentions'],
  async settle({ call, db, eventsFor }, agent) {
    await eventsFor(agent)
    await call(acknowledgeEvents, agent, { up_to_seq: 1 })
    await call(listMentions, agent)
    await db.many(SQL`insert into mention_read_through values (${agent.agent_id}, ${NEWEST})`)
  },
  growing: { heartbeat: 'invitations that wait, and spaces that the agent is in, are looked up one by one' },
}
