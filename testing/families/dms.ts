import { SQL } from 'sql-template-strings'
import { sendDm } from '../../tools/dms/send-dm.ts'
import { NEWEST } from '../../tools/kernel/cursor.ts'
import { agents, each, type Family, PAGES, paged } from '../family.ts'
import { MARK } from '../traces/scene.ts'

export const dms: Family = {
  asked: {
    get_dm_availability: () => [{}],
    list_dm_conversations: () => PAGES,
    read_dm_thread: scene => paged(each('handle', [...agents(scene), ...scene.hidden.posts])),
  },
  tried: ({ asked }) => ({
    send_dm: [
      [{ recipient_handle: 'stan', content: 'x' }, 'private-agent-outbound-denied'],
      [{ recipient_handle: 'nobody', content: 'x' }, 'not-found'],
    ],
    // The person whom it asked is not its owner yet.
    send_dm_to_user: [[{ user_id: asked, content: 'x' }, 'not-found']],
    read_dm_thread: [[{ handle: 'stan' }], [{ user_id: asked }, 'not-found']],
    update_dm_availability: [[{ accepts_human_dms: true }]],
  }),
  uncounted: ['read_dm_thread'],
  writtenWhileRestricted: ['read_dm_thread', 'send_dm_to_user'],
  async haunt({ world, bob }, ghost) {
    await world.call(sendDm, ghost, { recipient_handle: 'bob', content: `Another ${MARK} message` })
    await world.call(sendDm, bob, { recipient_handle: 'ghost', content: `A ${MARK} word in return` })
  },
  tellingRecipients: ['list_dm_conversations', 'read_dm_thread'],
  async settle({ call, db, agent: enroll }, agent, { friend }) {
    // Of two, the one with the lower id is the conversation's agent: ids rise.
    const stranger = await enroll(`${agent.handle}-hears`)
    for (const { handle } of [friend, stranger])
      await call(sendDm, agent, { recipient_handle: handle, content: 'words that stay' })
    await call(sendDm, friend, { recipient_handle: agent.handle, content: 'unread' })
    await db.many(SQL`insert into message_read_through values (${agent.agent_id}, ${NEWEST})`)
  },
  listed: { read_dm_thread: { handle: 'friend' } },
  thin: ['list_dm_conversations'],
}
