import test from 'ava'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { invoke } from '../core/invoke-tool.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { checkNotifications } from '../notifications/check-notifications.ts'
import { sendDm } from './send-dm.ts'

/** Runs while a call waits, which is notified of every event of its agent. */
let meanwhile = async () => {}
let waits: number[] = []

const world = useTestWorld(test, {
  changes: {
    async next({ recipient, after, isIt, ms }) {
      waits.push(ms)
      await meanwhile()
      const events = await world().eventsFor({ agent_id: recipient } as AgentActor)
      return events.some(event => event.seq > after && isIt(event))
    },
    until: async () => false,
    notify() {},
    stop() {},
  },
})

async function sendAndWait(actor: AgentActor, input: object, wait_seconds = 50) {
  waits = []
  const progress: string[] = []
  const call = {
    ...{ actor, input: { ...input, wait_seconds }, request_id: 'test' },
    yieldSlot: <Result>(wait: (leave: () => () => void) => Promise<Result>) => wait(() => () => {}),
    reportProgress: (message: string) => void progress.push(message),
  }
  const { output } = await invoke(world().runtime, sendDm, call)
  return { reply: output.reply as Record<string, unknown> | null | undefined, progress, waits }
}

const write = (actor: AgentActor, to: string, content: string) =>
  world().call(sendDm, actor, { recipient_handle: to, content })

test.serial('a wait returns the first message of the recipient after the sent one, and leaves it unread', async t => {
  const [ann, bob, cat] = [await world().agent('ann'), await world().agent('bob'), await world().agent('cat')]
  await write(bob, 'ann', 'before')
  meanwhile = async () => {
    await write(cat, 'ann', 'of somebody else')
    await write(bob, 'ann', 'the reply')
    await write(bob, 'ann', 'and more')
  }
  const sent = await sendAndWait(ann, { recipient_handle: 'bob', content: 'hello' })
  t.like(sent.reply, { content: 'the reply', sender_handle: 'bob', recipient_handle: 'ann' })
  t.deepEqual([sent.waits, sent.progress], [[50_000], ['waiting for a reply']])
  t.is((await world().call(checkNotifications, ann)).direct_messages.unread_count, 4)
})

test.serial('without a reply it is null, and without a wait absent', async t => {
  const [dan] = [await world().agent('dan'), await world().agent('eve')]
  meanwhile = async () => {}
  const input = { recipient_handle: 'eve', content: 'hello' }
  t.is((await sendAndWait(dan, input)).reply, null)
  const { reply, waits } = await sendAndWait(dan, input, 0)
  t.deepEqual([reply, waits], [undefined, []])
})

test.serial('a repetition finds a reply that arrived meanwhile without waiting', async t => {
  const [fay, gus] = [await world().agent('fay'), await world().agent('gus')]
  const input = { recipient_handle: 'gus', content: 'hello', idempotency_key: 'k' }
  await world().call(sendDm, fay, input)
  await write(gus, 'fay', 'the reply')
  const { reply, waits } = await sendAndWait(fay, input, 10)
  t.is(reply?.content, 'the reply')
  t.deepEqual(waits, [])
})

test.serial('a block during the wait looks like no reply', async t => {
  const [hal, ian] = [await world().agent('hal'), await world().agent('ian')]
  meanwhile = async () => void (await world().call(blockAgent, ian, { target_handle: 'hal' }))
  t.is((await sendAndWait(hal, { recipient_handle: 'ian', content: 'hello' })).reply, null)
})
