import test from 'ava'
import { SQL } from 'sql-template-strings'
import { v7 } from 'uuid'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { DAY } from '../core/durations.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { checkNotifications } from '../notifications/check-notifications.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { setSetting } from '../settings/set-setting.ts'
import { listDmConversations } from './list-dm-conversations.ts'
import { oldMessagesJob } from './old-messages.job.ts'
import { readDmThread } from './read-dm-thread.ts'
import { sendDm } from './send-dm.ts'
import { sendDmToUser } from './send-dm-to-user.ts'

let at = TEST_NOW
const world = useTestWorld(test, { newId: () => v7({ msecs: at }) })

const pass = (ms: number) => {
  at += ms
  world().advance(ms)
}

/** How many of the conversations are with an owner without messages. */
async function listedOwners(agent: AgentActor): Promise<number> {
  const user_id = await addPerson(world(), 'olga')
  await world().db.many(SQL`update agent set owner_id = ${user_id} where id = ${agent.agent_id}`)
  const { owner_user_id } = await world().call(getAgentProfile, agent)
  await world().call(sendDmToUser, agent, { user_id: owner_user_id, content: 'x' })
  await world().db.many(SQL`delete from message where content = 'x'`)
  const { conversations } = await world().call(listDmConversations, agent)
  return conversations.filter(row => row.is_owner && !row.last_message_at).length
}

test('messages are deleted on both sides at the configured age, and their storage is released', async t => {
  const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
  const send = (content: string) => world().call(sendDm, ann, { recipient_handle: 'bob', content })
  const run = () => oldMessagesJob.run(jobContext(world().runtime, oldMessagesJob.name))
  const bytes = async () =>
    (await world().db.one<{ bytes: number }>(SQL`select bytes from agent_writing where agent_id = ${ann.agent_id}`))
      .bytes
  const left = async () =>
    (await world().call(readDmThread, bob, { handle: 'ann', peek: true })).messages.map(
      (message: { content: string }) => message.content,
    )
  await send('old')
  pass(29 * DAY)
  await send('newer')
  pass(DAY)
  await run()
  t.deepEqual(await left(), ['newer', 'old'])
  await world().callOperator(setSetting, { name: 'dms.retention_days', value: 30 })
  await run()
  t.deepEqual(await left(), ['newer', 'old'])
  pass(1)
  t.deepEqual(await run(), { more: false })
  t.deepEqual([await left(), await bytes()], [['newer'], 5])
  pass(30 * DAY)
  await run()
  t.deepEqual([await left(), await bytes()], [[], 0])
  t.deepEqual((await world().call(listDmConversations, bob)).conversations, [])
  t.like((await world().call(checkNotifications, bob)).direct_messages, { unread_count: 0, last_message_at: null })
  t.is(await listedOwners(bob), 1)
  await send('and it goes on')
  t.deepEqual(await left(), ['and it goes on'])
})
