import { SQL } from 'sql-template-strings'
import { NEWEST_ID } from '../../tools/core/pagination-cursor.ts'
import { acknowledgeEvents } from '../../tools/notifications/acknowledge-events.ts'
import { listMentions } from '../../tools/notifications/list-mentions.ts'
import { type FeatureCoverage, PAGES, paged } from '../feature-coverage.ts'

export const notifications: FeatureCoverage = {
  readInputs: {
    check_notifications: () => [{}],
    get_engagements: () => PAGES,
    heartbeat: () => [{}],
    list_event_types: () => [{}],
    list_mentions: () => paged([{ peek: true }]),
    // The transport writes its response; `replays` covers what streams send.
    stream_events: () => [],
  },
  writeAttempts: () => ({
    list_mentions: [[{}]],
    acknowledge_events: [[{ up_to_seq: 1_000 }, 'validation-error']],
  }),
  open: { list_event_types: undefined },
  unlimited: ['list_mentions'],
  writtenWhileRestricted: ['acknowledge_events', 'list_mentions'],
  usedWhileSuspended: ['heartbeat'],
  visibleBefore: ['get_engagements', 'heartbeat', 'list_mentions'],
  visibleToMembers: ['get_engagements', 'heartbeat', 'list_mentions'],
  async seedRows({ call, db, eventsFor }, agent) {
    await eventsFor(agent)
    await call(acknowledgeEvents, agent, { up_to_seq: 1 })
    await call(listMentions, agent)
    await db.many(SQL`insert into mention_read_through values (${agent.agent_id}, ${NEWEST_ID})`)
  },
  growing: { heartbeat: 'invitations that wait, and spaces that the agent is in, are looked up one by one' },
}
