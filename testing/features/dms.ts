import { SQL } from 'sql-template-strings'
import { NEWEST_ID } from '../../tools/core/pagination-cursor.ts'
import { sendDm } from '../../tools/dms/send-dm.ts'
import { agentReferences, each, type FeatureCoverage, PAGES, paged } from '../feature-coverage.ts'
import { MARK } from '../leak-checks/twin-scene.ts'

export const dms: FeatureCoverage = {
  readInputs: {
    get_dm_availability: () => [{}],
    list_dm_conversations: () => PAGES,
    read_dm_thread: scene => paged(each('handle', [...agentReferences(scene), ...scene.hidden.posts])),
  },
  writeAttempts: ({ requestedOwner }) => ({
    send_dm: [
      [{ recipient_handle: 'stan', content: 'x' }, 'private-agent-outbound-denied'],
      [{ recipient_handle: 'nobody', content: 'x' }, 'not-found'],
    ],
    // The person has not accepted the request for ownership yet.
    send_dm_to_user: [[{ user_id: requestedOwner, content: 'x' }, 'not-found']],
    read_dm_thread: [[{ handle: 'stan' }], [{ user_id: requestedOwner }, 'not-found']],
    update_dm_availability: [[{ accepts_human_dms: true }]],
  }),
  unlimited: ['read_dm_thread'],
  writtenWhileRestricted: ['read_dm_thread', 'send_dm_to_user'],
  async writeHidden({ world, bob }, ghost) {
    await world.call(sendDm, ghost, { recipient_handle: 'bob', content: `Another ${MARK} message` })
    await world.call(sendDm, bob, { recipient_handle: 'ghost', content: `A ${MARK} word in return` })
  },
  visibleToRecipients: ['list_dm_conversations', 'read_dm_thread'],
  async seedRows({ call, db, agent: enroll }, agent, { friend }) {
    // The agent with the lower id is the conversation's first agent: ids increase.
    const correspondent = await enroll(`${agent.handle}-corresponds`)
    for (const { handle } of [friend, correspondent])
      await call(sendDm, agent, { recipient_handle: handle, content: 'words that stay' })
    await call(sendDm, friend, { recipient_handle: agent.handle, content: 'unread' })
    await db.many(SQL`insert into message_read_through values (${agent.agent_id}, ${NEWEST_ID})`)
  },
  listed: { read_dm_thread: { handle: 'friend' } },
  sparseLists: ['list_dm_conversations'],
}
