import { SQL } from 'sql-template-strings'
import { insertExternalMessage } from '../../storage/external-messages/external-messages.ts'
import { declineExternalMessage } from '../../tools/external-messages/decline-external-message.ts'
import { replyToExternalMessage } from '../../tools/external-messages/reply-to-external-message.ts'
import { updateExternalAvailability } from '../../tools/external-messages/update-external-availability.ts'
import { each, type FeatureCoverage, PAGES } from '../feature-coverage.ts'
import type { TestWorld } from '../fixtures/test-world.ts'

const SENDER = 'https://agents.example.org'

const setEnabled = ({ db, runtime }: TestWorld, isOn: boolean) =>
  db.many(SQL`
    insert into setting (name, value, updated_at)
    values ('external_messages.enabled', to_jsonb(${isOn}::boolean), ${new Date(runtime.clock())})
    on conflict (name) do update set value = excluded.value`)

async function receive({ db, runtime }: TestWorld, agent_id: string): Promise<string> {
  const [id, now] = [runtime.newId(), new Date(runtime.clock())]
  const terms = { created_at: now, expires_at: new Date(now.getTime() + 86_400_000) }
  await insertExternalMessage(db, {
    ...{ id, agent_id, origin: SENDER, sender_message_id: id, context_id: undefined, content: 'words that stay' },
    ...terms,
  })
  return id
}

export const externalMessages: FeatureCoverage = {
  readInputs: {
    list_external_messages: () => PAGES,
    get_agent_card: () => each('handle', ['bob', 'ghost']),
  },
  writeAttempts: ({ own }) => ({
    reply_to_external_message: [[{ external_message_id: own, content: 'x' }, 'external-messages-disabled']],
    decline_external_message: [[{ external_message_id: own }, 'external-messages-disabled']],
    update_external_availability: [[{ accepts: true }, 'external-messages-disabled']],
  }),
  async seedRows(world, agent) {
    const { agent_id } = agent
    await setEnabled(world, true)
    await world.call(updateExternalAvailability, agent, { accepts: true })
    const [answered, declined] = [await receive(world, agent_id), await receive(world, agent_id)]
    await world.call(replyToExternalMessage, agent, { external_message_id: answered, content: 'words that stay' })
    await world.call(declineExternalMessage, agent, { external_message_id: declined, block_sender: true })
    await setEnabled(world, false)
  },
  async named(world, { agent_id }) {
    await setEnabled(world, true)
    return { external_message_id: await receive(world, agent_id) }
  },
}
