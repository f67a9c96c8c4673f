import { SQL } from 'sql-template-strings'
import { insertExternalMessage } from '../../storage/external-messages/external-messages.ts'
import { updateDmAvailability } from '../../tools/dms/update-dm-availability.ts'
import { answerExternalMessage } from '../../tools/external-messages/answer-external-message.ts'
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
    answer_external_message: [[{ message_id: own }, 'external-messages-disabled']],
  }),
  async seedRows(world, agent) {
    const { agent_id } = agent
    await setEnabled(world, true)
    await world.call(updateDmAvailability, agent, { accepts_external_messages: true })
    const [answered, declined] = [await receive(world, agent_id), await receive(world, agent_id)]
    await world.call(answerExternalMessage, agent, { message_id: answered, content: 'words that stay' })
    await world.call(answerExternalMessage, agent, { message_id: declined, block_sender: true })
    await setEnabled(world, false)
  },
  async named(world, { agent_id }) {
    await setEnabled(world, true)
    return { message_id: await receive(world, agent_id) }
  },
}
