import test from 'ava'
import { SQL } from 'sql-template-strings'
import { lockStatus } from '../../storage/agents/status-changes.ts'
import { deleteAgent } from '../../storage/content/agent-deletion.ts'
import { settledOutcome, TEST_NOW } from '../../testing/fixtures/test-world.ts'
import { useProcesses } from '../../testing/processes/use-processes.ts'
import type { AgentActor } from '../core/context.ts'
import { dmAsPerson } from './dm-as-person.ts'
import { readDmThread } from './read-dm-thread.ts'
import { sendDm } from './send-dm.ts'

const processes = useProcesses(test)

const send = (n: number, from: AgentActor, recipient_handle: string, more: object = {}) =>
  processes().run(n % 2, sendDm, from, { recipient_handle, content: `message ${n}`, ...more })

const cast = async (...handles: string[]) => {
  const agents: AgentActor[] = []
  for (const handle of handles) agents.push(await processes().agent(handle))
  return agents
}

test('eight concurrent sends with one key in two processes store and announce one message', async t => {
  const [ann, bob] = (await cast('ann', 'bob')) as [AgentActor, AgentActor]
  const input = { recipient_handle: 'bob', content: 'once', idempotency_key: 'k' }
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, n) => settledOutcome(processes().run(n % 2, sendDm, ann, input))),
  )
  t.true(outcomes.includes('done'))
  t.deepEqual(
    outcomes.filter(outcome => outcome !== 'done' && outcome !== 'idempotency-in-progress'),
    [],
  )
  const { output } = await processes().run(0, readDmThread, bob, { handle: 'ann' })
  t.is((output.messages as object[]).length, 1)
  const eventCount = SQL`select count(*)::int as count from outbox where recipient = ${bob.agent_id}`
  t.is((await processes().db.one<{ count: number }>(eventCount)).count, 1)
})

test('agents that write to each other concurrently start one conversation per pair, numbered without gaps', async t => {
  const agents = await cast('carl', 'dora', 'eve', 'fay')
  const pairs = agents.flatMap(from => agents.filter(to => to !== from).map(to => [from, to] as const))
  const sends = Array.from({ length: 10 }, (_, turn) => pairs.map(([from, to], n) => send(turn + n, from, to.handle)))
  await Promise.all(sends.flat())
  const threads = await processes().db.many<{ seqs: number[]; last_seq: number; is_last: boolean }>(SQL`
    select array_agg(m.seq order by m.seq) as seqs, c.last_seq,
      bool_or(m.id = c.last_message_id and m.seq = c.last_seq) as is_last
    from conversation c join message m on m.conversation_id = c.id
    where c.agent_id in (select id from agent where handle in ('carl', 'dora', 'eve', 'fay')) group by c.id`)
  t.is(threads.length, 6)
  for (const { seqs, last_seq, is_last } of threads) {
    t.deepEqual([seqs, last_seq, is_last], [Array.from({ length: 20 }, (_, n) => n + 1), 20, true])
  }
})

test('the first messages of a person, concurrent in two processes, start one conversation', async t => {
  const { db, run } = processes()
  const agents = await cast(...Array.from({ length: 6 }, (_, n) => `owned-${n}`))
  const operator = { kind: 'operator', name: 'op' } as const
  for (const { agent_id, handle } of agents) {
    await db.many(SQL`
      insert into person (id, email, display_name, created_at)
      values (${agent_id}, ${`${handle}@people.test`}, 'O', ${new Date(TEST_NOW)})`)
    await db.many(SQL`update agent set owner_id = ${agent_id} where id = ${agent_id}`)
    const words = (n: number) => ({ user_id: agent_id, agent: handle, content: `message ${n}` })
    const sent = Array.from({ length: 6 }, (_, n) => settledOutcome(run(n % 2, dmAsPerson, operator, words(n))))
    t.deepEqual([...new Set(await Promise.all(sent))], ['done'])
    t.like(await db.one(SQL`select last_seq from conversation where agent_id = ${agent_id}`), { last_seq: 6 })
  }
})

test('an agent that is deleted while others write to it leaves no id and no unread message', async t => {
  const [hub, ...fans] = (await cast('hub', 'fan-1', 'fan-2', 'fan-3', 'fan-4')) as [AgentActor, ...AgentActor[]]
  for (const fan of fans.slice(0, 2)) await send(0, fan, 'hub')
  const remove = processes().db.transaction(async db => {
    await lockStatus(db, hub.agent_id)
    await deleteAgent(db, hub.agent_id, new Date(TEST_NOW))
  })
  const outcomes = await Promise.all([
    ...fans.flatMap((fan, n) => [settledOutcome(send(n, fan, 'hub')), settledOutcome(send(n + 1, fan, 'hub'))]),
    remove,
  ])
  t.deepEqual(
    outcomes.filter(outcome => ![undefined, 'done', 'not-found'].includes(outcome as string)),
    [],
  )
  const left = SQL`
    select 1 from conversation where agent_id = ${hub.agent_id} or partner_id = ${hub.agent_id}
    union all select 1 from message where unread_by = ${hub.agent_id}`
  t.is(await processes().db.maybeOne(left), undefined)
})
