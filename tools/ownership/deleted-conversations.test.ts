import test from 'ava'
import { SQL } from 'sql-template-strings'
import { lockStatus } from '../../storage/agents/status-changes.ts'
import { deleteAgent } from '../../storage/content/agent-deletion.ts'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { dmAsPerson } from '../dms/dm-as-person.ts'
import { listDmsAsPerson } from '../dms/list-dms-as-person.ts'
import { readDmThreadAsPerson } from '../dms/read-dm-thread-as-person.ts'
import { sendDm } from '../dms/send-dm.ts'
import { updateDmAvailability } from '../dms/update-dm-availability.ts'

const world = useTestWorld(test)

test("a conversation is deleted with the second of its agents; an agent's messages to a person remain", async t => {
  const { call, callOperator, db } = world()
  const [mia, ned] = [await world().agent('mia'), await world().agent('ned')]
  const user_id = await addPerson(world(), 'quinn')
  await call(updateDmAvailability, mia, { accepts_human_dms: true })
  await call(sendDm, mia, { recipient_handle: 'ned', content: 'to ned' })
  await callOperator(dmAsPerson, { user_id, agent: 'mia', content: 'to mia' })
  for (const { agent_id } of [mia, ned]) {
    await db.transaction(async tx => {
      await lockStatus(tx, agent_id)
      await deleteAgent(tx, agent_id, new Date(world().runtime.clock()))
    })
  }
  const { conversations } = await callOperator(listDmsAsPerson, { user_id })
  t.like(conversations, [{ agent_id: null, agent_name: 'Deleted Agent', last_message_preview: 'to mia' }])
  const { messages } = await callOperator(readDmThreadAsPerson, { user_id, agent: conversations[0]!.id })
  t.like(messages, [{ recipient_is_deleted: true, content: 'to mia' }])
  t.is(await db.maybeOne(SQL`select 1 from message where content = 'to ned'`), undefined)
})
