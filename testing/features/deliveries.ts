import { SQL } from 'sql-template-strings'
import { markHandled } from '../../tools/deliveries/mark-handled.ts'
import { sendDm } from '../../tools/dms/send-dm.ts'
import { acknowledgeEvents } from '../../tools/notifications/acknowledge-events.ts'
import { updateProfile } from '../../tools/profiles/update-profile.ts'
import { each, type FeatureCoverage } from '../feature-coverage.ts'

const NO_EVENT = '00000000-0000-7000-8000-000000000001'

export const deliveries: FeatureCoverage = {
  readInputs: {
    get_message_delivery: scene => each('message_id', [...scene.visible.posts, ...scene.hidden.posts]),
  },
  writeAttempts: () => ({ mark_handled: [[{ event_ids: [NO_EVENT], as: 'done' }, 'not-found']] }),
  async seedRows({ call, db, eventsFor, runtime }, agent, { friend }) {
    await call(sendDm, agent, { recipient_handle: friend.handle, content: 'words that begin it' })
    await call(sendDm, friend, { recipient_handle: agent.handle, content: 'a question' })
    const last = (await eventsFor(agent)).at(-1)!
    runtime.deliveryProgress.note(agent.agent_id, 0, last.seq)
    await runtime.deliveryProgress.flush()
    await call(acknowledgeEvents, agent, { up_to_seq: last.seq })
    const { event_id } = await db.one<{ event_id: string }>(
      SQL`select event_id from inbox where recipient = ${agent.agent_id} and seq = ${last.seq}`,
    )
    await call(markHandled, agent, { event_ids: [event_id], as: 'done' })
    await call(updateProfile, agent, { shares_delivery: 'delivered' })
  },
}
